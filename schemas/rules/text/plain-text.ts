import { localiseCode } from '#schemas/rules/numbers/digits.ts'
import { formatCoordinates, isMapPoint } from '#schemas/rules/numbers/map-point.ts'

/** Shown where there is no value: in fields that cannot be edited, in lists and in print. */
export const noValue = '—'

const longestText = 1000
const mostItems = 50

/** A value as plain text: null for no value, coordinates for a point, JSON for an object without a name. */
export function plainText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value))
    return value.length === 0
      ? null
      : clip(
          value
            .slice(0, mostItems)
            .map((item) => plainText(item) ?? '')
            .join(', '),
          longestText,
        )
  if (isMapPoint(value)) return formatCoordinates(value)
  const named = nameOf(value)
  if (named !== null) return named
  try {
    return clip(JSON.stringify(value), longestText)
  } catch {
    return String(value)
  }
}

/** A value as it is read: as plain text, with numbers that are names in the digits of the locale. */
export function shownText(value: unknown, locale: string): string | null {
  const text = plainText(value)
  return text === null ? null : localiseCode(text, locale, typeof value === 'object')
}

/** Cuts a text by characters, never through a surrogate pair. */
export function clip(text: string, length = 300): string {
  if (text.length <= length) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length
  return `${text.slice(0, end)}…`
}

const nameKeys = ['title', 'name_full', 'name', 'label', 'username', 'slug']

/** The name of an expanded reference. */
export function nameOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const key of nameKeys) {
    const name = (value as Record<string, unknown>)[key]
    if (typeof name === 'string' && name !== '') return name
  }
  return null
}
