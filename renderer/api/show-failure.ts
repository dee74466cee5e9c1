import { translate } from '#renderer/locale/translate.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { CallFailure } from './call-failure.ts'
import { failureText } from './error-catalogue.ts'

/**
 * Tells of a failed call as the catalogue says. `title` stands above the server's sentence, and alone without one; `about`
 * as in `Toast`.
 */
export function showFailure(
  failure: CallFailure,
  { fallback, title, about }: { fallback?: string; title?: string; about?: string } = {},
): void {
  const told = failureText(failure, fallback ?? title)
  if (told === null) return
  const toast = { tone: 'danger', about } as const
  if ('list' in told) showToast({ ...toast, text: told.title || title || translate('errors.invalid'), list: told.list })
  else if ('key' in told) showToast({ ...toast, text: translate(told.key) })
  else
    showToast({
      ...toast,
      text: title && title !== told.text ? title : told.text,
      list: title && title !== told.text ? [told.text] : undefined,
    })
}
