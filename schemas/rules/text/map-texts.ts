/** Keys of values, conditions and data: their strings are compared or sent, never shown. */
const opaque: ReadonlySet<string> = new Set([
  'data',
  'payload',
  'params',
  'query',
  'values',
  'where',
  'when',
  'visible',
  'required',
  'disabled',
  'value',
  'only_if',
  '$schema',
])
const schemaValues: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'rules', 'pattern'])

/** Changes a string of a document; `key` is the property that holds it, or that of the list that it stands in. */
export type ChangeText = (text: string, key: string | undefined) => string

/** A copy of part of a document with its strings changed; values, conditions and schemas keep their data as it is. */
export function mapTexts<T>(node: T, change: ChangeText): T {
  const walk = (value: unknown, key: string | undefined): unknown => {
    if (typeof value === 'string') return change(value, key)
    if (Array.isArray(value)) return value.map((item) => walk(item, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        if (name === 'schema') return [name, mapSchemaTexts(part, change)]
        return [name, opaque.has(name) ? part : walk(part, name)]
      }),
    )
  }
  return walk(node, undefined) as T
}

/** A copy of a JSON Schema with its titles and descriptions changed, and nothing else. */
export function mapSchemaTexts<T>(schema: T, change: ChangeText): T {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if ((key === 'title' || key === 'description') && typeof part === 'string') return [key, change(part, key)]
        return [key, schemaValues.has(key) ? part : walk(part)]
      }),
    )
  }
  return walk(schema) as T
}
