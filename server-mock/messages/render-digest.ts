import type { DocumentRegistry } from '#server/documents/registry.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import type { RenderedMessage } from './drivers/driver.ts'
import { escapeHtml, renderMessage, type Block } from './render-message.ts'
import type { Message } from './send-message.ts'

export const digestTemplate = 'notifier/digest'

/** A notice as it stands in a digest. */
export interface DigestItem {
  /** Title of its group. */
  group: string
  title: string
  text?: string
  link?: { name: string; params?: Record<string, unknown>; query?: Record<string, unknown> }
  /** When, as the recipient reads it. */
  at: string
}

interface DigestPart extends Pick<Message, 'locale' | 'to'> {
  key: string
  site: string
}

/**
 * A digest: notices by group, each with a link to its record.
 * @param addressOf web address of a link; empty where the panel does not know its own
 */
export function renderDigest(
  registry: DocumentRegistry,
  part: DigestPart,
  { items: written, more, date = '' }: Message['values'],
  addressOf: (link: NonNullable<DigestItem['link']>) => string,
): RenderedMessage {
  const items = (JSON.parse(String(written)) as DigestItem[]).map((item) => ({ ...item, address: item.link ? addressOf(item.link) : '' }))
  const groups = [...new Set(items.map(({ group }) => group))].map((title) => ({
    title,
    items: items.filter(({ group }) => group === title),
  }))
  const profile = addressOf({ name: 'persons-profile-notifications' })
  const said = more ? registry.message('notifier', part.locale, 'digest_more', { count: localiseDigits(more, part.locale) }) : ''
  const list: Block = {
    text: groups.map(({ title, items: own }) => [title, ...own.map(lineOf)].join('\n')).join('\n\n'),
    html: groups
      .map(({ title, items: own }) => `<h2 style="font-size:16px">${escapeHtml(title)}</h2><ul>${own.map(htmlLineOf).join('')}</ul>`)
      .join(''),
  }
  return renderMessage(registry, 'mail', { ...part, template: digestTemplate, values: { date, more: said, profile } }, { list })
}

type Line = DigestItem & { address: string }

const lineOf = ({ title, text, at, address }: Line): string =>
  [`• ${title} (${at})`, ...[text, address].flatMap((each) => (each ? `  ${each}` : []))].join('\n')

function htmlLineOf({ title, text, at, address }: Line): string {
  const named = address ? `<a href="${escapeHtml(address)}">${escapeHtml(title)}</a>` : escapeHtml(title)
  const more = text ? `<br>${escapeHtml(text)}` : ''
  return `<li style="margin-bottom:8px">${named}${more}<br><small style="color:#59636e">${escapeHtml(at)}</small></li>`
}
