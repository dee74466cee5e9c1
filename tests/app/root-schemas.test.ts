import { beforeAll, describe, expect, it } from 'vitest'
import { checkCase } from '#app/check-forms/check-case.tsx'
import { formOf } from '#app/check-forms/form-of-schema.ts'
import { setWidgets } from '#renderer'
import { buildPayload } from '#renderer/form/data/payload.ts'
import { initialData } from '#renderer/form/data/initial-data.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { normaliseSchema } from '#renderer/form/schema/normalise-schema.ts'
import { withPlainRoot } from '#renderer/form/schema/root-schema.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { widgets } from '#widgets/index.ts'

beforeAll(async () => {
  setWidgets(widgets)
  await loadRuleMessages('en')
})

const person = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 2 }, age: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
}
const address = { type: 'object', properties: { city: { type: 'string' } } }
const definitions = { person, address, again: { $ref: '#/definitions/person' } }
const data = { name: 'Sara', age: 30, tags: ['a', 'b'] }
const kinds = {
  oneOf: [
    { properties: { kind: { const: 'a' }, name: { type: 'string' } }, required: ['kind', 'name'] },
    { properties: { kind: { const: 'b' }, age: { type: 'integer' } }, required: ['kind', 'age'] },
  ],
}
const draft = (version: string) => `http://json-schema.org/draft-${version}/schema#`

/** The roots that were found to lose what they hold, or that are near to them. */
const roots: Record<string, { schema: object; data?: object }> = {
  'a $ref to a definition': { schema: { $ref: '#/definitions/person', definitions }, data },
  'a $ref without data of its own': { schema: { $ref: '#/definitions/person', definitions } },
  'a $ref to a $ref': { schema: { $ref: '#/definitions/again', definitions }, data },
  'a $ref of draft 4': { schema: { $schema: draft('04'), id: 'http://example.org/p', $ref: '#/definitions/person', definitions }, data },
  'a $ref of draft 6': { schema: { $schema: draft('06'), $id: 'http://example.org/p', $ref: '#/definitions/person', definitions }, data },
  'a $ref of draft 7': { schema: { $schema: draft('07'), $ref: '#/definitions/person', definitions }, data },
  'a $ref of 2020-12, into $defs': {
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', $ref: '#/$defs/person', $defs: { person } },
    data,
  },
  'a $ref to a name': { schema: { $ref: '#who', definitions: { who: { ...person, $id: '#who' } } }, data },
  'a $ref with a type beside it': { schema: { type: 'object', $ref: '#/definitions/person', definitions }, data },
  'a $ref with texts beside it': { schema: { title: 'Somebody', description: 'D', $ref: '#/definitions/person', definitions }, data },
  'a $ref with properties beside it, in draft 7': {
    schema: { $schema: draft('07'), $ref: '#/definitions/person', properties: { name: { type: 'integer' } }, definitions },
    data,
  },
  'a $ref with properties beside it, in 2020-12': {
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $ref: '#/$defs/person',
      properties: { city: { type: 'string' } },
      $defs: { person },
    },
    data: { ...data, city: 'Shiraz' },
  },
  'a $ref to what is put together': {
    schema: {
      $ref: '#/definitions/both',
      definitions: { ...definitions, both: { allOf: [{ $ref: '#/definitions/person' }, { $ref: '#/definitions/address' }] } },
    },
    data: { ...data, city: 'Shiraz' },
  },
  'a $ref to one of several': { schema: { $ref: '#/definitions/kinds', definitions: { kinds } }, data: { kind: 'b', age: 4 } },
  'allOf of $refs': {
    schema: { allOf: [{ $ref: '#/definitions/person' }, { $ref: '#/definitions/address' }], definitions },
    data: { ...data, city: 'Shiraz' },
  },
  'allOf without data of its own': {
    schema: { allOf: [{ $ref: '#/definitions/person' }, { $ref: '#/definitions/address' }], definitions },
  },
  'a condition': {
    schema: {
      if: { properties: { name: { const: 'Sara' } } },
      then: { properties: { city: { type: 'string' } } },
      else: { properties: { age: { type: 'integer' } } },
      properties: { name: { type: 'string' } },
    },
    data: { name: 'Sara', city: 'Shiraz' },
  },
  'a condition of $refs alone': {
    schema: {
      if: { properties: { name: { type: 'string' } }, required: ['name'] },
      then: { $ref: '#/definitions/person' },
      else: { $ref: '#/definitions/address' },
      definitions,
    },
    data,
  },
  'oneOf of objects': { schema: kinds, data: { kind: 'a', name: 'Sara' } },
  'oneOf of $refs': { schema: { oneOf: [{ $ref: '#/definitions/person' }, { ...address, required: ['city'] }], definitions }, data },
  'anyOf of $refs': { schema: { anyOf: [{ $ref: '#/definitions/person' }, { $ref: '#/definitions/address' }], definitions }, data },
  'oneOf without data of its own': { schema: kinds },
  'properties of draft 3': { schema: { $schema: draft('03'), properties: { name: { type: 'string' } } }, data: { name: 'Sara' } },
}

describe('the root of a schema', () => {
  it.each(Object.entries(roots))('may be %s: nothing is lost', async (_, { schema, data: given }) => {
    const result = await checkCase({ schema, ...(given && { data: given }) })
    expect(result.findings).toEqual([])
    expect(result.roundTrips).toBeGreaterThan(0)
  })

  it.each(Object.entries(roots).filter(([, { data: given }]) => given))(
    'may be %s: what it holds is a field of its own',
    (_, { schema, data: given }) => {
      const form = formOf({ schema, data: given })
      const opened = initialData(form, normaliseSchema(form.schema), given as Record<string, unknown>)
      expect(buildPayload(form, opened, opened)).toEqual(given)
    },
  )

  it.each(Object.entries(roots).filter(([, { data: given }]) => given))(
    'may be %s in a form of a module too',
    (_, { schema, data: given }) => {
      const form = { name: 'own', schema: withPlainRoot(schema as FieldSchema), ui: {} } as unknown as FormAnswer
      const opened = initialData(form, normaliseSchema(form.schema), given as Record<string, unknown>)
      expect(buildPayload(form, opened, opened)).toEqual(given)
    },
  )

  it('may be a text, whose data is a value of its own', async () => {
    const result = await checkCase({
      schema: { $ref: '#/definitions/t', definitions: { t: { type: 'string', minLength: 2 } } },
      data: 'text',
    })
    expect(result.findings).toEqual([])
    expect(result.roundTrips).toBe(1)
  })
})
