import { describe, expect, it } from 'vitest'
import { buildPayload } from '#renderer/form/data/payload.ts'

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    price: { type: 'string', format: 'decimal' },
    author_id: { type: 'integer', references: 'user' },
    created: { type: 'string', readOnly: true },
    kind: { type: 'string' },
    company: { type: 'string' },
    rows: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
}

describe('what a form sends', () => {
  it('sends a value that was cleared in a row of its own as null, wherever the row has moved', () => {
    const item = { type: 'object', additionalProperties: false, properties: { id: { type: 'integer' }, note: { type: 'string', format: 'email' } } }
    const form = { schema: { type: 'object', properties: { lines: { type: 'array', rows: 'order_line', items: item } } } }
    const stored = { lines: [{ id: 1, note: 'a@b.c' }, { id: 2, note: 'd@e.f' }] }
    expect(buildPayload(form as never, { lines: [{ id: 2, version: 4 }, { id: 1, note: 'a@b.c' }, {}] }, stored)).toEqual({
      lines: [{ id: 2, note: null }, { id: 1, note: 'a@b.c' }, {}],
    })
  })
  it('sends the rows that a list must have, also unfilled, and leaves them out with a group that nobody filled in', () => {
    const rows = {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          kind: { type: 'string', default: 'k' },
          more: { type: 'object', properties: { on: { type: 'boolean', default: false } } },
        },
      },
    }
    const opened = { rows: [{ kind: 'k', more: { on: false } }] }
    const inGroup = { schema: { type: 'object', properties: { group: { type: 'object', properties: { rows, note: { type: 'string' } } } } } }
    expect(buildPayload({ schema: { type: 'object', properties: { rows } } } as never, opened, {})).toEqual(opened)
    expect(buildPayload(inGroup as never, { group: opened }, {})).toEqual({})
    expect(buildPayload(inGroup as never, { group: { ...opened, note: 'x' } }, {})).toEqual({ group: { ...opened, note: 'x' } })
    expect(buildPayload(inGroup as never, { group: { rows: [{ kind: 'other' }] } }, {})).toEqual({ group: { rows: [{ kind: 'other' }] } })
  })
  it('sends nothing of a oneOf branch that was left, and the branch that was stored as it came', () => {
    const payment = {
      type: 'object',
      properties: { kind: { enum: ['cash', 'card'] } },
      oneOf: [
        { properties: { kind: { const: 'cash' }, till: { type: 'string' } } },
        { properties: { kind: { const: 'card' }, number: { type: 'string' } } },
      ],
    }
    const both = { kind: 'cash', till: '1', number: '2' }
    const nested = { schema: { type: 'object', properties: { pay: payment, rows: { type: 'array', items: payment } } } }
    expect(buildPayload({ schema: payment } as never, both, { kind: 'card', number: '2' })).toEqual({ kind: 'cash', till: '1' })
    expect(buildPayload({ schema: payment } as never, both, both)).toEqual(both)
    expect(buildPayload(nested as never, { pay: both, rows: [both] }, {})).toEqual({
      pay: { kind: 'cash', till: '1' },
      rows: [{ kind: 'cash', till: '1' }],
    })
  })
  it('sends the properties of the schema and no others', () =>
    expect(buildPayload({ schema }, { title: 'a', id: 7, version: 2 }, {})).toEqual({ title: 'a' }))
  it('leaves out what never held anything', () => expect(buildPayload({ schema }, { title: '', author_id: null }, {})).toEqual({}))
  it('sends an emptied text as an empty text and other emptied values as null', () =>
    expect(buildPayload({ schema }, { author_id: undefined }, { title: 'old', price: '2.50', author_id: 4 })).toEqual({
      title: '',
      price: null,
      author_id: null,
    }))
  it('sends what search engines are told whole, also where nobody touched it', () => {
    const seo = {
      schema: {
        type: 'object',
        properties: { seo: { type: 'object', format: 'seo', properties: { seo_canonical: { type: ['string', 'null'] } } } },
      },
    }
    const nothing = {
      seo_post_title: [],
      seo_meta_description: [],
      seo_custom_post_title: null,
      seo_custom_meta_description: null,
      seo_canonical: null,
    }
    expect([
      buildPayload(seo, {}, {}),
      buildPayload(seo, { seo: { seo_post_title: ['title'], seo_custom_post_title: 'gone' } }, {}),
    ]).toEqual([{ seo: nothing }, { seo: { ...nothing, seo_post_title: ['title'] } }])
  })
  it('leaves out what is read-only', () => expect(buildPayload({ schema }, { created: '2024' }, {})).toEqual({}))
  it('leaves out what is not shown', () => {
    const ui = { company: { visible: { properties: { kind: { const: 'legal' } } } } }
    expect(buildPayload({ schema, ui }, { kind: 'real', company: 'ACME' }, {})).toEqual({ kind: 'real' })
    expect(buildPayload({ schema, ui }, { kind: 'legal', company: 'ACME' }, {})).toEqual({ kind: 'legal', company: 'ACME' })
  })
  it('leaves out the fields of a panel that is not shown', () => {
    const layout = [{ panel: 'Company', fields: ['company'], visible: { properties: { kind: { const: 'legal' } } } }]
    expect(buildPayload({ schema, layout }, { kind: 'real', company: 'ACME' }, {})).toEqual({ kind: 'real' })
  })
  it('keeps rows with what their schema does not know, unless it is closed', () => {
    expect(buildPayload({ schema }, { rows: [{ name: 'a', extra: 1 }] }, {})).toEqual({ rows: [{ name: 'a', extra: 1 }] })
    const closed = {
      type: 'object',
      properties: {
        rows: { type: 'array', items: { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } } },
      },
    }
    expect(buildPayload({ schema: closed }, { rows: [{ name: 'a', extra: 1 }] }, {})).toEqual({ rows: [{ name: 'a' }] })
  })
  it('sends what nobody touched as it came: nulls, empty values, order, names of all kinds', () => {
    const open = JSON.parse(
      '{"type":"object","additionalProperties":true,"properties":{"b":{"type":["string","null"]},"a":{"type":"string"},"o":{"type":"object","properties":{"x":{}}},"l":{"type":"array"},"":{},"a.b":{},"__proto__":{},"constructor":{}}}',
    ) as object
    const text = '{"constructor":1,"a":"","b":null,"o":{},"l":[],"":2,"a.b":3,"__proto__":{"x":null},"more":[null]}'
    const data = JSON.parse(text) as Record<string, unknown>
    expect(JSON.stringify(buildPayload({ schema: open as never }, data, data))).toBe(text)
  })
  it('asks for the fields of the condition that holds, and keeps those that came with the record', () => {
    const conditional = {
      type: 'object',
      properties: { kind: { type: 'string' } },
      if: { properties: { kind: { const: 'a' } } },
      then: { properties: { x: { type: 'string' } } },
      else: { properties: { y: { type: 'string' } } },
    }
    expect(buildPayload({ schema: conditional }, { kind: 'a', x: '1', y: '2' }, {})).toEqual({ kind: 'a', x: '1' })
    expect(buildPayload({ schema: conditional }, { kind: 'a', x: '1', y: '2' }, { kind: 'a', y: '2' })).toEqual({
      kind: 'a',
      x: '1',
      y: '2',
    })
  })
  it('ends on a schema that refers to itself', () => {
    const tree = { type: 'object', properties: { label: { type: 'string' }, child: { $ref: '#' } } }
    expect(buildPayload({ schema: tree }, { label: 'a', child: { label: 'b' } }, {})).toEqual({ label: 'a', child: { label: 'b' } })
  })
})
