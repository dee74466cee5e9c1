import { Ajv, type AnySchema, type Options } from 'ajv'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json'
import { testPattern } from '#schemas/rules/pattern/pattern-safety.ts'
import { isMultipleOf, valueKey } from '#schemas/rules/values/same-value.ts'
import {
  equalityKey,
  isDecimalSchema,
  keepsDecimalLimit,
  keepsScale,
  type DecimalLimit,
} from '#schemas/rules/json-schema/schema-decimals.ts'
import { fitsFormat } from '#schemas/rules/json-schema/schema-formats.ts'
import type { SchemaNode } from '#schemas/rules/json-schema/schema-index.ts'
import { keepsTimeLimit, timeLimitNames } from '#schemas/rules/calendar/time-limits.ts'
import { ownKeywords } from './own-keywords.ts'

/**
 * Ajv for publishing and for the server. It agrees with `validateSchema`, which runs in the browser: same formats,
 * multiples of decimal fractions by their notation, no patterns that could run for very long, limits of days and times,
 * and a `$ref` that replaces the whole schema, as in draft-07.
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
  // Ajv compares each item with each other item: 20,000 objects took minutes.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isWanted: boolean, items: unknown[]) => !isWanted || new Set(items.map(valueKey)).size === items.length,
  })
  ajv.removeKeyword('format')
  ajv.addKeyword({ keyword: 'format', schemaType: 'string', validate: fitsFormat })
  addComparisons(ajv)
  ajv.addVocabulary([...ownKeywords])
  const compile = ajv.compile.bind(ajv)
  ajv.compile = (schema: AnySchema, meta?: boolean) => compile(withoutTypesBesideReferences(schema) as never, meta) as never
  return ajv
}

type Comparison = (limit: unknown, value: unknown) => boolean

const numberLimits: Partial<Record<DecimalLimit, (value: number, limit: number) => boolean>> = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  exclusiveMinimum: (value, limit) => value > limit,
  exclusiveMaximum: (value, limit) => value < limit,
}

/** Limits of numbers, decimals, days and times; `const` and `enum`, which compare decimals as numbers. */
function addComparisons(ajv: Ajv): void {
  const add = (keyword: string, types: ('number' | 'string')[] | undefined, comparisonFor: (schema: SchemaNode) => Comparison) => {
    ajv.removeKeyword(keyword)
    ajv.addKeyword({
      keyword,
      ...(types && { type: types }),
      compile: (limit: unknown, schema) => comparisonFor(schema as SchemaNode).bind(undefined, limit),
    })
  }
  for (const [keyword, holds] of Object.entries(numberLimits) as [DecimalLimit, (value: number, limit: number) => boolean][])
    add(keyword, ['number', 'string'], (schema) => (limit, value) => {
      if (typeof value === 'number') return typeof limit !== 'number' || holds(value, limit)
      return !isDecimalSchema(schema) || keepsDecimalLimit(keyword, limit, value)
    })
  for (const keyword of timeLimitNames)
    add(keyword, ['string'], (schema) =>
      isDecimalSchema(schema)
        ? (limit, value) => keepsDecimalLimit(keyword, limit, value)
        : (limit, value) => keepsTimeLimit(keyword, limit, value as string),
    )
  add('scale', ['string'], (schema) => (_, value) => !isDecimalSchema(schema) || keepsScale(schema, value))
  add('const', undefined, (schema) => (one, value) => equalityKey(schema, one) === equalityKey(schema, value))
  add('enum', undefined, (schema) => {
    const keys = new Set((schema.enum as unknown[]).map((one) => equalityKey(schema, one)))
    return (_, value) => keys.has(equalityKey(schema, value))
  })
}

/** Ajv also applies a `type` next to a `$ref`, but in draft-07 the reference replaces the whole schema. */
function withoutTypesBesideReferences(node: unknown): unknown {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) {
    const items = node.map(withoutTypesBesideReferences)
    return items.some((item, index) => item !== node[index]) ? items : node
  }
  const isReference = typeof (node as { $ref?: unknown }).$ref === 'string'
  const entries = Object.entries(node)
  const mappedEntries = entries.flatMap(([key, value]): [string, unknown][] =>
    isReference && (key === 'type' || key === 'nullable') && !isSchemaLike(value) ? [] : [[key, withoutTypesBesideReferences(value)]],
  )
  return mappedEntries.length === entries.length && mappedEntries.every(([, value], index) => value === entries[index]![1])
    ? node
    : Object.fromEntries(mappedEntries)
}

/** False for a property named `type` next to a property named `$ref`. */
const isSchemaLike = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value)

/** A pattern that cannot be matched within the limits accepts the text. Ajv caches expressions by their text. */
const heldPattern = Object.assign(
  (pattern: string) => ({ test: (text: string) => testPattern(pattern, text) ?? true, toString: () => `/${pattern}/` }),
  { code: 'new RegExp' },
)
