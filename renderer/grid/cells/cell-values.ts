import { clip, plainText } from '#schemas/rules/text/plain-text.ts'
import { numberText, phoneText, type PhoneKind } from '#schemas/rules/values/phone.ts'
import type { Option } from '#schemas/types/contract.d.ts'

/** Longest text that hovering shows. */
const maxTitle = 1000

/** What hovering shows of a long text. */
export const hoverText = (text: string): string | undefined => (text.length > 20 ? clip(text, maxTitle) : undefined)

/** A telephone number in groups, as its field writes it, in Latin digits; null for none. */
export function telephoneText(value: unknown, kind: PhoneKind): string | null {
  if (typeof value === 'object' && value !== null) return phoneText(value) ?? null
  return (typeof value === 'string' ? numberText(value, kind) : undefined) ?? plainText(value)
}

/** One tag of a list: a word, or a record with title and colour. */
export interface Tag {
  key: string
  title: string
  color: string | null
  /** Colour of the theme that the choice has. */
  tone?: string
}

/** The tags of a cell. A value that is a choice of the column is shown with that choice's title and colour. */
export function readTags(value: unknown, options: readonly Option[] = []): Tag[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((item, index): Tag[] => {
    const option = typeof item === 'object' ? undefined : options.find((one) => one.value === item || String(one.value) === String(item))
    const title = option?.title ?? plainText(item)
    if (title === null) return []
    const color = typeof item === 'object' && item !== null ? (item as Record<string, unknown>).color : null
    return [
      { key: `${index}:${title.slice(0, 40)}`, title, color: isColor(color) ? color : null, ...(option?.color && { tone: option.color }) },
    ]
  })
}

/** Only hex, rgb() and hsl(): free text must not get into a style. */
export const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^(#[0-9a-f]{3,4}|#[0-9a-f]{6}|#[0-9a-f]{8}|(rgb|hsl)a?\([0-9.,%/ deg]{5,40}\))$/i.test(value)

/** Address of a picture: a string, or the smallest version of an uploaded one; null unless it is safe to load. */
export function imageSource(value: unknown): string | null {
  const address = typeof value === 'string' ? value : addressOf(value)
  if (address === null || address.length > 100_000) return null
  return /^(https?:\/\/|\/(?!\/)|blob:|data:image\/(png|jpe?g|gif|webp|avif);)/i.test(address) ? address : null
}

function addressOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const record = value as Record<string, unknown>
  const versions = record.versions as Record<string, unknown> | undefined
  for (const found of [versions?.panel_thumb, record.thumbnail, record.url, record.src]) if (typeof found === 'string') return found
  return null
}

const wideSign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u
/** Signs as they are read, of however many code points. */
const signs = new Intl.Segmenter()

/** Initials of a name, shown instead of a missing picture; a character that fills the circle stands alone. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => signs.segment(word).containing(0)?.segment ?? '')
  return words.slice(0, wideSign.test(words.join('')) ? 1 : 2).join('\u200c')
}

/** Whether there is nothing to show. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
