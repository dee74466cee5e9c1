import { directionOf } from '#schemas/rules/locales.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { interpolate } from '#schemas/rules/text/interpolate.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { Channel } from './channels.ts'
import { DeliveryError, type RenderedMessage } from './drivers/driver.ts'
import type { Message } from './send-message.ts'

/** A part of a mail that is more than text: inserted by a paragraph of its own. `html` is safe as it is. */
export interface Block {
  text: string
  html: string
}

/** A message in the language of its recipient. @throws `DeliveryError` for a template that is not there */
export function renderMessage(
  registry: DocumentRegistry,
  channel: Channel,
  message: Pick<Message, 'template' | 'values' | 'locale' | 'to'> & { key: string; site: string },
  blocks: Readonly<Record<string, Block>> = {},
): RenderedMessage {
  const { template, locale, to, key, site } = message
  const [module = '', name = ''] = template.split('/')
  const textOf = (part: string): string | undefined => {
    const path = `messages.${name}.${part}`
    const text = registry.message(module, locale, path)
    return text === path ? undefined : text
  }
  const written = (channel === 'mail' ? undefined : textOf('sms')) ?? textOf('text')
  if (written === undefined) throw new DeliveryError('template', { detail: template, isFinal: true })
  // Numbers are read; a code is a text, which is copied.
  const shown = Object.entries(message.values).map(([key, value]) => [
    key,
    typeof value === 'number' ? localiseDigits(value, locale) : value,
  ])
  const values: Message['values'] = { site, ...(Object.fromEntries(shown) as Message['values']) }
  const subject = interpolate(textOf('subject') ?? '{site}', values)
    .replace(/\s+/g, ' ')
    .trim()
  return {
    ...{ key, to, template, locale, subject, values },
    text: written
      .split(betweenParagraphs)
      .map((paragraph) => blockIn(blocks, paragraph)?.text ?? interpolate(paragraph, values))
      .filter((paragraph) => paragraph.trim() !== '')
      .join('\n\n'),
    html: htmlOf(locale, subject, written, values, blocks),
  }
}

/** A paragraph whose values are all empty is left out. */
const betweenParagraphs = /\n{2,}/

const blockIn = (blocks: Readonly<Record<string, Block>>, paragraph: string): Block | undefined =>
  blocks[/^\s*\{(\w+)\}\s*$/.exec(paragraph)?.[1] ?? '']

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const webAddress = /^https?:\/\/\S+$/

/** Paragraphs between empty lines; a value that is a web address is a link, and `code` stands out. */
function htmlOf(locale: string, subject: string, written: string, values: Message['values'], blocks: Record<string, Block>): string {
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const safe = escapeHtml(String(value))
      if (webAddress.test(String(value))) return [name, `<a href="${safe}" dir="ltr">${safe}</a>`]
      return [name, name === 'code' ? `<strong dir="ltr" style="font-size:24px;letter-spacing:4px">${safe}</strong>` : safe]
    }),
  )
  const paragraphs = escapeHtml(written)
    .split(betweenParagraphs)
    .flatMap((paragraph) => {
      const text = interpolate(paragraph, shown)
      return blockIn(blocks, paragraph)?.html ?? (text.trim() === '' ? [] : `<p>${text.replaceAll('\n', '<br>')}</p>`)
    })
  const align = directionOf(locale) === 'rtl' ? 'right' : 'left'
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8">
<title>${escapeHtml(subject)}</title></head>
<body style="font:16px/1.7 Tahoma,Arial,sans-serif;color:#1f2328;text-align:${align};max-width:560px;margin:24px auto;padding:0 16px">
${paragraphs.join('\n')}</body></html>`
}
