import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { askForDependentFields, canDraw, dependentFields } from '#renderer/form/data/dependent-fields.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { flatDefaults, isFlat } from '#renderer/form/schema/plain-schema.ts'

const name = fc.constantFrom('a', 'b', 'c', 'd')
const text = fc.record({ type: fc.constant('string'), default: fc.option(fc.string(), { nil: undefined }) })
const number = fc.record({ type: fc.constant('integer'), default: fc.option(fc.integer(), { nil: undefined }) })
const tick = fc.record({ type: fc.constant('boolean'), default: fc.option(fc.boolean(), { nil: undefined }) })
const list = fc.record({
  type: fc.constant('array'),
  items: fc.constantFrom(
    { type: 'string' },
    { type: 'object', format: 'file' },
    { type: 'integer', enum: [1, 2] },
    { type: 'integer', references: 'book' },
  ),
  default: fc.option(fc.array(fc.string()), { nil: undefined }),
})
const written = (schema: object): FieldSchema => JSON.parse(JSON.stringify(schema)) as FieldSchema

describe('a flat form', () => {
  it('is drawn before any code for other forms has come', () => {
    expect(canDraw({ type: 'object', properties: { username: { type: 'string' }, stay: { type: 'boolean' } } })).toBe(true)
    expect(canDraw({ type: 'object', properties: { rows: { type: 'array', items: { type: 'object' } } } })).toBe(false)
  })
  it.each([
    ['a condition', { if: { properties: { a: { const: 1 } } }, then: { required: ['b'] } }],
    ['a branch', { properties: { a: { oneOf: [{ type: 'string' }, { type: 'integer' }] } } }],
    ['a group', { properties: { a: { type: 'object', properties: { b: { type: 'string', default: 'x' } } } } }],
    ['rows', { properties: { a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } } } }],
    ['lists of texts that are fields', { properties: { a: { type: 'array', items: { type: 'string', format: 'email' } } } }],
    ['a list that opens with rows', { properties: { a: { type: 'array', minItems: 1, items: { type: 'string' } } } }],
    ['a list with a default for its rows', { properties: { a: { type: 'array', items: { type: 'string', default: 'x' } } } }],
    ['a fixed value', { properties: { a: { type: 'string', const: 'x' } } }],
    ['a default of its own', { default: { a: 1 }, properties: { a: { type: 'integer' } } }],
    ['a reference', { properties: { a: { $ref: '#/definitions/b' } } }],
  ])('has no %s', (_, schema) => expect(isFlat({ type: 'object', ...schema } as FieldSchema)).toBe(false))
})

describe('defaults of a flat form', () => {
  beforeAll(askForDependentFields)
  it('are those of @rjsf/core', () => {
    const given = fc.dictionary(name, fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string())))
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(text, number, tick, list)), given, (properties, data) => {
        const schema = written({ type: 'object', properties })
        expect(isFlat(schema)).toBe(true)
        expect(flatDefaults(schema, data)).toEqual({ ...data, ...dependentFields().formDefaults(schema, data) })
      }),
    )
  })
})
