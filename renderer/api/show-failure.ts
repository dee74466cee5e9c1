import { translate } from '#renderer/locale/translate.ts'
import { showToast } from '#renderer/shell/toast-store.ts'
import type { CallFailure } from './call-failure.ts'
import { failureText } from './error-catalogue.ts'

/** Tells of a failed call as the catalogue says. `title` stands above the server's sentence, and alone without one. */
export function showFailure(failure: CallFailure, { fallback, title }: { fallback?: string; title?: string } = {}): void {
  const told = failureText(failure, fallback ?? title)
  if (told === null) return
  if ('list' in told) showToast({ tone: 'danger', text: told.title || title || translate('errors.invalid'), list: told.list })
  else if ('key' in told) showToast({ tone: 'danger', text: translate(told.key) })
  else showToast({ tone: 'danger', text: title && title !== told.text ? title : told.text, list: title && title !== told.text ? [told.text] : undefined })
}
