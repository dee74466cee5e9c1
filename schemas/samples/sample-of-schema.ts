import { noSample, sampleValue } from './sample-value.ts'

type Schema = Readonly<Record<string, unknown>>

const maxDepth = 8

/**
 * The smallest value that a JSON Schema allows, whatever it is of: what it names itself (`const`, `default`, `examples`, `enum`), else one
 * that is made; each list has one entry and each object all of its properties. null where nothing can be made. `resolve` finds what a
 * `$ref` leads to.
 */
export function sampleOfSchema(schema: unknown, resolve: (ref: string) => unknown, field = '', depth = 0): unknown {
  if (schema === null || typeof schema !== 'object' || depth > maxDepth) return null
  const { $ref, ...own } = schema as Schema
  const inside = (part: unknown, name = field): unknown => sampleOfSchema(part, resolve, name, depth + 1)
  if (typeof $ref === 'string') return inside(resolve($ref))
  if ('const' in own) return own.const
  if ('default' in own) return own.default
  for (const list of [own.examples, own.enum]) if (Array.isArray(list) && list.length > 0) return list[0] as unknown
  for (const list of [own.anyOf, own.oneOf, own.allOf]) if (Array.isArray(list) && list.length > 0) return inside(list[0])
  const type: unknown = Array.isArray(own.type) ? own.type[0] : own.type
  if (type === 'array') return own.items ? [inside(own.items)] : []
  if (type === 'object')
    return Object.fromEntries(Object.entries((own.properties ?? {}) as Schema).map(([name, part]) => [name, inside(part, name)]))
  if (type === 'boolean') return true
  const isNumber = type === 'integer' || type === 'number'
  const made = sampleValue(
    { ...(isNumber && { minimum: 1 }), ...own, type },
    { field, at: 0, kind: isNumber ? 'least' : 'usual', locale: 'en', required: true },
  )
  return made === noSample ? null : made
}
