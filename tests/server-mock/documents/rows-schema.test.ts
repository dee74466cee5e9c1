import { expect, test } from 'vitest'
import type { FormDocument } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { caller, libraryRegistry } from '../model/library.ts'
import { orderEntities } from '../model/rows/orders.ts'

const registry = libraryRegistry(orderEntities)
const expand = (form: FormDocument, permissions = ['library.read', 'library.write']) =>
  expandForm(registry, caller({ locale: 'en', permissions: new Set(permissions) }), 'library', form)
const linesOf = ({ schema }: ReturnType<typeof expand>) =>
  (schema.properties as Record<string, { items: { properties: Record<string, object>; required: string[] } }>).lines

test('a form draws rows with the fields of their entity, and keeps their ids', () => {
  const form = expand({ entity: 'order', layout: ['number', 'lines'], ui: { 'lines[].ware': { description: 'What is sold' } } })
  const { properties, required } = linesOf(form)!.items
  expect(Object.keys(properties)).toEqual(['id', 'ware_id', 'count', 'price', 'note', 'serial', 'parts'])
  expect(required).toEqual(['ware_id', 'count'])
  expect(properties.parts).toMatchObject({ rows: 'line_part', items: { properties: { name: { rules: 'required|max:20' } } } })
  expect(form.ui?.['lines[].id']).toEqual({ widget: 'hidden' })
  expect(form.ui?.['lines[].parts[].id']).toEqual({ widget: 'hidden' })
  expect(form.ui?.['lines[].ware_id']).toMatchObject({ widget: 'remote-select', params: { model: 'ware' }, description: 'What is sold' })
})

test('a form shows the columns of rows that it names', () => {
  const form = expand({ entity: 'order', layout: ['lines'], ui: { lines: { rows_as: 'table', columns: ['count', 'ware'] } } })
  expect(Object.keys(linesOf(form)!.items.properties)).toEqual(['id', 'count', 'ware_id'])
})

test('a list that is written row by row is in no form, and neither is one that the reader may not write', () => {
  expect(Object.keys(expand({ entity: 'order' }).schema.properties as object)).toEqual(['number', 'status', 'lines'])
  expect(linesOf(expand({ entity: 'order' }, ['library.read']))).toBeUndefined()
})

test('a form of the rows themselves names their record and not their place', () => {
  expect(Object.keys(expand({ entity: 'payment' }).schema.properties as object)).toEqual(['order_id', 'amount'])
})
