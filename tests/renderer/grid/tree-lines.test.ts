import { describe, expect, test } from 'vitest'
import { groupRows, type GroupHead } from '#renderer/grid/table/group-rows.ts'
import { treeLines, type Branch } from '#renderer/grid/table/tree-lines.ts'

const row = (id: number, hasChildren = false) => ({ id, has_children: hasChildren })

describe('lines of a tree', () => {
  test('what is beneath an open row follows it, a level deeper', () => {
    const open = new Map<number, Branch>([
      [1, { state: 'there', rows: [row(3, true), row(4)] }],
      [3, { state: 'there', rows: [row(5)] }],
    ])
    const { rows, places } = treeLines([row(1, true), row(2)], open)
    expect(rows.map(({ id }) => `${id}@${places.get(id)!.level}`)).toEqual(['1@1', '3@2', '5@3', '4@2', '2@1'])
    expect([places.get(5)!.parent, places.get(3)!.expanded, places.get(4)!.expanded]).toEqual([3, true, undefined])
  })
  test('what is on its way is not there yet', () => {
    const { rows, places } = treeLines([row(1, true)], new Map<number, Branch>([[1, { state: 'loading' }]]))
    expect([rows.length, places.get(1)]).toEqual([1, { level: 1, parent: null, loading: true, expanded: true }])
  })
  test('rows that are above each other end', () => {
    const open = new Map<number, Branch>([
      [1, { state: 'there', rows: [row(2, true)] }],
      [2, { state: 'there', rows: [row(1, true)] }],
    ])
    expect(treeLines([row(1, true)], open).rows.map(({ id }) => id)).toEqual([1, 2])
  })
})

describe('groups', () => {
  const rows = [
    { id: 1, status: 'a' },
    { id: 2, status: 'a' },
    { id: 3, status: null },
    { id: 4 },
    { id: 5, status: { id: 1 } },
    { id: 6, status: { id: 2 } },
  ]
  const headsOf = (heads: readonly GroupHead[] | undefined) =>
    heads?.map(({ row: first, count, collapsed }) => `${first.id}x${count}${collapsed ? '-' : ''}`)
  test('start where the value is another one', () => {
    const { rows: shown, before, after } = groupRows(rows, 'status', new Set())
    expect(shown).toEqual(rows)
    expect([...before].map(([id, heads]) => [id, headsOf(heads)])).toEqual([
      [1, ['1x2']],
      [3, ['3x2']],
      [5, ['5x1']],
      [6, ['6x1']],
    ])
    expect(after).toEqual([])
  })
  test('have one head each, also while a row that was changed stands among those of another', () => {
    const { rows: shown, before } = groupRows(
      [
        { id: 1, status: 'a' },
        { id: 2, status: 'b' },
        { id: 3, status: 'a' },
      ],
      'status',
      new Set(),
    )
    expect(shown.map(({ id }) => id)).toEqual([1, 3, 2])
    expect([...before].map(([id, heads]) => [id, headsOf(heads)])).toEqual([
      [1, ['1x2']],
      [2, ['2x1']],
    ])
  })
  test('that go beyond the page count all their rows', () => {
    const { before } = groupRows(rows, 'status', new Set(), [
      { id: 2, count: 750 },
      { id: '6', count: 10_000, count_is_exact: false },
    ])
    expect([...before.values()].flat().map(({ count, more }) => [count, more])).toEqual([
      [750, false],
      [2, false],
      [1, false],
      [10_000, true],
    ])
  })
  test('that are collapsed show their head alone', () => {
    const { rows: shown, before, after } = groupRows(rows, 'status', new Set(['"a"', 'null', '{"id":2}']))
    expect(shown.map(({ id }) => id)).toEqual([5])
    expect(headsOf(before.get(5))).toEqual(['1x2-', '3x2-', '5x1'])
    expect(headsOf(after)).toEqual(['6x1-'])
  })
})
