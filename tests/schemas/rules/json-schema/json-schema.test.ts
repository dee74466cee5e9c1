import Ajv from 'ajv'
import { describe, expect, it } from 'vitest'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { isValid, validateSchema, type HeldPattern } from '#schemas/rules/json-schema/json-schema.ts'

const schema = {
  type: 'object',
  required: ['a', 'b'],
  additionalProperties: false,
  properties: {
    a: { type: 'string', maxLength: 2 },
    b: { type: 'object', properties: { c: { enum: [1] } } },
    d: { type: 'array', items: { $ref: '#/definitions/x' } },
    e: { anyOf: [{ type: 'string' }, { type: 'object', properties: { k: { type: 'number' } } }] },
    f: { type: 'string', format: 'decimal' },
    'g/h': { type: 'string', minLength: 2 },
  },
  definitions: { x: { type: 'integer', minimum: 3 } },
}

describe('validateSchema', () => {
  it('looks at no more items of a list than it may have', () => {
    const list = { type: 'array', maxItems: 2, items: { type: 'string' } }
    expect(validateSchema(list, Array(50_000).fill(1))).toEqual([
      { pointer: '', keyword: 'maxItems', value: 2 },
      { pointer: '/0', keyword: 'type', value: 'string' },
      { pointer: '/1', keyword: 'type', value: 'string' },
    ])
  })

  it('names the place, the keyword and its value', () => {
    expect(validateSchema(schema, { a: 'abc', b: { c: 2 }, d: [1, 'x'], e: { k: 's' }, f: '1,5', 'g/h': 'x', z: 1 })).toEqual(
      expect.arrayContaining([
        { pointer: '/a', keyword: 'maxLength', value: 2 },
        { pointer: '/b/c', keyword: 'enum', value: [1] },
        { pointer: '/d/0', keyword: 'minimum', value: 3 },
        { pointer: '/d/1', keyword: 'type', value: 'integer' },
        { pointer: '/e/k', keyword: 'type', value: 'number' },
        { pointer: '/f', keyword: 'format', value: 'decimal' },
        { pointer: '/g~1h', keyword: 'minLength', value: 2 },
        { pointer: '/z', keyword: 'additionalProperties' },
      ]),
    )
    expect(validateSchema(schema, {})).toEqual([
      { pointer: '/a', keyword: 'required' },
      { pointer: '/b', keyword: 'required' },
    ])
  })
  it('reports a choice as one error when no branch is nearer', () => {
    expect(validateSchema({ oneOf: [{ type: 'string' }, { type: 'number' }] }, true)).toEqual([
      expect.objectContaining({ pointer: '', keyword: 'oneOf' }),
    ])
  })
  it('ignores undefined, follows recursion and stops at depth', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } }, n: { type: 'number' } } }
    expect(validateSchema(tree, { n: undefined, children: [{ children: [{ n: 'x' }] }] })).toEqual([
      { pointer: '/children/0/children/0/n', keyword: 'type', value: 'number' },
    ])
    let deep: Record<string, unknown> = {}
    for (let level = 0; level < 5000; level++) deep = { children: [deep] }
    expect(validateSchema(tree, deep)).toEqual([{ pointer: '', keyword: 'depth' }])
  })
  it('refuses everything when the schema cannot be run, instead of failing', () => {
    expect(validateSchema({ $ref: '#/definitions/none' }, 1)).toEqual([{ pointer: '', keyword: 'schema' }])
    expect(validateSchema({ definitions: { a: { $ref: '#/definitions/a' } }, $ref: '#/definitions/a' }, 1)).toEqual([
      { pointer: '', keyword: 'schema' },
    ])
  })
  it('follows a pattern that backtracks without going back, and holds what is too much even so', () => {
    const schema = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
    expect(isValid(schema, { a: `${'a'.repeat(40)}!` })).toBe(false)
    expect(isValid(schema, { a: 'a'.repeat(40) })).toBe(true)
    const held: HeldPattern[] = []
    const text = 'a'.repeat(1_000_000)
    expect(validateSchema(schema, { a: text }, { onHeldPattern: (one) => held.push(one) })).toEqual([])
    expect(held).toEqual([{ pointer: '/a', pattern: '^(a+)+$', text }])
  })
  it('resolves the references of a part by the document that it is a part of', () => {
    const root = { definitions: { n: { type: 'number' } }, properties: { a: { $ref: '#/definitions/n' } } }
    expect(isValid({ $ref: '#/definitions/n' }, 'x', { root })).toBe(false)
    expect(isValid({ items: { $ref: '#/properties/a' } }, [1], { root })).toBe(true)
  })
  it('reads what later drafts say where $schema names them', () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema'
    expect(isValid({ $schema, prefixItems: [{ type: 'string' }], items: false }, ['a', 1])).toBe(false)
    expect(isValid({ $schema, dependentRequired: { a: ['b'] } }, { a: 1 })).toBe(false)
    expect(isValid({ $schema, allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1, b: 1 })).toBe(false)
    expect(isValid({ $schema, allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1 })).toBe(true)
    expect(isValid({ $schema, $defs: { n: { $anchor: 'n', type: 'number' } }, $ref: '#n', minimum: 2 }, 1)).toBe(false)
    expect(isValid({ $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true }, 1)).toBe(false)
  })
  it('ends where a schema multiplies its own branches', () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `l${at}`,
        {
          allOf:
            at === 29
              ? [true]
              : [{ $ref: `#/definitions/l${at + 1}` }, { $ref: `#/definitions/l${at + 1}` }, { $ref: `#/definitions/l${at + 1}` }],
        },
      ]),
    )
    expect(validateSchema({ definitions, $ref: '#/definitions/l0' }, 1)).toEqual([{ pointer: '', keyword: 'schema' }])
  })
  it('agrees with ajv on whether data is valid', () => {
    const check = new Ajv({ strict: false, formats: { decimal: /^-?\d+(\.\d+)?$/ } }).compile(schema)
    for (const data of [
      { a: 'x', b: {} },
      { a: 'x', b: { c: 1 }, d: [3] },
      { a: 'xyz', b: {} },
      { a: 'x', b: {}, e: 3 },
      { a: 'x', b: {}, f: '1.5' },
      { a: 'x', b: null },
      null,
      [],
      'x',
    ])
      expect(isValid(schema, data)).toBe(check(data))
  })
})

describe('matches', () => {
  const published = { properties: { status: { const: 'published' } } }
  it('needs what it names', () => {
    expect([
      matches(published, { status: 'published' }),
      matches(published, {}),
      matches(published, { status: undefined }),
      matches(published, null),
      matches(undefined, {}),
    ]).toEqual([true, false, false, false, true])
    expect(matches({ properties: { lent_to: { const: null } } }, { lent_to: null })).toBe(true)
    expect(matches({ anyOf: [published, { properties: { a: { properties: { b: { minimum: 3 } } } } }] }, { a: {} })).toBe(false)
    expect(matches({ not: published }, {})).toBe(true)
    expect(matches({ properties: { gone: false } }, {})).toBe(true)
  })
})
