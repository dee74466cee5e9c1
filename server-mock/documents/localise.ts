import type { DocumentRegistry } from './registry.ts'

const keyPattern = /^\$([A-Za-z][A-Za-z0-9_.-]*)$/

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

/** Text of a string as a document writes it: `$key` is looked up, `$$` stands for a dollar, anything else is literal. */
export function localiseText(registry: DocumentRegistry, module: string, locale: string, text: string): string {
  if (text.startsWith('$$')) return text.slice(1)
  const key = keyPattern.exec(text)?.[1]
  return key === undefined ? text : registry.message(module, locale, key)
}

/** A copy of part of a document with its `$keys` resolved; values, conditions and schemas keep their data as it is. */
export function localise<T>(registry: DocumentRegistry, module: string, locale: string, node: T): T {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return localiseText(registry, module, locale, value)
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if (key === 'schema') return [key, localiseSchema(registry, module, locale, part)]
        return [key, opaque.has(key) ? part : walk(part)]
      }),
    )
  }
  return walk(node) as T
}

/** A copy of a JSON Schema with the `$keys` of its titles and descriptions resolved, and nothing else. */
export function localiseSchema<T>(registry: DocumentRegistry, module: string, locale: string, schema: T): T {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if ((key === 'title' || key === 'description') && typeof part === 'string')
          return [key, localiseText(registry, module, locale, part)]
        return [key, schemaValues.has(key) ? part : walk(part)]
      }),
    )
  }
  return walk(schema) as T
}
