import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ seed: ['content'] })
  token = await server.signIn('administrator')
})
afterAll(() => server.close())

test('makes at least 20,000 posts, most of them Persian', async () => {
  const { rows } = await server.database.read((trx) =>
    trx
      .selectFrom('data.post')
      .select(({ fn }) => ['locale', fn.countAll<number>().as('count')])
      .groupBy('locale')
      .execute()
      .then((rows) => ({ rows })),
  )
  const count = Object.fromEntries(rows.map((row) => [row.locale, Number(row.count)]))
  expect(count.fa + count.en).toBeGreaterThanOrEqual(20_000)
  expect(count.fa / (count.fa + count.en)).toBeGreaterThan(0.62)
})

test('has every status, pinned posts, thumbnails and sisters', async () => {
  const { body } = await server.get('content-post-grid', { type: 'news', page_size: 50 }, { token })
  for (const tab of body.metadata.grid.tabs) expect(tab.count, tab.key).toBeGreaterThan(0)
  expect(body.results[0].pinned).toBe(true)
  const sistered = await server.database.read((trx) =>
    trx
      .selectFrom('data.post')
      .select('id')
      .whereRef('sister_group', '<>', 'id')
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  )
  const post = (await server.get('content-post-single', { id: sistered!.id }, { token })).body.results
  expect(post.sisters.filter((sister: { id: number | null }) => sister.id !== null)).toHaveLength(2)
})

test('has no title twice that often and none with a gap left open', async () => {
  const { body } = await server.get('content-post-list', { type: 'news', page_size: 200 }, { token })
  const titles = body.results.map((post: { title: string }) => post.title)
  expect(new Set(titles).size).toBeGreaterThan(180)
  expect(titles.filter((title: string) => /[{}]|undefined/.test(title))).toEqual([])
})
