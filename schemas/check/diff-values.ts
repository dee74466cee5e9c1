import { isObject } from './contract-check.ts'
import { at } from './source.ts'

/** One value that differs between two documents; `undefined` where it is not there. */
export interface Difference { pointer: string; before: unknown; after: unknown }

/**
 * Every place at which two JSON values differ, the outermost first; the order of properties counts for nothing, and a
 * list whose length differs is one difference. `$schema` is for editors only.
 */
export function diffValues(before: unknown, after: unknown, pointer = ''): Difference[] {
  if (isObject(before) && isObject(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(key => key !== '$schema').sort()
      .flatMap(key => diffValues(Object.hasOwn(before, key) ? before[key] : undefined, Object.hasOwn(after, key) ? after[key] : undefined, at(pointer, key)))
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) return before.flatMap((item, index) => diffValues(item, after[index], at(pointer, index)))
  return canonical(before) === canonical(after) ? [] : [{ pointer, before, after }]
}

/** Equal as JSON, whatever the order of properties. */
export const same = (left: unknown, right: unknown): boolean => canonical(left) === canonical(right)

/** `/properties/count/maximum was 999, becomes 0`. */
export const sentenceOf = ({ pointer, before, after }: Difference): string =>
  before === undefined ? `${pointer} is new: ${brief(after)}` : after === undefined ? `${pointer} is gone, was ${brief(before)}` : `${pointer} was ${brief(before)}, becomes ${brief(after)}`

function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (isObject(item) ? Object.fromEntries(Object.entries(item).filter(([key]) => key !== '$schema').sort(([a], [b]) => (a < b ? -1 : 1))) : item)) ?? ''
}
