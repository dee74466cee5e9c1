import { Ajv, type AnySchema, type Options } from 'ajv'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json'
import { testPattern } from '#schemas/rules/pattern-safety.ts'
import { isMultipleOf, valueKey } from '#schemas/rules/same-value.ts'
import { fitsFormat } from '#schemas/rules/schema-formats.ts'
import { isEarlier, isLater } from '#schemas/rules/time-limits.ts'

/**
 * Ajv as it judges what people send, at publish and on the server. It agrees with `validateSchema`, which judges in the
 * browser: the same formats, multiples of decimal fractions as they are written, patterns that cannot run away, limits of
 * days and times, and a
 * `$ref` that stands for the whole schema, as in draft-07.
 */
export function createSchemaAjv({ code, ...options }: Options = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    allowUnionTypes: true,
    ownProperties: true,
    logger: false,
    ignoreKeywordsWithRef: true,
    code: { regExp: heldPattern, ...code },
    ...options,
  })
  ajv.addMetaSchema(draft06)
  ajv.removeKeyword('multipleOf')
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultipleOf(value, step),
  })
  // Ajv compares each item with each other: 20,000 objects took it minutes.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isWanted: boolean, items: unknown[]) => !isWanted || new Set(items.map(valueKey)).size === items.length,
  })
  ajv.removeKeyword('format')
  ajv.addKeyword({ keyword: 'format', schemaType: 'string', validate: fitsFormat })
  ajv.addKeyword({
    keyword: 'formatMinimum',
    type: 'string',
    schemaType: 'string',
    validate: (limit: string, value: string) => !isEarlier(value, limit),
  })
  ajv.addKeyword({
    keyword: 'formatMaximum',
    type: 'string',
    schemaType: 'string',
    validate: (limit: string, value: string) => !isLater(value, limit),
  })
  ajv.addVocabulary(['rules', 'references'])
  const compile = ajv.compile.bind(ajv)
  ajv.compile = (schema: AnySchema, meta?: boolean) => compile(withoutTypesBesideReferences(schema) as never, meta) as never
  return ajv
}

/** Ajv looks at a `type` beside a `$ref` all the same, and in draft-07 the reference stands for the whole schema. */
function withoutTypesBesideReferences(node: unknown): unknown {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) {
    const items = node.map(withoutTypesBesideReferences)
    return items.some((item, index) => item !== node[index]) ? items : node
  }
  const isReference = typeof (node as { $ref?: unknown }).$ref === 'string'
  const entries = Object.entries(node)
  const kept = entries.flatMap(([key, value]): [string, unknown][] =>
    isReference && (key === 'type' || key === 'nullable') && !isSchemaLike(value) ? [] : [[key, withoutTypesBesideReferences(value)]],
  )
  return kept.length === entries.length && kept.every(([, value], index) => value === entries[index]![1]) ? node : Object.fromEntries(kept)
}

/** A property that is called `type`, beside one that is called `$ref`. */
const isSchemaLike = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value)

/** A pattern of which nobody can tell in time whether it matches lets the text pass. Ajv keeps expressions by their text. */
const heldPattern = Object.assign(
  (pattern: string) => ({ test: (text: string) => testPattern(pattern, text) ?? true, toString: () => `/${pattern}/` }),
  { code: 'new RegExp' },
)
