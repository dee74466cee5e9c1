import { describe, expect, test } from 'vitest'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import { readCell, replaceRows, rowName, selectRange, shareRows } from '#renderer/grid/rows/rows.ts'

const rows = [
  { id: 1, title: 'a', author: { name: 'x' } },
  { id: 2, title: 'b' },
  { id: 3, title: 'c' },
]

describe('rows read again', () => {
  test('an unchanged row keeps its object, a changed one does not', () => {
    const shared = shareRows(rows, structuredClone([{ ...rows[0] }, { ...rows[1], title: 'B' }, { id: 4, title: 'd' }]) as typeof rows)
    expect(shared[0]).toBe(rows[0])
    expect(shared[1]).not.toBe(rows[1])
    expect(shared.map((row) => row.id)).toEqual([1, 2, 4])
  })
  test('one row is replaced in place and the others keep their objects', () => {
    const next = replaceRows(rows, [2], [{ id: 2, title: 'B' }])
    expect(next.map((row) => row.title)).toEqual(['a', 'B', 'c'])
    expect(next[0]).toBe(rows[0])
    expect(next[2]).toBe(rows[2])
  })
  test('a row that no longer comes back disappears', () => {
    expect(replaceRows(rows, [2], []).map((row) => row.id)).toEqual([1, 3])
  })
  test('ids match whether they are numbers or strings', () => {
    expect(replaceRows(rows, ['2'], [{ id: 2, title: 'B' }])[1]).toMatchObject({ title: 'B' })
  })
})

describe('values', () => {
  test('a path leads into objects, and a flat key of that name wins', () => {
    expect(readCell({ id: 1, author: { name: 'x' } }, 'author.name')).toBe('x')
    expect(readCell({ id: 1, 'author.name': 'flat', author: { name: 'x' } }, 'author.name')).toBe('flat')
  })
  test('what is not there is undefined, inherited names included', () => {
    expect(readCell({ id: 1, author: null }, 'author.name')).toBeUndefined()
    expect(readCell({ id: 1 }, 'constructor.name')).toBeUndefined()
    expect(readCell({ id: 1, a: 'text' }, 'a.length.x')).toBeUndefined()
  })
})

describe('selection', () => {
  test('shift takes everything between, in either direction', () => {
    expect([...selectRange(rows, new Set([3]), 3, 1, true)].sort()).toEqual([1, 2, 3])
    expect([...selectRange(rows, new Set([1, 2, 3]), 1, 2, false)]).toEqual([3])
  })
  test('without an anchor on the page only the row itself', () => {
    expect([...selectRange(rows, new Set(), 99, 2, true)]).toEqual([2])
  })
})

const noFormats = { date: () => null, datetime: () => null }

test('a row is called by the column that names its card, whatever cell draws it, else by its first text', () => {
  const columns: GridColumn[] = [
    { key: 'market', title: 'Market', cell: 'text' },
    { key: 'title', title: 'Product', cell: 'product-wares', card: 'title' },
  ]
  expect(rowName({ id: 1, title: 'Lamp', market: 'Main branch' }, columns, noFormats)).toBe('Lamp')
  expect(rowName({ id: 1, title: null, market: 'Main branch' }, columns, noFormats)).toBe('Main branch')
  expect(rowName({ id: 1, market: 'Main branch' }, columns.slice(0, 1), noFormats)).toBe('Main branch')
})

test('a row that is called by a moment is called by it as the list shows it', () => {
  const columns: GridColumn[] = [{ key: 'at', title: 'Since', cell: 'datetime', card: 'title' }]
  const formats = { date: () => 'day', datetime: (value: string) => `shown ${value.slice(0, 4)}` }
  expect(rowName({ id: 1, at: '2030-01-02T10:00:00Z' }, columns, formats)).toBe('shown 2030')
})
