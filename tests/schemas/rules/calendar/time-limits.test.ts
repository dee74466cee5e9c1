import { describe, expect, it } from 'vitest'
import { createSchemaAjv } from '#schemas/check/schema/schema-ajv.ts'
import { validateData } from '#schemas/rules/validation/validate-rules.ts'

const ajv = createSchemaAjv()

describe('formatMinimum and formatMaximum', () => {
  it.each([
    [{ format: 'date', formatMinimum: '2024-03-20' }, '2024-03-20', undefined],
    [{ format: 'date', formatMinimum: '2024-03-20' }, '2024-03-19', 'rules.not_before'],
    [{ format: 'date', formatMaximum: '2024-03-20' }, '2024-03-21', 'rules.not_after'],
    [{ format: 'date-time', formatMinimum: '2024-03-20T10:00:00Z' }, '2024-03-20T13:29:00+03:30', 'rules.not_before'],
    [{ format: 'date-time', formatMinimum: '2024-03-20T10:00:00Z' }, '2024-03-20T13:30:00+03:30', undefined],
    [{ format: 'date-time', formatMaximum: '2024-03-20' }, '2024-03-20T23:59:59Z', undefined],
    [{ format: 'date-time', formatMaximum: '2024-03-20' }, '2024-03-21T00:00:00Z', 'rules.not_after'],
    [{ formatMinimum: '08:30', formatMaximum: '17:00' }, '08:29', 'rules.not_before'],
    [{ formatMinimum: '08:30', formatMaximum: '17:00' }, '17:01', 'rules.not_after'],
    [{ formatMinimum: '08:30' }, 'whenever', undefined],
    [{ formatMinimum: '08:30' }, '2024-03-20', undefined],
  ])('%j says of %j: %s, here as on the server', (limits, value, key) => {
    const schema = { type: 'object', properties: { at: { type: 'string', ...limits } } }
    expect(validateData(schema, { at: value }).at?.map((message) => message.key)).toEqual(key === undefined ? undefined : [key])
    expect(ajv.compile(schema)({ at: value })).toBe(key === undefined)
  })
})
