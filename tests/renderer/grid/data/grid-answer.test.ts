import { describe, expect, test } from 'vitest'
import { defaultsOf, readGridAnswer, readPagination } from '#renderer/grid/data/grid-answer.ts'

describe('metadata of a grid', () => {
  test('without a grid there is none', () => {
    expect(readGridAnswer({ pagination: {} })).toBeNull()
    expect(readGridAnswer({ grid: [] })).toBeNull()
  })
  test('what is missing is empty and what is no column is left out', () => {
    const answer = readGridAnswer({
      grid: {
        name: 'a/b/c',
        columns: [{ key: 'title' }, null, 'x', { title: 'no key' }, { key: 'title', title: 'twice' }],
        row: [{ type: 'call' }, {}],
      },
    })
    expect(answer?.grid.columns).toEqual([{ key: 'title', title: 'title', cell: 'text' }])
    expect(answer?.grid.row).toEqual([{ type: 'call' }])
    expect(answer?.modals).toEqual([])
    expect(answer?.page_title).toBe('')
  })
  test('what was left out is told with its place', () => {
    const answer = readGridAnswer({
      page_title: {},
      breadcrumbs: 5,
      modals: [null],
      grid: {
        name: 'a/b/c',
        columns: [{ key: 'title' }, {}, [], 7, null, { title: 'no key' }, { key: 'title' }],
        tabs: [{ key: 9 }],
        filters: 5,
        row: {},
        toolbar: 'x',
        bulk: [{ type: 'explode' }],
        page_sizes: 5,
        empty: { title: {}, unmatched: 5 },
      },
    })
    expect(answer?.problems.map(({ pointer }) => pointer)).toEqual([
      '/metadata/grid/page_sizes',
      '/metadata/breadcrumbs',
      '/metadata/page_title',
      '/metadata/modals/0',
      '/metadata/grid/columns/1/key',
      '/metadata/grid/columns/2',
      '/metadata/grid/columns/3',
      '/metadata/grid/columns/4',
      '/metadata/grid/columns/5/key',
      '/metadata/grid/columns/6/key',
      '/metadata/grid/filters',
      '/metadata/grid/tabs/0/key',
      '/metadata/grid/toolbar',
      '/metadata/grid/row',
      '/metadata/grid/bulk/0/type',
      '/metadata/grid/empty/title',
      '/metadata/grid/empty/unmatched',
    ])
    expect(answer?.grid.columns).toEqual([{ key: 'title', title: 'title', cell: 'text' }])
    expect(readGridAnswer({ grid: { name: 'a/b/c', columns: null } })?.problems).toMatchObject([{ pointer: '/metadata/grid/columns' }])
    expect(readGridAnswer({ grid: { name: 'a/b/c', columns: [] } })?.problems).toEqual([])
  })
  test('numbers that cannot be meant fall back', () => {
    expect(readPagination({ page: -1, page_size: 0, total: 'many' })).toEqual({ page: 1, page_size: 15, total: 0, total_is_exact: true })
  })
  test('a tab with an order of its own has it while it is open', () => {
    const answer = readGridAnswer({
      grid: {
        name: 'a/b/c',
        columns: [],
        default_sort: 'day',
        default_order: 'desc',
        tabs: [{ key: 'coming', title: 'Coming', default_sort: 'day,time', default_order: 'asc,asc' }, { key: 'all', title: 'All' }],
      },
    })!
    const sorts = [null, 'coming', 'all', 'gone'].map((tab) => defaultsOf(answer, tab).sort.map(({ field, order }) => `${field} ${order}`).join())
    expect(sorts).toEqual(['day asc,time asc', 'day asc,time asc', 'day desc', 'day desc'])
  })
  test('a grid tells its own order and first tab', () => {
    const answer = readGridAnswer({
      grid: { name: 'a/b/c', columns: [], default_sort: 'title,id', default_order: 'asc,desc', tabs: [{ key: 'all', title: 'All' }] },
    })
    expect(defaultsOf(answer ?? undefined)).toEqual({
      sort: [
        { field: 'title', order: 'asc' },
        { field: 'id', order: 'desc' },
      ],
      firstTab: 'all',
      pageSize: null,
      view: null,
    })
    expect(defaultsOf(undefined).sort).toEqual([{ field: 'created_at', order: 'desc' }])
  })
})
