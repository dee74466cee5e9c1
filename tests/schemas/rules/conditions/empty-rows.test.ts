import { describe, expect, it } from 'vitest'
import { withoutEmptyRows } from '#schemas/rules/conditions/empty-rows.ts'

const item = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, count: { type: 'integer', default: 1 } } }
const form = (list: object = {}, beside: object = {}) => ({
  type: 'object',
  properties: { rows: { type: 'array', items: item, ...list } },
  ...beside,
})
const filled = { name: 'a', count: 2 }

describe('rows that nobody filled in', () => {
  it('are dropped, wherever they stand', () =>
    expect(withoutEmptyRows(form(), { rows: [{}, filled, { name: '', count: null }] })).toEqual({ rows: [filled] }))
  it('may hold what they opened with', () => {
    expect(withoutEmptyRows(form(), { rows: [{ count: 1 }, filled] }, { opened: true })).toEqual({ rows: [filled] })
    expect(withoutEmptyRows(form(), { rows: [{ count: 5 }, filled] }, { opened: true })).toEqual({ rows: [{ count: 5 }, filled] })
    expect(withoutEmptyRows(form(), { rows: [{ count: 1 }] })).toEqual({ rows: [{ count: 1 }] })
  })
  it('are a choice where nothing in them is missing', () =>
    expect(withoutEmptyRows(form({ items: { ...item, required: [] } }), { rows: [{ count: 1 }] }, { opened: true })).toEqual({
      rows: [{ count: 1 }],
    }))
  it('stay as far as the list must have rows', () => {
    expect(withoutEmptyRows(form({ minItems: 2 }), { rows: [{}, filled, {}] })).toEqual({ rows: [{}, filled] })
    expect(withoutEmptyRows(form({}, { required: ['rows'] }), { rows: [{}, {}] })).toEqual({ rows: [{}] })
    expect(withoutEmptyRows(form({ rules: 'required' }), { rows: [{}] })).toEqual({ rows: [{}] })
  })
  it('may hold what was computed of them', () => {
    const amount = { type: 'string', format: 'decimal', computed: '0', readOnly: true }
    const items = { ...item, properties: { ...item.properties, amount } }
    expect(withoutEmptyRows(form({ items }), { rows: [{ amount: '0.00' }, filled] })).toEqual({ rows: [filled] })
    expect(withoutEmptyRows(form({ items }), { rows: [{ count: 1, amount: '0.00' }] }, { opened: true })).toEqual({ rows: [] })
  })
  it('are dropped beside one that is stored like them', () =>
    expect(withoutEmptyRows(form(), { rows: [{}, filled, {}] }, { stored: { rows: [{}] } })).toEqual({ rows: [{}, filled] }))
  it('stay where they are stored so', () =>
    expect(withoutEmptyRows(form(), { rows: [{ name: '' }, {}] }, { stored: { rows: [{ name: '' }] } })).toEqual({ rows: [{ name: '' }] }))
  it('are dropped inside groups and rows, by reference too', () => {
    const schema = {
      type: 'object',
      properties: { box: { type: 'object', properties: { lines: { $ref: '#/definitions/lines' } } } },
      definitions: { lines: { type: 'array', items: { type: 'object', properties: { parts: { type: 'array', items: item } } } } },
    }
    expect(withoutEmptyRows(schema, { box: { lines: [{ parts: [{}, filled] }, { parts: [{}] }] } })).toEqual({
      box: { lines: [{ parts: [filled] }] },
    })
  })
  it('are the only thing that is touched', () => {
    const data = { rows: [filled], other: [{}] }
    expect(withoutEmptyRows(form(), data)).toBe(data)
  })
})
