import { describe, expect, it } from 'vitest'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { conditionErrors, hiddenPaths } from '#schemas/rules/conditions/form-conditions.ts'
import { formWithFormats, gridWithFormats } from '#server/documents/condition-formats.ts'

const money = { type: 'string', format: 'decimal' }
const text = { type: 'string' }
const schema = {
  type: 'object',
  properties: { rest: money, note: text, lines: { type: 'array', items: { type: 'object', properties: { price: money, why: text } } } },
}
const isNothing = { properties: { rest: { const: '0' } } }

describe('the conditions of an expanded form', () => {
  const form = formWithFormats({
    name: 'invoice',
    schema,
    ui: {
      note: { visible: { properties: { rest: { formatExclusiveMinimum: '9' } } } },
      'lines[].why': { required: { properties: { price: { minimum: 100 } } } },
    },
    layout: [{ panel: 'Closed', visible: isNothing, fields: ['lines'] }],
  } as FormAnswer)
  it.each([
    ['10', false],
    ['9.00', true],
  ])('compare decimals as numbers: with a rest of %s the note is hidden: %s', (rest, isHidden) =>
    expect(hiddenPaths(form, { rest }).has('note')).toBe(isHidden),
  )
  it('do so in the layout and in rows', () => {
    expect([...hiddenPaths(form, { rest: '0.00' })]).not.toContain('lines')
    expect([...hiddenPaths(form, { rest: '1' })]).toContain('lines')
    const lines = [{ price: '99.99' }, { price: '100.00' }]
    expect(conditionErrors(form, { rest: '0', lines })).toEqual({ 'lines.1.why': { key: 'rules.required' } })
  })
})

describe('the actions of an expanded grid', () => {
  it('compare decimals as numbers', () => {
    const action = { id: 'close', type: 'call' as const, title: 'Close', when: isNothing }
    const grid = gridWithFormats({ name: 'invoices', columns: [], row: [action], bulk: [action], toolbar: [action] } as never, schema)
    for (const [one] of [grid.row!, grid.bulk!, grid.toolbar!])
      expect([matches(one!.when, { rest: '0.000' }), matches(one!.when, { rest: '0.001' })]).toEqual([true, false])
  })
})
