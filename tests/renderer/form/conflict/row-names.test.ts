import { expect, it } from 'vitest'
import { labelOfChange } from '#renderer/form/conflict/row-names.ts'
import type { Reading } from '#renderer/form/data/readable-value.ts'

const item = {
  type: 'object',
  properties: { id: { type: 'integer' }, account: { type: 'string', title: 'Account' }, count: { type: 'integer', title: 'Count' } },
}
const schema = {
  type: 'object',
  properties: {
    lines: { type: 'array', title: 'Lines', rows: 'cash_line', items: item },
    notes: { type: 'array', title: 'Notes', items: item },
  },
}
const reading = {
  form: { schema, ui: {} },
  formats: {
    locale: 'en',
    dir: 'ltr',
    t: (key: string, values?: { number?: string }) => `${key} ${values?.number ?? ''}`.trim(),
    formatNumber: String,
  },
} as unknown as Reading
const merged = {
  lines: [
    { id: 1, account: 'Bank', count: 2 },
    { id: 2, count: 3 },
  ],
  notes: [{ account: 'Bank' }],
}

it('calls a row of its own by its first field, and other rows by their place', () => {
  expect(labelOfChange(['lines', 0, 'count'], merged, 3, reading)).toBe('Lines › Bank › Count')
  expect(labelOfChange(['lines', 1], merged, { id: 9, account: 'Rent' }, reading)).toBe('Lines › Rent')
  expect(labelOfChange(['notes', 0, 'count'], merged, 3, reading)).toBe('Notes › form.item 1 › Count')
})
