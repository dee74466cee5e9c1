import { mutate } from 'swr'
import { expect, test } from 'vitest'
import type { ReadGrid } from '#renderer/grid/data/grid-answer.ts'
import { keepAnswer, keepParts, keepViews, keysOf, nextQuestion, type GridPage } from '#renderer/grid/data/grid-cache.ts'

const keys = keysOf({ endpoint: 'grid', params: { module: 'a' } }, { page: 1 })
const metadata = { grid: { name: 'a/b/c', columns: [{ key: 'title' }] }, pagination: { page: 1, page_size: 15, total: 1 } }

test('an answer with its grid is kept', () => {
  expect(keepAnswer(keys, { results: [{ id: 1 }, null], metadata }, [], true, nextQuestion())).toMatchObject({
    withMetadata: true,
    page: { rows: [{ id: 1 }], problems: [{ pointer: '/results/1' }] },
  })
})
test.each([
  [{ results: { a: 1 }, metadata }, '/results'],
  [{ results: null, metadata }, '/results'],
  [{ results: [], metadata: {} }, '/metadata/grid'],
  [{ results: [], metadata: { grid: metadata.grid } }, '/metadata/pagination'],
])('%j is no empty list but an answer that cannot be read', (answer, pointer) => {
  expect(() => keepAnswer(keys, answer as never, [], true, nextQuestion())).toThrow(
    expect.objectContaining({ errorCode: 'unreadable', metadata: expect.objectContaining({ pointer }) }) as Error,
  )
})

test('an answer that comes after that of a later question changes nothing', async () => {
  const [early, late] = [nextQuestion(), nextQuestion()]
  keepAnswer(keys, { results: [{ id: 2 }], metadata }, [], true, late)
  keepAnswer(keys, { results: [{ id: 1 }], metadata }, [], true, early)
  await expect(keptRows()).resolves.toEqual([{ id: 2 }])
})

test('a summary that comes alone leaves head, columns and rows as they are', async () => {
  keepAnswer(
    keys,
    {
      results: [{ id: 1 }],
      metadata: {
        ...metadata,
        page_title: 'Old',
        grid: { ...metadata.grid, tabs: [{ key: 'all', title: 'All', count: 1 }] },
        summary: { rows: 1, is_exact: true },
      },
    },
    [],
    true,
    nextQuestion(),
  )
  const [before, rows] = [await kept(), await keptRows()]
  keepParts(keys, { page_title: 'New', summary: { rows: 2, is_exact: true }, tabs: [{ key: 'all', count: 2 }] }, nextQuestion())
  const after = await kept()
  expect(after).toMatchObject({ page_title: 'Old', summary: { rows: 2 }, grid: { tabs: [{ key: 'all', title: 'All', count: 2 }] } })
  expect(after!.grid.columns).toBe(before!.grid.columns)
  expect(await keptRows()).toBe(rows)
})

test('a view that was saved stays saved when an answer comes that was asked for before', async () => {
  const views = { items: [{ id: 1, name: 'Drafts', query: {}, columns: {}, version: 1 }], default: null } as unknown as ReadGrid['views']
  keepAnswer(keys, { results: [], metadata: { ...metadata, views } }, [], true, nextQuestion())
  const early = nextQuestion()
  keepViews(keys, (now) => ({ ...now, items: now.items.map((view) => ({ ...view, version: 2 })) }))
  keepAnswer(keys, { results: [], metadata: { ...metadata, page_title: 'New', views } }, [], true, early)
  expect(await kept()).toMatchObject({ page_title: 'New', views: { items: [{ id: 1, version: 2 }] } })
  keepAnswer(keys, { results: [], metadata: { ...metadata, views } }, [], true, nextQuestion())
  expect(await kept()).toMatchObject({ views: { items: [{ id: 1, version: 1 }] } })
})

const kept = () => mutate<ReadGrid>(keys.metadata, (known) => known, { revalidate: false })

/** Rows as the cache has them. */
const keptRows = async () => (await mutate<GridPage>(keys.page, (page) => page, { revalidate: false }))?.rows
