import type { CallFailure } from '#renderer/api/call-failure.ts'
import { failureText, hasSessionEnded } from '#renderer/api/error-catalogue.ts'
import type { LocaleFormats } from '#renderer/locale/use-locale.ts'

/** Text of a modal whose data failed to load. `told`: a toast has shown the reason; that the session has ended is shown here anyway. */
export function modalFailureText(failure: CallFailure, told: boolean, t: LocaleFormats['t']): string {
  if (told && !hasSessionEnded(failure)) return t('modal.load_failed')
  const text = failureText(failure, t('modal.load_failed'))
  if (text === null) return t('modal.load_failed')
  return 'list' in text ? text.title || t('modal.load_failed') : 'key' in text ? t(text.key) : text.text
}
