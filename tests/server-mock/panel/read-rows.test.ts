import { describe, expect, it } from 'vitest'
import type { Answer } from '#server/feature.ts'
import { readAllRows, type RowsPage } from '#server/exports/read-rows.ts'

const stored = Array.from({ length: 2345 }, (_, at) => ({ id: at + 1 }))

/** A list of the first of `stored` that is asked as the grid call is. */
function list(count = stored.length) {
  const asked: Record<string, unknown>[] = []
  const ask = async (query: Record<string, unknown>): Promise<Answer> => {
    asked.push(query)
    const ids = typeof query.ids === 'string' ? new Set(query.ids.split(',').map(Number)) : undefined
    const size = Number(query.page_size)
    const start = Number(query.after ?? (Number(query.page) - 1) * size)
    const rows = ids ? stored.filter(({ id }) => ids.has(id)) : stored.slice(0, count).slice(start, start + size)
    const next = !ids && start + size < count ? String(start + size) : undefined
    return { results: rows, metadata: { pagination: { total: count, next } } } as unknown as Answer
  }
  return { ask, asked }
}

async function idsOf(pages: AsyncIterable<RowsPage>) {
  const ids: unknown[] = []
  for await (const { rows } of pages) ids.push(...rows.map(({ id }) => id))
  return ids
}

describe('all rows of a list', () => {
  it('are put in order once for a thousand of them, and read in small pages with pauses between', async () => {
    const { ask, asked } = list()
    let pauses = 0
    const pace = { pageRows: 50, pause: async () => void pauses++ }
    expect(await idsOf(readAllRows(ask, { sort: 'title', after: 'old' }, 10_000, pace))).toEqual(stored.map(({ id }) => id))
    const inOrder = asked.filter(({ ids }) => ids === undefined)
    expect(inOrder.map(({ parts, after }) => [parts, after])).toEqual([
      ['ids', undefined],
      ['ids', '1000'],
      ['ids', '2000'],
    ])
    const named = asked.filter(({ ids }) => ids !== undefined)
    expect(named).toHaveLength(47)
    expect(named.every((query) => query.parts === 'results' && query.sort === 'title' && query.after === undefined)).toBe(true)
    expect(pauses).toBe(47)
  })

  it('come with their groups page by page, as the list counts them', async () => {
    const { ask, asked } = list()
    expect(await idsOf(readAllRows(ask, {}, 10_000, { pageRows: 200 }, { groups: true }))).toHaveLength(stored.length)
    expect(asked.every(({ parts, ids }) => parts === 'results' && ids === undefined)).toBe(true)
  })

  it('are refused above the limit before a row too many is read', async () => {
    const { ask, asked } = list()
    await expect(idsOf(readAllRows(ask, {}, 1500, { pageRows: 200 }))).rejects.toThrow()
    expect(asked.filter(({ ids }) => ids !== undefined)).toHaveLength(5)
    await expect(idsOf(readAllRows(list(2000).ask, {}, 2000, { pageRows: 200 }))).resolves.toHaveLength(2000)
    await expect(idsOf(readAllRows(list().ask, {}, stored.length, { pageRows: 200 }))).resolves.toHaveLength(stored.length)
  })
})
