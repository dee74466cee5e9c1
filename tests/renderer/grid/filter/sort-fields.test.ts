import { expect, it } from 'vitest'
import { sortFields } from '#renderer/grid/filter/sort-fields.ts'

it('names the order by a field that no column shows as the list’s own', () => {
  const fields = sortFields(
    [{ key: 'title', title: 'Title', cell: 'text', sortable: true }],
    [{ field: 'sort_order', order: 'asc' }],
    (key) => key,
  )
  expect(fields.map(({ key, title }) => [key, title])).toEqual([
    ['title', 'Title'],
    ['created_at', 'grid.created_at'],
    ['updated_at', 'grid.updated_at'],
    ['sort_order', 'grid.own_order'],
  ])
})
