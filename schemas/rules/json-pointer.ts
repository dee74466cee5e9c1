/** The steps of a JSON pointer: `pointerSteps('/a~1b/0')` is `['a/b', '0']`. @source RFC 6901 */
export const pointerSteps = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** What stands at a JSON pointer, through own properties only; undefined if there is nothing. */
export function valueAtPointer(data: unknown, pointer: string): unknown {
  let value = data
  for (const step of pointerSteps(pointer)) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}
