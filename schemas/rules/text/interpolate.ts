/** Data that `{paths}` can read: `{ row, form, route, selection, session, params, … }`. */
export type Context = Readonly<Record<string, unknown>>

const insertion = /\{([A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)\}/g
const alone = /^\{([A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)\}$/
const refused = new Set(['__proto__', 'constructor', 'prototype'])
const digitsOnly = /^\d[\d/.-]*$/
const maxDepth = 64

/** Value at a dotted path (`rows.0.count`), through own properties only; undefined if there is none. */
export function valueAt(data: unknown, path: string): unknown {
  let value = data
  for (const step of path.split('.')) {
    if (value === null || typeof value !== 'object' || refused.has(step) || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/**
 * Text with its `{paths}` filled in. A missing value becomes an empty text, a list of plain values is joined by commas.
 * The result is plain text: callers that put it into HTML must escape it. `showNumber` writes numbers, and texts of nothing but digits
 * (`1405-0012`), in the digits of a language.
 */
export const interpolate = (text: string, context: Context, showNumber?: (value: number | string) => string): string =>
  text.replace(insertion, (_, path: string) => {
    const value = valueAt(context, path)
    const isNumber = typeof value === 'number' || (typeof value === 'string' && digitsOnly.test(value))
    return isNumber && showNumber ? showNumber(value) : toText(value)
  })

/**
 * A copy of `value` with every string filled in. A string that is a single insertion keeps the type of the inserted
 * value, and a property whose insertion finds nothing is left out. `interpolateDeep({ id: '{row.id}' }, { row: { id: 7 }
 * })` is `{ id: 7 }`.
 */
export function interpolateDeep<T>(value: T, context: Context): T {
  return fill(value, context, 0) as T
}

/** Paths that a text inserts: `pathsIn('{book.title} ({route.id})')` is `['book.title', 'route.id']`. */
export const pathsIn = (text: string): string[] => [...text.matchAll(insertion)].map((match) => match[1]!)

function fill(value: unknown, context: Context, depth: number): unknown {
  if (depth > maxDepth) throw new RangeError('values are nested too deeply')
  if (typeof value === 'string') {
    const whole = alone.exec(value)
    return whole ? valueAt(context, whole[1]!) : interpolate(value, context)
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, context, depth + 1) ?? null)
  if (value === null || typeof value !== 'object') return value
  const filled: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    const result = refused.has(key) ? undefined : fill(item, context, depth + 1)
    if (result !== undefined) filled[key] = result
  }
  return filled
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toText).join(',')
  return typeof value === 'object' ? '' : String(value)
}
