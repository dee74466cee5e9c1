import { describe, expect, it } from 'vitest'
import { createSchemaAjv } from '#schemas/check/schema/schema-ajv.ts'
import { validateData } from '#schemas/rules/validation/validate-rules.ts'

const amount = (scale: number) => ({ type: 'object', properties: { amount: { type: 'string', format: 'decimal', scale } } })

describe('the scale of a decimal', () => {
  it.each([
    [2, '10.55', true],
    [2, '10.5500', true],
    [2, '10.555', false],
    [0, '10', true],
    [0, '10.0', true],
    [0, '10.5', false],
    [2, '-0.001', false],
    [2, '123456789012345678901234567890.12', true],
  ])('of %i takes %s: %s, in the browser and on the server', (scale, value, fits) => {
    const schema = amount(scale)
    expect(validateData(schema, { amount: value }).amount === undefined).toBe(fits)
    expect(createSchemaAjv().validate(schema, { amount: value })).toBe(fits)
  })

  it('says how many decimals there may be', () => {
    expect(validateData(amount(2), { amount: '1.234' })).toEqual({ amount: [{ key: 'rules.decimal_places', values: { decimals: 2 } }] })
    expect(validateData(amount(0), { amount: '1.5' })).toEqual({ amount: [{ key: 'rules.type_integer' }] })
  })

  it('means nothing for texts and numbers', () => {
    const schema = { type: 'object', properties: { size: { type: ['string', 'number'], scale: 0 } } }
    expect(validateData(schema, { size: '1.5' })).toEqual({})
    expect(validateData(schema, { size: 1.5 })).toEqual({})
  })
})
