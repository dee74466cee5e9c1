import { isRecord } from '#schemas/rules/is-record.ts'
import { at } from '#schemas/check/source.ts'

/** One value that differs between two documents; `undefined` if it does not exist in one of them. */
export interface Difference {
  pointer: string
  before: unknown
  after: unknown
  /** Same entries, different order. */
  order?: boolean
}

/**
 * Every place at which two JSON values differ, outermost first; the order of properties does not matter. List entries
 * with names are compared by name, removed ones with their old place. Any other list whose length changed is one
 * difference. `$schema` is only for editors and is ignored.
 */
export function diffValues(before: unknown, after: unknown, pointer = ''): Difference[] {
  if (isRecord(before) && isRecord(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => key !== '$schema')
      .sort()
      .flatMap((key) =>
        diffValues(
          Object.hasOwn(before, key) ? before[key] : undefined,
          Object.hasOwn(after, key) ? after[key] : undefined,
          at(pointer, key),
        ),
      )
  }
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].some(isRecord)) {
    const [old, now] = [byName(before), byName(after)]
    if (old && now) return diffNamed(old, now, { pointer, before, after })
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => diffValues(item, after[index], at(pointer, index)))
  return canonical(before) === canonical(after) ? [] : [{ pointer, before, after }]
}

type Named = ReadonlyMap<string, { index: number; item: unknown }>

function diffNamed(old: Named, now: Named, { pointer, before, after }: Difference): Difference[] {
  const gone = [...old]
    .filter(([name]) => !now.has(name))
    .map(([, { index, item }]) => ({ pointer: at(pointer, index), before: item, after: undefined }))
  const others = [...now].flatMap(([name, { index, item }]) => diffValues(old.get(name)?.item, item, at(pointer, index)))
  const [order, next] = [[...old.keys()].filter((name) => now.has(name)), [...now.keys()].filter((name) => old.has(name))]
  return [...gone, ...others, ...(same(order, next) ? [] : [{ pointer, before, after, order: true }])]
}

/** The entries of a list by name; undefined if an entry has no name or shares its name. */
function byName(list: readonly unknown[]): Named | undefined {
  const named = new Map(list.map((item, index) => [nameOf(item), { index, item }] as const))
  return named.size === list.length && !named.has(undefined) ? (named as Named) : undefined
}

function nameOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  if (!isRecord(item)) return undefined
  const own = [item.id, item.key, item.name, item.value].find((name) => typeof name === 'string')
  if (own !== undefined) return String(own)
  const part = ['form', 'grid', 'details', 'widget', 'panel', 'to', 'label'].find((key) => item[key] !== undefined)
  if (part !== undefined) return `${part} ${canonical(item[part])}`
  if (typeof item.type !== 'string') return undefined
  const { modal, to, name } = isRecord(item.options) ? item.options : {}
  return `${item.type} ${canonical(modal ?? to ?? name)}`
}

/** Whether two values are equal as JSON, whatever the order of properties. */
export const same = (left: unknown, right: unknown): boolean => canonical(left) === canonical(right)

/** `/properties/count/maximum was 999, becomes 0`. */
export const sentenceOf = ({ pointer, before, after, order = false }: Difference): string =>
  `${pointer} ${order ? 'has another order' : before === undefined ? `is new: ${brief(after)}` : after === undefined ? `is gone, was ${brief(before)}` : `was ${brief(before)}, becomes ${brief(after)}`}`.trimStart()

/** A value as JSON, shortened if it is long. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, item: unknown) =>
      isRecord(item)
        ? Object.fromEntries(
            Object.entries(item)
              .filter(([key]) => key !== '$schema')
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          )
        : item,
    ) ?? ''
  )
}
