import { expect, test } from 'vitest'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { requireWrites } from '#server/model/write/read-only.ts'

const column = { field: 'due_on', name: 'due_on', kind: 'text' } as EntityColumn
const rule = { permission: 'shop.manage', when: { properties: { status: { const: 'sent' } } } }
const entity = { document: { access: { writes: { due_on: rule } } } } as never

const change = (stored: Record<string, unknown> | undefined, values: Record<string, unknown>, ...permissions: string[]) =>
  requireWrites(
    { caller: { user: { id: 1 }, isAdmin: false, isDeveloper: false, permissions: new Set(permissions) } } as never,
    entity,
    new Map([[column, { key: 'due_on', value: values.due_on }]]),
    values,
    stored as never,
    {},
  )

test('a permission with a condition is needed only in records that meet it, as they are or as they would be', () => {
  expect(() => change({ status: 'draft', due_on: 'a' }, { due_on: 'b' })).not.toThrow()
  expect(() => change({ status: 'draft', due_on: 'a' }, { status: 'sent', due_on: 'b' })).toThrow(
    expect.objectContaining({ code: 'permission-denied' }),
  )
  expect(() => change({ status: 'sent', due_on: 'a' }, { due_on: 'b' })).toThrow(expect.objectContaining({ code: 'permission-denied' }))
  expect(() => change({ status: 'sent', due_on: 'a' }, { due_on: 'a' })).not.toThrow()
  expect(() => change({ status: 'sent', due_on: 'a' }, { due_on: 'b' }, 'shop.manage')).not.toThrow()
})

test('a new record is held to the condition as it would be', () => {
  expect(() => change(undefined, { status: 'sent', due_on: 'b' })).toThrow(expect.objectContaining({ code: 'permission-denied' }))
  expect(() => change(undefined, { status: 'draft', due_on: 'b' })).not.toThrow()
})

test('a condition on the id leaves a field to whoever creates a record', () => {
  const once = { permission: 'shop.manage', when: { properties: { id: { type: 'integer' } } } }
  const write = (stored: object | undefined) =>
    requireWrites(
      { caller: { user: { id: 1 }, isAdmin: false, isDeveloper: false, permissions: new Set() } } as never,
      { document: { access: { writes: { due_on: once } } } } as never,
      new Map([[column, { key: 'due_on', value: 'b' }]]),
      { due_on: 'b' },
      stored as never,
      {},
    )
  expect(() => write(undefined)).not.toThrow()
  expect(() => write({ id: 7, due_on: 'a' })).toThrow(expect.objectContaining({ code: 'permission-denied' }))
})
