/** Object ids of the PostgreSQL types for which both drivers return the same value. */
export const typeIds = { int8: 20, int8List: 1016, numeric: 1700, date: 1082, timestamp: 1114, timestamptz: 1184 } as const

/** `2024-01-15 10:30:00.123456+00` becomes `2024-01-15T10:30:00.123Z`; the sessions run in UTC. */
export function parseInstant(text: string): string {
  // The common case in lists: a moment of this era in UTC, with or without a fraction.
  if (text.length <= 29 && text.charCodeAt(10) === space && text.endsWith('+00'))
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}

const space = 32

/** Ids and counts stay far below 2^53; above it a number would be rounded. */
export function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit into a number`)
  return value
}

/** `{1,2}` becomes `[1, 2]`. */
const parseIntegers = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((part) => (part === 'NULL' ? null : parseInteger(part)))

export const valueParsers: Record<number, (text: string) => unknown> = {
  [typeIds.int8]: parseInteger,
  [typeIds.int8List]: parseIntegers,
  [typeIds.numeric]: (text) => text,
  [typeIds.date]: (text) => text,
  [typeIds.timestamp]: (text) => text,
  [typeIds.timestamptz]: parseInstant,
}
