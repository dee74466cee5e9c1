import { expect, it } from 'vitest'
import { validateEntity } from '#server/model/write/entity-validator.ts'

const entity = {
  name: 'part',
  title: 'Part',
  schema: {
    type: 'object' as const,
    required: ['price'],
    properties: {
      price: { type: 'string', format: 'decimal', rules: 'required|min_value:0' },
      count: { type: 'integer', rules: 'between:1,5' },
      due: { type: 'string', format: 'date', formatMinimum: '2024-03-20' },
      code: { type: 'string', pattern: '^(a+)+$' },
    },
  },
}
const keysOf = (record: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(validateEntity(entity, record, 'en')).map(([path, messages]) => [
      path,
      messages.map((message) => (typeof message === 'string' ? message : message.key)),
    ]),
  )

it.each([
  ['a decimal in another notation is no decimal, whatever its size', { price: '1e5' }, { price: ['rules.decimal'] }],
  ['a decimal that is too small', { price: '-1' }, { price: ['rules.min_value'] }],
  ['nothing at all', {}, { price: ['rules.required'] }],
  ['text for a number', { price: '1', count: 'many' }, { count: ['rules.type_integer'] }],
  ['a day before its limit', { price: '1', due: '2024-03-19' }, { due: ['rules.not_before'] }],
  ['a text on which a pattern would go back without end', { price: '1', code: `${'a'.repeat(40)}!` }, { code: ['rules.regex'] }],
])('says of %s', (_, record, errors) => expect(keysOf(record)).toEqual(errors))

it('leaves out rules that are not among the allowed ones', () =>
  expect(Object.keys(validateEntity(entity, { price: '-1', count: 9 }, 'en', ['between']))).toEqual(['count']))

it('takes an empty text for nothing where a condition requires a field', () => {
  const dear = { required: ['amount'], properties: { amount: { minimum: 100 } } }
  const payment = {
    name: 'payment',
    title: 'Payment',
    schema: {
      type: 'object' as const,
      properties: { amount: { type: 'integer' }, reason: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
      allOf: [{ if: dear, then: { required: ['reason'] } }, { dependencies: { reason: ['tags'] } }],
    },
  }
  const missing = (record: Record<string, unknown>) => Object.keys(validateEntity(payment, record, 'en')).sort()
  expect(missing({ amount: 150, reason: '', tags: ['a'] })).toEqual(['reason'])
  expect(missing({ amount: 150, reason: ' ', tags: ['a'] })).toEqual(['reason'])
  expect(missing({ amount: 150, reason: 'so', tags: [] })).toEqual(['tags'])
  expect(missing({ amount: 150, reason: 'so', tags: ['a'] })).toEqual([])
  expect(missing({ amount: 50, tags: [] })).toEqual([])
})
