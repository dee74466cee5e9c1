import { describe, expect, it } from 'vitest'
import { inFormOrder } from '#renderer/form/schema/form-order.ts'

const schema = {
  type: 'object',
  properties: {
    a: { type: 'string' },
    rows: { type: 'array', items: { type: 'object', properties: { x: {}, y: {} } } },
    b: { type: 'string' },
    group: { type: 'object', properties: { c: {}, d: {} } },
  },
}

describe('paths in the order of the form', () => {
  it('follow the schema, and rows their number', () =>
    expect(inFormOrder({ schema }, ['b', 'rows.10.x', 'rows.2.y', 'rows.2.x', 'rows', 'a'])).toEqual([
      'a',
      'rows',
      'rows.2.x',
      'rows.2.y',
      'rows.10.x',
      'b',
    ]))
  it('follow the layout, inside tabs too, and come last when it does not name them', () => {
    const layout = [
      {
        tabs: [
          { title: 'one', fields: ['group.d', 'b'] },
          { title: 'two', fields: ['rows'] },
        ],
      },
    ]
    expect(inFormOrder({ schema, layout }, ['a', 'group.c', 'rows.0.x', 'b', 'group.d'])).toEqual([
      'group.d',
      'b',
      'rows.0.x',
      'a',
      'group.c',
    ])
  })
})
