import type { CallFailure } from '#renderer/api/call-failure.ts'
import { failureText } from '#renderer/api/error-catalogue.ts'
import { translate } from '#renderer/locale/translate.ts'

/** Why something was refused or failed, in one sentence. */
export function problemOf(failure: CallFailure): string {
  const [own] = Object.values(failure.errors).flat()
  const told = failureText(failure)
  return own ?? (told && 'text' in told ? told.text : failure.userMessage || translate('toast.error'))
}
