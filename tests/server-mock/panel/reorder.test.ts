import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
const grid = 'content/type/list'

beforeAll(async () => {
  server = await startTestServer({ seed: ['content'] })
  token = await server.signIn('administrator')
})
afterAll(() => server?.close())

interface Row {
  id: number
  version: number
  slug: string
  order: number
}
const list = async () =>
  (await server.get('grid', { module: 'content', class: 'type', part: 'list', sort: 'order', order: 'asc' }, { token })).body
    .results as Row[]
const slugs = async () => (await list()).map(({ slug }) => slug)
const move = (payload: Record<string, unknown>, by = token) => server.post('reorder', { grid, ...payload }, { token: by })

it('moves a record behind or before another one, or to an end, and leaves the others in their order', async () => {
  const [a, b, c, d, e, f] = (await list()) as [Row, Row, Row, Row, Row, Row]
  expect((await move({ id: a.id, version: a.version, after: c.id })).status).toBe(200)
  expect(await slugs()).toEqual([b, c, a, d, e, f].map(({ slug }) => slug))
  await move({ id: e.id, before: b.id })
  expect(await slugs()).toEqual([e, b, c, a, d, f].map(({ slug }) => slug))
  await move({ id: b.id, at: 'last' })
  await move({ id: d.id, at: 'first' })
  expect(await slugs()).toEqual([d, e, c, a, f, b].map(({ slug }) => slug))
})

it('tells where a record stood, so that it can be put back', async () => {
  const [a, , c] = (await list()) as [Row, Row, Row]
  const before = await slugs()
  const there = (await move({ id: c.id, version: c.version, at: 'first' })).body.results
  expect(there.stood).toEqual({ after: expect.any(Number) })
  await move({ id: c.id, version: there.version, ...there.stood })
  expect(await slugs()).toEqual(before)
  const down = (await move({ id: a.id, at: 'last' })).body.results
  expect(down.stood).toEqual({ at: 'first' })
  await move({ id: a.id, version: down.version, ...down.stood })
  expect(await slugs()).toEqual(before)
  expect((await move({ id: a.id, at: 'first' })).body.results.stood).toBeUndefined()
})

it('keeps an order when many move at once', async () => {
  const rows = await list()
  const answers = await Promise.all(rows.map((row, at) => move({ id: row.id, after: rows[(at + 1) % rows.length]!.id })))
  expect(answers.map(({ status }) => status)).toEqual(rows.map(() => 200))
  const after = await list()
  expect(new Set(after.map(({ order }) => order)).size).toBe(rows.length)
  expect(after.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
})

it('refuses two neighbours by name', async () => {
  const [a, b, c] = (await list()) as [Row, Row, Row]
  const { status, body } = await move({ id: c.id, after: a.id, before: b.id })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['before']])
})

it('refuses what it cannot do', async () => {
  const [first, second] = (await list()) as [Row, Row]
  expect((await move({ id: first.id, version: first.version + 5, after: second.id })).body.errorCode).toBe('stale-version')
  expect((await move({ id: first.id, after: 999_999 })).body.errors).toHaveProperty('after')
  expect((await move({ id: 999_999, at: 'last' })).status).toBe(404)
  expect((await server.post('reorder', { grid: 'content/category/list', id: 1, at: 'last' }, { token })).body.errorCode).toBe(
    'precondition-failed',
  )
  expect((await server.post('reorder', { grid: 'no/such/grid', id: 1, at: 'last' }, { token })).body.errorCode).toBe('unknown-grid')
  expect((await move({ id: first.id, at: 'last' }, await server.signIn('editor'))).status).toBe(403)
  expect((await move({ id: first.id })).status).toBe(422)
})
