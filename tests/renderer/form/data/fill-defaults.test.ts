import { describe, expect, it } from 'vitest'
import { fillDefaults } from '#renderer/form/data/fill-defaults.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { normaliseSchema } from '#renderer/form/schema/normalise-schema.ts'
import { closestBranch, resolveSchema } from '#renderer/form/schema/resolve-schema.ts'

const fill = (schema: object, data: unknown = {}) => {
  const drawn = normaliseSchema(schema as never)
  return fillDefaults(drawn, data, drawn)
}

describe('a new record', () => {
  it('gets defaults and constants, and keeps what it has, null too', () => {
    expect(
      fill(
        {
          type: 'object',
          properties: { a: { default: 1 }, b: { const: 'x' }, c: { type: ['string', 'null'], default: 'y' }, d: { type: 'string' } },
        },
        { c: null },
      ),
    ).toEqual({ a: 1, b: 'x', c: null })
  })
  it('gets no default that its own place refuses', () =>
    expect(fill({ type: 'object', properties: { a: { type: 'string', default: false } } })).toEqual({}))
  it('gets no group that its defaults alone do not make whole', () => {
    const group = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, kind: { type: 'string', default: 'k' } } }
    expect(fill({ type: 'object', properties: { group } })).toEqual({})
    expect(fill({ type: 'object', required: ['group'], properties: { group } })).toEqual({ group: { kind: 'k' } })
    expect(fill({ type: 'object', properties: { group } }, { group: { name: 'n' } })).toEqual({ group: { name: 'n', kind: 'k' } })
  })
  it('gets no default that asks for a value which nobody gave, and none that another part of its place refuses', () => {
    expect(
      fill({
        type: 'object',
        properties: { strict: { type: 'boolean', default: false }, most: { type: 'number' }, size: { type: 'number', default: 1 } },
        dependencies: { strict: ['most'] },
      }),
    ).toEqual({ size: 1 })
    expect(
      fill({
        type: 'object',
        properties: { a: { allOf: [{ $ref: '#/definitions/any' }, { type: 'object' }] } },
        definitions: { any: { type: ['object', 'boolean'], default: true } },
      }),
    ).toEqual({})
  })
  it('gets the rows that a list has to have, and none where a row has nothing to hold', () => {
    expect(
      fill({
        type: 'object',
        properties: {
          rows: { type: 'array', minItems: 1, items: { type: 'object', properties: { a: { type: 'string' } } } },
          words: { type: 'array', minItems: 1, items: { type: 'string' } },
        },
      }),
    ).toEqual({ rows: [{}] })
  })
  it('ends where a schema leads back to itself', () => {
    expect(
      fill({
        type: 'object',
        properties: { size: { default: 1 }, more: { $ref: '#' }, list: { type: 'array', minItems: 1, items: { $ref: '#' } } },
      }),
    ).toMatchObject({ size: 1 })
  })
})

describe('the schema of a place', () => {
  it('is put together from its parts, its condition and its dependencies', () => {
    const schema = {
      allOf: [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { a: { maxLength: 3 } }, required: ['b'] },
      ],
      if: { required: ['a'] },
      then: { properties: { c: {} } },
      else: { properties: { d: {} } },
      dependencies: { a: { properties: { e: {} } } },
    }
    const resolved = resolveSchema(schema as never, {}, { a: 'x' })
    expect([Object.keys(resolved.properties!), resolved.required, resolved.properties!.a]).toEqual([
      ['a', 'c', 'e'],
      ['a', 'b'],
      { type: 'string', maxLength: 3 },
    ])
  })
  it('leaves what is inside it as it is written', () => {
    const root = { definitions: { a: { type: 'object', properties: { next: { $ref: '#/definitions/a' } } } } }
    expect(resolveSchema({ $ref: '#/definitions/a' }, root as never, {}).properties).toEqual({ next: { $ref: '#/definitions/a' } })
  })
  it('is the branch that data was written for', () => {
    const branches: FieldSchema[] = [
      { type: 'object', properties: { a: { type: 'string' } } },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
      { type: 'string' },
    ]
    expect([
      closestBranch(branches, { b: 'x' }, {}),
      closestBranch(branches, 'text', {}),
      closestBranch(branches, undefined, {}, 1),
      closestBranch(branches, {}, {}, 1),
    ]).toEqual([1, 2, 1, 1])
  })
})

it('a part that leads back to itself by many ways opens empty, and a new record stays small', () => {
  const names = Array.from({ length: 12 }, (_, at) => `p${at}`)
  const part = (own: string) => ({
    type: 'object',
    properties: {
      own: { default: own },
      ...Object.fromEntries(names.filter((name) => name !== own).map((name) => [name, { $ref: `#/definitions/${name}` }])),
    },
  })
  const schema = {
    type: 'object',
    properties: { flag: { default: true }, ...part('').properties },
    definitions: Object.fromEntries(names.map((name) => [name, part(name)])),
  }
  const text = JSON.stringify(fill(schema))
  expect([text.length < 100_000, text.includes('"flag":true')]).toEqual([true, true])
})
