import { describe, expect, it } from 'vitest'
import { explainForm, type Reason } from '#renderer/devtools/explain-form.ts'

const form = {
  schema: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', rules: 'required|max:40' },
      status: { enum: ['draft', 'published'] },
      price: { type: 'string', rules: 'required_if:status,published' },
      code: { type: 'string', readOnly: true },
      rows: { type: 'array', items: { type: 'object', properties: { kind: { type: 'string' }, count: { type: 'integer' } } } },
      note: { type: 'string' },
    },
  },
  ui: {
    price: { title: 'Price', visible: { properties: { status: { const: 'published' } } } },
    'rows[].count': { disabled: { properties: { kind: { const: 'fixed' } } } },
  },
  layout: [
    'title',
    {
      tabs: [
        { title: 'A', fields: ['status'] },
        { title: 'B', fields: ['note'], visible: { properties: { status: { const: 'draft' } } } },
      ],
    },
  ],
}
const reasonsOf = (path: string, data: unknown, readOnly = false): Reason[] =>
  explainForm({ form: form as never, data, readOnly }).find((field) => field.path === path)?.reasons ?? []

describe('why a field is as it is', () => {
  it('names the condition that hides it, where it stands, and the values that it asks about', () => {
    expect(reasonsOf('price', { status: 'draft' })).toContainEqual({
      effect: 'hidden',
      pointer: '/ui/price/visible',
      active: true,
      says: form.ui.price.visible,
      values: { status: 'draft' },
    })
    expect(reasonsOf('price', { status: 'published' })[0]).toMatchObject({ effect: 'hidden', active: false })
  })
  it('names the tab around it', () =>
    expect(reasonsOf('note', { status: 'published' })).toEqual([
      expect.objectContaining({ effect: 'hidden', pointer: '/layout/1/tabs/1/visible', active: true }),
    ]))
  it('tells the list of required fields from the rules', () => {
    expect(reasonsOf('title', {}).map(({ pointer }) => pointer)).toEqual(['/schema/required', '/schema/properties/title/rules'])
    expect(reasonsOf('price', { status: 'published' })).toContainEqual({
      effect: 'required',
      pointer: '/schema/properties/price/rules',
      active: true,
      says: 'required_if:status,published',
      values: { status: 'published' },
    })
    expect(reasonsOf('price', { status: 'draft' }).find(({ effect }) => effect === 'required')?.active).toBe(false)
  })
  it('reads a condition in a row against that row', () => {
    const data = { rows: [{ kind: 'free' }, { kind: 'fixed' }] }
    expect([0, 1].map((index) => reasonsOf(`rows.${index}.count`, data)[0])).toMatchObject([
      { effect: 'disabled', active: false, values: { kind: 'free' } },
      { effect: 'disabled', active: true, values: { kind: 'fixed' } },
    ])
  })
  it('names the entry that sets the value, and the choices that are not offered', () => {
    const when = { properties: { status: { const: 'draft' } } }
    const offered = {
      ...form,
      ui: { ...form.ui, note: { value: [{ when, set: '{form.title}' }], options: [{ value: 'a', title: 'A', when }] } },
    }
    const reasons = (status: string) =>
      explainForm({ form: offered as never, data: { status, title: 'T' }, readOnly: false })
        .find(({ path }) => path === 'note')!
        .reasons.filter(({ effect }) => effect !== 'hidden')
    expect(reasons('draft')).toEqual([
      { effect: 'value', pointer: '/ui/note/value/0', active: true, about: 'T', says: when, values: { status: 'draft' } },
      { effect: 'withheld', pointer: '/ui/note/options/0/when', active: false, about: 'A', says: when, values: { status: 'draft' } },
    ])
    expect(reasons('published').map(({ active }) => active)).toEqual([false, true])
  })
  it('tells a schema that is read-only from a form that is', () => {
    expect(reasonsOf('code', {})).toEqual([
      { effect: 'readonly', pointer: '/schema/properties/code/readOnly', active: true, says: true, values: {} },
    ])
    expect(reasonsOf('status', {}, true)).toEqual([{ effect: 'readonly', pointer: '', active: true, values: {} }])
  })
})
