import { translate } from '#renderer/locale/translate.ts'
import { showToast, type Toast } from '#renderer/ui/toast-store.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { Target } from '#schemas/types/contract.d.ts'
import type { CallFailure } from './call-failure.ts'
import { failureText } from './error-catalogue.ts'

/**
 * Shows a failed call in a toast, as defined by the catalogue. `title` is above the server's message, or alone without
 * one; `about` as in `Toast`.
 */
export function showFailure(
  failure: CallFailure,
  { fallback, title, about }: { fallback?: string; title?: string; about?: string } = {},
): void {
  const message = failureText(failure, fallback ?? title)
  if (message === null) return
  const links = usedBy(failure)
  // Who is to follow a link needs more than a moment.
  const toast = { tone: 'danger' as const, about, ...(links.length > 0 && { links, lasting: true }) }
  if ('list' in message) showToast({ ...toast, text: message.title || title || translate('form.summary'), list: message.list })
  else if ('key' in message) showToast({ ...toast, text: translate(message.key) })
  else
    showToast({
      ...toast,
      text: title && title !== message.text ? title : message.text,
      list: title && title !== message.text ? [message.text] : undefined,
    })
}

/** Records that prevent the action, if the server names them. */
function usedBy({ metadata }: CallFailure): NonNullable<Toast['links']> {
  const uses = Array.isArray(metadata.used_by) ? metadata.used_by : []
  return uses
    .flatMap((use) => (isRecord(use) && Array.isArray(use.records) ? (use.records as unknown[]) : []))
    .filter(isRecord)
    .flatMap(({ title, to }) => (typeof title === 'string' && to !== undefined ? [{ title, to: to as Target }] : []))
}
