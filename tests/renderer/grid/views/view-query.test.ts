import { describe, expect, test } from 'vitest'
import { emptyQuery, initialDefaults, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import { differsFrom, isSameColumns, queryOfView, viewQueryOf, withView } from '#renderer/grid/views/view-query.ts'
import type { GridView } from '#schemas/types/contract.d.ts'

const query: GridQuery = {
  page: 4,
  pageSize: 50,
  sort: [
    { field: 'title', order: 'desc' },
    { field: 'id', order: 'asc' },
  ],
  tab: 'draft',
  q: 'کتاب',
  filters: { status: 'a,b', made: 'today' },
  where: 'or(title:empty,price:is(1))',
  view: 3,
}
const viewOf = (id: number, more: Partial<GridView> = {}): GridView => ({
  id,
  version: 1,
  name: `View ${id}`,
  role: null,
  is_mine: true,
  can_edit: true,
  query: {},
  columns: {},
  ...more,
})

describe('what a view keeps', () => {
  test('is all of the list but its page, and is what the list begins with', () => {
    const kept = viewQueryOf(query)
    expect(kept).toEqual({
      q: 'کتاب',
      tab: 'draft',
      page_size: 50,
      sort: 'title,id',
      order: 'desc,asc',
      where: 'or(title:empty,price:is(1))',
      filters: { status: 'a,b', made: 'today' },
    })
    expect(queryOfView({ id: 3, query: kept })).toEqual({ ...query, page: 1 })
    expect(viewQueryOf(emptyQuery)).toEqual({})
  })

  test('of conditions that nobody can read nothing is kept', () => {
    expect(queryOfView({ id: 3, query: { where: 'or(' } }).where).toBe('')
  })
})

describe('a view that was changed since', () => {
  const view = viewOf(3, { query: viewQueryOf(query) })
  test.each<[string, Partial<GridQuery>, boolean]>([
    ['another page', { page: 9 }, false],
    ['filters in another order', { filters: { made: 'today', status: 'a,b' } }, false],
    ['conditions written otherwise', { where: 'or( title:empty , price:is( 1 ) )' }, false],
    ['a filter less', { filters: { made: 'today' } }, true],
    ['another order', { sort: null }, true],
    ['another tab', { tab: null }, true],
    ['other words', { q: '' }, true],
  ])('%s', (_, change, changed) => {
    expect(differsFrom(view, { ...query, ...change }, initialDefaults)).toBe(changed)
  })

  test('what is the list’s own is no change', () => {
    expect(
      differsFrom(
        viewOf(3),
        { ...emptyQuery, view: 3, sort: initialDefaults.sort, tab: 'all' },
        { ...initialDefaults, firstTab: 'all', view: 3 },
      ),
    ).toBe(false)
  })

  test('columns that are set alike are the same, however they are written', () => {
    expect(isSameColumns({ hidden: [], widths: { a: 10, b: 20 } }, { widths: { b: 20, a: 10 } })).toBe(true)
    expect(isSameColumns({ order: ['a', 'b'] }, { order: ['b', 'a'] })).toBe(false)
    expect(isSameColumns({ density: 'compact' }, {})).toBe(false)
  })
})

test('a saved view takes its place among the others: own ones first, by name', () => {
  const items = [viewOf(1, { name: 'B' }), viewOf(2, { name: 'A', role: 'editor' })]
  expect(withView(items, viewOf(3, { name: 'A' })).map(({ id }) => id)).toEqual([3, 1, 2])
  expect(withView(items, viewOf(1, { name: 'B', role: 'editor' })).map(({ id }) => id)).toEqual([2, 1])
})
