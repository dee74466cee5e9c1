import { describe, expect, test } from 'vitest'
import { startsGroup } from '#renderer/grid/table/group-line.tsx'
import { treeLines, type Branch } from '#renderer/grid/table/tree-lines.ts'

const row = (id: number, hasChildren = false) => ({ id, has_children: hasChildren })

describe('lines of a tree', () => {
  test('what is beneath an open row follows it, a level deeper', () => {
    const open = new Map<number, Branch>([[1, { state: 'there', rows: [row(3, true), row(4)] }], [3, { state: 'there', rows: [row(5)] }]])
    const { rows, places } = treeLines([row(1, true), row(2)], open)
    expect(rows.map(({ id }) => `${id}@${places.get(id)!.level}`)).toEqual(['1@1', '3@2', '5@3', '4@2', '2@1'])
    expect([places.get(5)!.parent, places.get(3)!.expanded, places.get(4)!.expanded]).toEqual([3, true, undefined])
  })
  test('what is on its way is not there yet', () => {
    const { rows, places } = treeLines([row(1, true)], new Map<number, Branch>([[1, { state: 'loading' }]]))
    expect([rows.length, places.get(1)]).toEqual([1, { level: 1, parent: null, loading: true, expanded: true }])
  })
  test('rows that are above each other end', () => {
    const open = new Map<number, Branch>([[1, { state: 'there', rows: [row(2, true)] }], [2, { state: 'there', rows: [row(1, true)] }]])
    expect(treeLines([row(1, true)], open).rows.map(({ id }) => id)).toEqual([1, 2])
  })
})

test('a group starts where the value is another one', () => {
  expect(startsGroup(undefined, { id: 1, status: 'a' }, 'status')).toBe(true)
  expect(startsGroup({ id: 1, status: 'a' }, { id: 2, status: 'a' }, 'status')).toBe(false)
  expect(startsGroup({ id: 1, status: null }, { id: 2 }, 'status')).toBe(false)
  expect(startsGroup({ id: 1, status: { id: 1 } }, { id: 2, status: { id: 2 } }, 'status')).toBe(true)
})
