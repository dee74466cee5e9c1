import { expect, it } from 'vitest'
import { validateEntity } from '#server/model/entity-validator.ts'

const entity = { name: 'part', title: 'Part', schema: { type: 'object' as const, required: ['price'], properties: { price: { type: 'string', format: 'decimal', rules: 'required|min_value:0' }, count: { type: 'integer', rules: 'between:1,5' } } } }
const keysOf = (record: Record<string, unknown>) => Object.fromEntries(Object.entries(validateEntity(entity, record, 'en')).map(([path, messages]) => [path, messages.map(message => (typeof message === 'string' ? message : message.key))]))

it.each([
  ['a decimal in another notation is no decimal, whatever its size', { price: '1e5' }, { price: ['rules.decimal'] }],
  ['a decimal that is too small', { price: '-1' }, { price: ['rules.min_value'] }],
  ['nothing at all', {}, { price: ['rules.required'] }],
  ['text for a number', { price: '1', count: 'many' }, { count: ['rules.type_integer'] }],
])('says of %s', (_, record, errors) => expect(keysOf(record)).toEqual(errors))
