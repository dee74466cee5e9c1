import { formatCoordinates, isMapPoint } from '#schemas/rules/map-point.ts'
import type { Option } from '#schemas/types/contract.d.ts'

/** Longest text that a cell puts into the page; the rest is cut, so one hostile value does not slow a whole list. */
const maxText = 300
const maxTitle = 1000

/** A value as plain text: null for nothing, coordinates for a point, JSON for what no cell knows how to draw. */
export function plainText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? null : clip(value.slice(0, 50).map((item) => plainText(item) ?? '').join(', '), maxTitle)
  if (isMapPoint(value)) return formatCoordinates(value)
  const named = nameOf(value)
  if (named !== null) return named
  try {
    return clip(JSON.stringify(value), maxTitle)
  } catch {
    return String(value)
  }
}

/** Cuts by characters, never through a surrogate pair. */
export function clip(text: string, length = maxText): string {
  if (text.length <= length) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length
  return `${text.slice(0, end)}…`
}

/** What hovering shows of a long text. */
export const hoverText = (text: string): string | undefined => (text.length > 20 ? clip(text, maxTitle) : undefined)

const nameKeys = ['title', 'name_full', 'name', 'label', 'username', 'slug']

/** How an expanded reference calls itself. */
export function nameOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const key of nameKeys) {
    const name = (value as Record<string, unknown>)[key]
    if (typeof name === 'string' && name !== '') return name
  }
  return null
}

/** One tag of a list: a word, or a record with title and colour. */
export interface Tag {
  key: string
  title: string
  color: string | null
  /** Colour of the theme that the choice has. */
  tone?: string
}

/** Tags of a cell; a value that is one of the column's choices is told by its title and colour. */
export function readTags(value: unknown, options: readonly Option[] = []): Tag[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((item, index): Tag[] => {
    const option = typeof item === 'object' ? undefined : options.find((one) => one.value === item || String(one.value) === String(item))
    const title = option?.title ?? plainText(item)
    if (title === null) return []
    const color = typeof item === 'object' && item !== null ? (item as Record<string, unknown>).color : null
    return [{ key: `${index}:${title.slice(0, 40)}`, title, color: isColor(color) ? color : null, ...(option?.color && { tone: option.color }) }]
  })
}

/** Hex, rgb() and hsl() only: what goes into a style is no place for free text. */
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

/** First letters of a name, for a picture that is not there. */
export const initials = (name: string): string =>
  name.trim().split(/\s+/).slice(0, 2).map((word) => [...word][0] ?? '').join('\u200c')
