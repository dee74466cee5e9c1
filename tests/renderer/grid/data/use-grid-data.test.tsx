// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { refresh } from '#renderer/api/refresh.ts'
import { emptyQuery, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import { useGridData, type GridData } from '#renderer/grid/data/use-grid-data.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'

const asked: string[] = []
let server: { rows: GridRow[]; counts: number[]; total: number }

vi.mock('#renderer/api/call.ts', async (original) => ({
  ...(await original<object>()),
  callNamed: async (_name: string, { params: { ids, parts } }: { params: { ids?: string; parts?: string } }) => {
    asked.push(`${ids ?? 'all'} ${parts ?? 'whole'}`)
    const has = (part: string) => parts === undefined || parts.split(',').includes(part)
    const tabs = ['all', 'open'].map((key, at) => ({ key, title: key, count: server.counts[at] }))
    return {
      results: (has('results') || has('cells')) ? server.rows.filter(({ id }) => ids === undefined || ids === String(id)) : [],
      metadata: {
        pagination: { page: 1, page_size: 15, total: server.total, total_is_exact: true },
        ...(parts === undefined || has('grid')
          ? {
              page_title: 'Jobs',
              grid: {
                name: 'a/b/c',
                default_sort: 'due',
                default_order: 'asc',
                columns: [{ key: 'title' }, { key: 'status' }, { key: 'due' }],
                tabs,
                group_by: { key: 'status' },
              },
            }
          : has('tabs') && { tabs }),
      },
    }
  },
}))

let data: GridData
let root: Root
let lists = 0
function List({ list, query }: { list: number; query: GridQuery }) {
  const found = useGridData({ endpoint: 'grid', params: { list } }, query, { onRefused: () => undefined, onPastEnd: () => undefined })
  useEffect(() => {
    data = found
  })
  return null
}
const counts = () => data.answer?.grid.tabs?.map(({ count }) => count)
const settled = () =>
  act(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve)
      }),
  )
const row = (id: number, change: object = {}): GridRow => ({
  id,
  version: 1,
  title: `Job ${id}`,
  status: 'open',
  due: `2024-01-0${id}`,
  ...change,
})

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
beforeEach(async () => {
  server = { rows: [row(1), row(2)], counts: [2, 2], total: 2 }
  root = createRoot(document.createElement('div'))
  act(() => root.render(<List list={++lists} query={emptyQuery} />))
  await settled()
  asked.length = 0
})
afterEach(() => {
  act(() => root.unmount())
})

describe('what an action reads again', () => {
  test('a list brings the counts of its tabs, and nothing else of its head', async () => {
    server = { rows: [row(2)], counts: [1, 1], total: 1 }
    act(() => refresh('list'))
    await settled()
    expect(asked).toEqual(['all cells,tabs'])
    expect([counts(), data.page?.pagination.total, data.answer?.page_title]).toEqual([[1, 1], 1, 'Jobs'])
  })
  test('a row that stays where it was brings the counts alone', async () => {
    server = { rows: [row(1, { version: 2, title: 'New' }), row(2)], counts: [2, 1], total: 2 }
    act(() => refresh('row', { id: 1 }))
    await settled()
    expect(asked).toEqual(['1 cells', 'all tabs'])
    expect([counts(), data.page?.rows.map(({ title }) => title)]).toEqual([
      [2, 1],
      ['New', 'Job 2'],
    ])
  })
  test.each([
    ['group', { status: 'done' }],
    ['order', { due: '2024-02-01' }],
  ])('a row of another %s is looked for in the list', async (_what, change) => {
    server = { ...server, rows: [row(2), row(1, { version: 2, ...change })] }
    act(() => refresh('row', { id: 1 }))
    await settled()
    expect(asked).toEqual(['1 cells', 'all cells,tabs'])
    expect(data.page?.rows.map(({ id }) => id)).toEqual([2, 1])
  })
  test('rows are read when there are more or fewer than the page says', async () => {
    server = { ...server, counts: [1, 1], total: 1 }
    act(() => refresh('row', { id: 1 }))
    await settled()
    expect(asked).toEqual(['1 cells', 'all tabs', 'all cells'])
    expect([counts(), data.page?.pagination.total]).toEqual([[1, 1], 1])
  })
})

describe('the document of a grid', () => {
  test('comes once: other pages, filters and the list opened again bring rows and counts', async () => {
    act(() => root.render(<List list={lists} query={{ ...emptyQuery, page: 2 }} />))
    await settled()
    act(() => root.render(<List list={lists} query={{ ...emptyQuery, q: 'job' }} />))
    await settled()
    act(() => root.unmount())
    root = createRoot(document.createElement('div'))
    act(() => root.render(<List list={lists} query={emptyQuery} />))
    await settled()
    expect(asked).toEqual(['all cells', 'all cells,tabs', 'all cells,tabs,views'])
    expect(data.answer?.page_title).toBe('Jobs')
  })
  test('comes again with the refresh of a grid, and with that alone', async () => {
    act(() => refresh('grid'))
    await settled()
    act(() => root.render(<List list={lists} query={{ ...emptyQuery, page: 2 }} />))
    await settled()
    expect(asked).toEqual(['all cells,summary,tabs,grid,views', 'all cells'])
  })
})
