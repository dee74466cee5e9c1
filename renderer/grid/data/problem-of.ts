import type { CallFailure } from '#renderer/api/call-failure.ts'
import { failureText } from '#renderer/api/error-catalogue.ts'
import { translate } from '#renderer/locale/translate.ts'

/** Why something was refused or failed, in one sentence. */
export function problemOf(failure: CallFailure): string {
  const [own] = Object.values(failure.errors).flat()
  const message = failureText(failure)
  return own ?? (message && 'text' in message ? message.text : failure.userMessage || translate('toast.error'))
}
