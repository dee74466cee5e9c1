import { isRecord } from '#schemas/rules/is-record.ts'
import { valueKey } from '#schemas/rules/values/same-value.ts'
import { schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'

type Data = Record<string, unknown>

/** Whether a form may not change what stands at a path of its data, or around it: that is neither filled in nor sent. */
export const isReadOnlyAt = (schema: FieldSchema, path: readonly (string | number)[]): boolean =>
  path.some((_, at) => schemaAt(schema, path.slice(0, at + 1))?.readOnly === true)

/** Data as far as a form answers for it. */
export function withoutReadOnly(schema: FieldSchema, data: unknown, path: (string | number)[] = []): unknown {
  if (Array.isArray(data)) return data.map((item, index) => withoutReadOnly(schema, item, [...path, index]))
  if (!isRecord(data)) return data
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => schemaAt(schema, [...path, name])?.readOnly !== true)
      .map(([name, part]) => [name, withoutReadOnly(schema, part, [...path, name])]),
  )
}

/** Where two values differ first, keys in their order included; undefined when nowhere. */
export function differenceOf(before: unknown, after: unknown, pointer: string): { pointer: string; reason: string } | undefined {
  if (before === null || after === null || typeof before !== 'object' || typeof after !== 'object')
    return Object.is(before, after) || valueKey(before) === valueKey(after)
      ? undefined
      : { pointer, reason: `${show(before)} became ${show(after)}` }
  const [keys, others] = [Object.keys(before), Object.keys(after)]
  const lost = keys.find((key) => !others.includes(key))
  if (lost !== undefined) return { pointer: step(pointer, lost), reason: `${show((before as Data)[lost])} was lost` }
  const added = others.find((key) => !keys.includes(key))
  if (added !== undefined) return { pointer: step(pointer, added), reason: `${show((after as Data)[added])} was added` }
  if (keys.join('\n') !== others.join('\n')) return { pointer, reason: 'the order of the properties changed' }
  for (const key of keys) {
    const found = differenceOf((before as Data)[key], (after as Data)[key], step(pointer, key))
    if (found) return found
  }
  return undefined
}

const step = (pointer: string, key: string): string => `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
const show = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 60)
