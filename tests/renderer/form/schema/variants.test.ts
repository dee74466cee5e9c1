import { describe, expect, it } from 'vitest'
import { changeVariant, ownValues, variantIn, variantSchema, variantsOf, type Variants } from '#renderer/form/schema/variants.ts'

const contact = {
  type: 'object',
  properties: { note: { type: 'string' } },
  oneOf: [
    {
      title: 'E-mail',
      properties: { kind: { const: 'email' }, address: { type: 'string' }, both: { type: 'string' } },
      required: ['kind', 'address'],
    },
    { $ref: '#/definitions/phone' },
  ],
}
const root = {
  definitions: {
    phone: {
      type: 'object',
      properties: { kind: { enum: ['phone'] }, number: { type: 'integer', default: 7 }, both: { type: 'string', maxLength: 2 } },
      required: ['kind', 'number'],
    },
  },
}
const found = variantsOf(contact, root, undefined) as Variants

describe('the variants of an object', () => {
  it('are told apart by the property that is a constant in each', () => {
    expect(found).toMatchObject({
      discriminator: 'kind',
      base: { properties: { note: {} } },
      branches: [{ title: 'E-mail' }, { properties: { number: {} } }],
    })
    expect(variantsOf({ type: 'object', oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, {}, undefined)).not.toHaveProperty(
      'discriminator',
    )
  })
  it('are none where a branch is no object, or the data is none', () => {
    expect(variantsOf({ anyOf: [{ type: 'object', properties: {} }, { type: 'null' }] }, {}, undefined)).toBeUndefined()
    expect(variantsOf(contact, root, 'text')).toBeUndefined()
    expect(variantsOf({ type: 'object', properties: {} }, {}, {})).toBeUndefined()
  })
  it('are known from the data: by the constant, by what was chosen, by what fits', () => {
    expect(variantIn(found, { kind: 'phone', address: 'x' }, root, 0)).toBe(1)
    expect([variantIn(found, {}, root, 1), variantIn(found, { both: 'a' }, root, 1), variantIn(found, undefined, root, undefined)]).toEqual(
      [1, 1, 0],
    )
    expect(variantIn(found, { address: 'a@b.test' }, root, 1)).toBe(0)
  })
  it('are none of an object that may be left out, until one is chosen or something stands there', () => {
    expect([
      variantIn(found, undefined, root, undefined, true),
      variantIn(found, {}, root, 1, true),
      variantIn(found, { address: 'x' }, root, undefined, true),
    ]).toEqual([undefined, 1, 0])
    expect(changeVariant(found, undefined, undefined, 1, root)).toEqual({ kind: 'phone', number: 7 })
  })
  it('follow a field that says which one it is, and are none before it does', () => {
    const told = variantsOf({ ...contact, properties: { ...contact.properties, kind: { enum: ['email', 'phone'] } } }, root, {}) as Variants
    expect([told.isField, variantIn(told, { note: 'x' }, root, undefined), variantIn(told, { kind: 'phone' }, root, undefined)]).toEqual([
      true,
      undefined,
      1,
    ])
    expect([variantSchema(told, undefined).properties, variantSchema(told, 1).properties!.kind]).toEqual([
      { note: { type: 'string' }, kind: { enum: ['email', 'phone'] } },
      { enum: ['email', 'phone'] },
    ])
  })
  it('keep what both take, and what none of them names', () => {
    expect(changeVariant(found, { kind: 'email', address: 'a', both: 'ab', note: 'n' }, 0, 1, root)).toEqual({
      kind: 'phone',
      number: 7,
      both: 'ab',
      note: 'n',
    })
    expect(changeVariant(found, { kind: 'email', both: 'abc' }, 0, 1, root)).toEqual({ kind: 'phone', number: 7 })
  })
  it('find what was typed into them when somebody comes back', () => {
    const email = { kind: 'email', address: 'a@example.com', both: 'abc', note: 'n' }
    const phone = changeVariant(found, email, 0, 1, root)
    const typed = ownValues(found, email, 0)
    expect([typed, phone]).toEqual([
      { address: 'a@example.com', both: 'abc' },
      { kind: 'phone', number: 7, note: 'n' },
    ])
    expect(changeVariant(found, phone, 1, 0, root, typed)).toEqual(email)
    expect(changeVariant(found, { kind: 'phone', both: 'xy' }, 1, 0, root, typed)).toMatchObject({ both: 'xy' })
  })
})
