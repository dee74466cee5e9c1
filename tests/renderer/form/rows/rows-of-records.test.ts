import { expect, test } from 'vitest'
import { askForDependentFields } from '#renderer/form/data/dependent-fields.ts'
import { formValues } from '#renderer/form/data/initial-data.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { drawForm } from '../../../helpers/draw-form.ts'
import { caller, libraryRegistry } from '../../../server-mock/model/library.ts'
import { orderEntities } from '../../../server-mock/model/rows/orders.ts'

const registry = libraryRegistry(orderEntities)
const expand = (rows_as: 'table' | 'cards') =>
  expandForm(registry, caller({ locale: 'en' }), 'library', {
    entity: 'order',
    layout: ['number', 'lines'],
    ui: { lines: { rows_as, columns: ['count', 'note'] }, 'lines[].count': { title: 'How many' }, 'lines[].note': { title: 'Remark' } },
  })
const line = {
  id: 71,
  version: 4,
  count: 12,
  note: 'fragile',
  created_at: '2026-01-01T00:00:00.000Z',
  ware_id: 3,
  ware: { id: 3, title: 'Tea' },
}
const order = { id: 1, version: 2, number: 'A1', lines: [line] }

test.each(['table', 'cards'] as const)('rows of another entity are drawn as %s, without their ids', async (rows_as) => {
  const form = expand(rows_as)
  await askForDependentFields()
  const markup = await drawForm(form, order)
  expect(markup).toContain('How many')
  expect(markup).toContain('Remark')
  expect(markup).toContain('fragile')
  expect(markup).not.toMatch(/>\s*71\s*<|value="71"/)
  expect(markup.includes('role="grid"')).toBe(rows_as === 'table')
})

test('a form holds of rows what it sends of them', () => {
  expect(formValues(expand('table'), order).lines).toEqual([{ id: 71, count: 12, note: 'fragile' }])
})
