import { describe, expect, it } from 'vitest'
import { createSchemaAjv } from '#schemas/check/schema/schema-ajv.ts'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { validateData } from '#schemas/rules/validation/validate-rules.ts'

const order = {
  type: 'object',
  properties: {
    rest: { type: 'string', format: 'decimal' },
    code: { type: 'string' },
    lines: { type: 'array', items: { type: 'object', properties: { price: { $ref: '#/definitions/money' } } } },
  },
  definitions: { money: { type: 'string', format: 'decimal' } },
}

describe('a condition takes the format of its properties from the record', () => {
  const holds = (rest: object, value: unknown) => matches(withFieldFormats({ properties: { rest } }, order), { rest: value })
  it.each([
    [{ minimum: 9 }, '10', '8.99'],
    [{ maximum: 9.5 }, '9.50', '10'],
    [{ exclusiveMinimum: 0 }, '0.01', '0.00'],
    [{ exclusiveMaximum: 0 }, '-0.01', '-0.00'],
    [{ formatMinimum: '100' }, '100.00', '99.99'],
    [{ formatMaximum: '0' }, '-3', '0.1'],
    [{ formatExclusiveMinimum: '0.10' }, '0.11', '0.1'],
    [{ formatExclusiveMaximum: '12345678901234567890.2' }, '12345678901234567890.1', '12345678901234567890.20'],
    [{ const: '0' }, '0.00', '0.01'],
    [{ const: 7.5 }, '007.50', '7.51'],
    [{ enum: ['1.0', '2.0'] }, '2', '3'],
    [{ not: { const: '0' } }, '1', '0.00'],
    [{ anyOf: [{ maximum: 1 }, { const: '5' }] }, '5.0', '4'],
  ])('%j holds for %s and not for %s', (rest, yes, no) => {
    expect([holds(rest, yes), holds(rest, no)]).toEqual([true, false])
  })
  it('leaves text alone, and finds the format behind a reference and in rows', () => {
    expect(matches(withFieldFormats({ properties: { code: { const: '1' } } }, order), { code: '1.0' })).toBe(false)
    const row = withFieldFormats({ properties: { lines: { contains: { properties: { price: { const: '0' } } } } } }, order)
    expect(matches(row, { lines: [{ price: '0.00' }] })).toBe(true)
  })
})

describe('null in a condition counts as absent', () => {
  const on = (a: object | boolean) => ({ properties: { a } })
  it.each([
    [on({ const: null }), true],
    [on({ type: 'null' }), true],
    [on({ type: ['string', 'null'] }), true],
    [on({ enum: [null, 1] }), true],
    [on({ not: { const: null } }), false],
    [on({ not: { type: 'null' } }), false],
    [on({ not: { const: 'x' } }), false],
    [on({}), false],
    [on(true), false],
    [on(false), true],
    [on({ maxLength: 3 }), false],
    [on({ enum: ['null'] }), false],
    [{ required: ['a'] }, false],
    [{ not: { required: ['a'] } }, true],
    [{ not: on({ const: 'x' }) }, true],
    [{ if: on({ minimum: 1 }), then: false }, true],
  ])('%j: %s of a stored null as of a missing field', (condition, expected) => {
    expect([{ a: null }, {}, { a: undefined }].map((data) => matches(condition, data))).toEqual([expected, expected, expected])
  })
  it('asks what is required to be filled', () => {
    expect(['', [], null, 0, false, 'x'].map((a) => matches({ required: ['a'] }, { a }))).toEqual([false, false, false, true, true, true])
    expect(matches({ properties: { a: { const: '' } } }, { a: '' })).toBe(true)
  })
})

describe('limits of decimals', () => {
  it.each([
    [{ minimum: 0 }, '-0.01', 'rules.min_value'],
    [{ maximum: 10 }, '10.01', 'rules.max_value'],
    [{ exclusiveMinimum: 0 }, '0.00', 'rules.greater_than'],
    [{ exclusiveMaximum: 10 }, '10.0', 'rules.less_than'],
    [{ formatMinimum: '0.5' }, '0.49', 'rules.min_value'],
    [{ formatMaximum: '0.5' }, '0.51', 'rules.max_value'],
    [{ formatExclusiveMinimum: '0.5' }, '0.50', 'rules.greater_than'],
    [{ formatExclusiveMaximum: '0.5' }, '0.50', 'rules.less_than'],
    [{ enum: ['1', '2'] }, '3', 'rules.included'],
    [{ const: '1' }, '1.1', 'rules.included'],
    [{ const: '1' }, '1.00', undefined],
    [{ enum: ['1', '2'] }, '2.0', undefined],
    [{ minimum: 9 }, '10', undefined],
  ])('%j says of %s: %s, here as on the server', (limits, value, key) => {
    const schema = { type: 'object', properties: { n: { type: 'string', format: 'decimal', ...limits } } }
    expect(validateData(schema, { n: value }).n?.map((message) => message.key)).toEqual(key === undefined ? undefined : [key])
    expect(createSchemaAjv().compile(schema)({ n: value })).toBe(key === undefined)
  })
  it('keeps days beyond an exclusive limit apart from those on it', () => {
    const schema = { properties: { at: { type: 'string', format: 'date', formatExclusiveMaximum: '2024-03-20' } } }
    expect(validateData(schema, { at: '2024-03-20' }).at).toEqual([{ key: 'rules.before', values: { date: '2024-03-20' } }])
    expect(validateData(schema, { at: '2024-03-19' })).toEqual({})
    expect(createSchemaAjv().compile(schema)({ at: '2024-03-20' })).toBe(false)
  })
})
