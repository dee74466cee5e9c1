import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { translate } from '#renderer/locale/translate.ts'
import { showToast, type Toast } from '#renderer/ui/toast-store.ts'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { Target } from '#schemas/types/contract.d.ts'
import type { CallFailure } from './call-failure.ts'
import { failureText, hasSessionEnded } from './error-catalogue.ts'

/**
 * Shows a failed call in a toast, as defined by the catalogue. `title` is above the server's message, or alone without
 * one; `heading` is above errors of fields that no form marks; `about` as in `Toast`.
 */
export function showFailure(
  failure: CallFailure,
  { fallback, title, heading, about }: { fallback?: string; title?: string; heading?: string; about?: string } = {},
): void {
  const { links, rest } = usedBy(failure)
  // The server's sentence names the records too: with links to them they would be listed twice.
  const message = links.length > 0 ? { text: translate('errors.used_by') } : failureText(failure, fallback ?? title)
  if (message === null) return
  const more = links.length > 0 ? rest : []
  // Who is to follow a link needs more than a moment.
  const toast = { tone: 'danger' as const, about, ...(links.length > 0 && { links, lasting: true }) }
  if ('list' in message) showToast({ ...toast, text: heading ?? (message.title || title || translate('form.summary')), list: message.list })
  else if ('key' in message) {
    // What was attempted says enough, unless nothing reached the server or the server itself failed; the end of a session says enough.
    const own = hasSessionEnded(failure) ? undefined : title
    const reason = translate(message.key)
    if (own === undefined) showToast({ ...toast, text: reason })
    else if (failure.status >= 500) showToast({ ...toast, text: reason, list: [own] })
    else showToast({ ...toast, text: own, list: failure.status === 0 ? [reason] : undefined })
  } else
    showToast({
      ...toast,
      text: title && title !== message.text ? title : message.text,
      list: title && title !== message.text ? [message.text, ...more] : more.length > 0 ? more : undefined,
    })
}

interface Uses {
  links: NonNullable<Toast['links']>
  /** Records without a link: their titles, and how many of each entity are not named. */
  rest: string[]
}

/** Records that prevent the action, if the server names them. */
function usedBy({ metadata }: CallFailure): Uses {
  const uses = (Array.isArray(metadata.used_by) ? metadata.used_by : []).filter(isRecord)
  const links: Uses['links'] = []
  const rest: string[] = []
  for (const { type, count, records } of uses) {
    const named = (Array.isArray(records) ? (records as unknown[]) : []).filter(isRecord)
    for (const { title, to } of named)
      if (typeof title === 'string' && to !== undefined) links.push({ title, to: to as Target })
      else rest.push(`${String(type)}: ${String(title)}`)
    if (typeof count === 'number' && count > named.length)
      rest.push(`${String(type)}: +${formatNumber(count - named.length, useActiveLocale.getState().locale)}`)
  }
  return { links, rest }
}
