import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BulkAnswer, TaskAnswer } from '#schemas/types/contract.d.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
let customer: string
let count = 0

const grid = { name: 'grid', params: { module: 'content', class: 'category', part: 'list' } }
const target = { model: 'category', id: '{row.id}', version: '{row.version}' }
const trash = { name: 'trash', method: 'DELETE', params: target }
const restore = { name: 'restore', method: 'PATCH', payload: target }

beforeAll(async () => {
  server = await startTestServer()
  ;[token, customer] = (await Promise.all(['administrator', 'customer'].map((name) => server.signIn(name)))) as [string, string]
})
afterAll(() => server?.close())
beforeEach(() => {
  count += 1
})

interface Row {
  id: number
  version: number
}
const as = (headers: Record<string, string> = {}) => ({ token, headers: { 'x-locale': 'en', ...headers } })

/** Categories of one test, told by their name. */
async function make(number: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < number; at++)
    rows.push(
      (
        await server.post(
          'save',
          { model: 'category', data: { title: { en: `Batch${count}x ${at}` }, slug: `batch-${count}-${at}` } },
          as(),
        )
      ).body.results,
    )
  return rows.map(({ id, version }) => ({ id, version }))
}
const versionOf = async ({ id }: Row) => (await server.get('single', { model: 'category', id }, as())).body.results.version as number
const bulk = async (payload: object, headers?: Record<string, string>) =>
  (await server.post('bulk', { grid, title: 'Move to trash', ...payload }, as(headers))).body.results as BulkAnswer
const ended = (id: number) =>
  vi.waitFor(
    async () => {
      const task = (await server.get('task', { id }, as())).body.results as TaskAnswer
      expect(['done', 'failed', 'cancelled']).toContain(task.state)
      return task
    },
    { timeout: 20_000, interval: 50 },
  )

describe('a call on many rows', () => {
  it('names what failed as its entity does, though the grid has no column of that name', async () => {
    await server.post('content-type-save', { slug: 'memo', titles: { en: 'Memo' }, features: [] }, as())
    const types = { name: 'grid', params: { module: 'content', class: 'type', part: 'list' } }
    const [row] = (await server.get('grid', { ...types.params, page_size: 1 }, as())).body.results as Row[]
    const call = { name: 'destroy', method: 'DELETE', params: { model: 'content_type', id: '{row.id}', version: '{row.version}' } }
    const { failed } = await bulk({ call, grid: types, rows: [{ id: row!.id, version: row!.version }] })
    expect(failed).toMatchObject([{ id: row!.id, title: 'Memo' }])
  })

  it('inserts what belongs to each row alone', async () => {
    const [one, two] = (await make(2)) as [Row, Row]
    const answer = await bulk({
      call: { name: 'save', method: 'POST', payload: { ...target, data: '{own.data}' } },
      rows: [
        { ...one, own: { data: { color: '#111111' } } },
        { ...two, own: { data: { color: 'no colour' } } },
      ],
    })
    expect([answer.done.map(({ id }) => id), answer.failed.map(({ id }) => id)]).toEqual([[one.id], [two.id]])
    expect((await server.get('single', { model: 'category', id: one.id }, as())).body.results).toMatchObject({
      color: '#111111',
      version: 2,
    })
  })

  it('is made for each row by itself, and tells which failed and why', async () => {
    const [one, two, three] = (await make(3)) as [Row, Row, Row]
    await server.post('deactivate', { model: 'category', ...two }, as())
    const answer = await bulk({ call: trash, rows: [one, two, three, { id: 987_654 }] })
    expect(answer).toMatchObject({
      task: null,
      done: [
        { id: one.id, version: 2, changed: true },
        { id: three.id, version: 2, changed: true },
      ],
    })
    expect(answer.failed).toMatchObject([
      { id: two.id, title: `Batch${count}x 1`, code: 'stale-version', message: expect.stringMatching(/\S/) },
      { id: 987_654, title: '#987654', code: 'not-found' },
    ])
    expect(await Promise.all([one, two, three].map(versionOf))).toEqual([2, 2, 2])
    // What was done is taken back with the versions that it was answered with.
    expect((await bulk({ call: restore, rows: answer.done.map(({ id, version }) => ({ id, version })) })).done).toHaveLength(2)
  })

  it('tells of a row that went to the trash meanwhile that it did', async () => {
    const [one] = (await make(1)) as [Row]
    await bulk({ call: trash, rows: [one] })
    expect((await bulk({ call: trash, rows: [one] })).failed).toMatchObject([
      { id: one.id, code: 'precondition-failed', message: expect.stringContaining('trash') },
    ])
  })

  it('happens once for a key, also when it breaks off and is sent again', async () => {
    const rows = await make(2)
    const key = { 'idempotency-key': `bulk-test-${count}` }
    const first = await bulk({ call: trash, rows: rows.slice(0, 1) }, key)
    const again = await bulk({ call: trash, rows }, key)
    expect(first.done).toEqual(again.done.slice(0, 1))
    expect(again).toMatchObject({
      done: [
        { id: rows[0]!.id, version: 2 },
        { id: rows[1]!.id, version: 2 },
      ],
      failed: [],
    })
  })

  it('tells rows that were so already from those that it changed', async () => {
    const [one, two] = (await make(2)) as [Row, Row]
    await server.post('deactivate', { model: 'category', ...two }, as())
    const { done } = await bulk({ call: { name: 'deactivate', method: 'POST', payload: target }, rows: [one, { ...two, version: 2 }] })
    expect(done).toEqual([
      { id: one.id, version: 2, changed: true },
      { id: two.id, version: 2, changed: false },
    ])
  })

  it('fills in what the grid says of the row, and what the caller sent beside it', async () => {
    const [row] = (await make(1)) as [Row]
    const { done } = await bulk({
      call: { name: 'save', method: 'POST', payload: { ...target, data: { title: '{form.title} ({row.title})' } } },
      values: { form: { title: '{row.id}' } },
      rows: [row],
    })
    expect(done).toHaveLength(1)
    expect((await server.get('single', { model: 'category', id: row.id }, as())).body.results.title).toBe(`{row.id} (Batch${count}x 0)`)
  })

  it('on all that match goes on as a task, and leaves the others alone', async () => {
    const rows = await make(5)
    const others = (await server.get('grid', { ...grid.params }, as())).body.metadata.pagination.total as number
    const { task } = await bulk({ call: trash, grid: { ...grid, params: { ...grid.params, q: `Batch${count}x` } }, all: true })
    const after = await ended(task!.id)
    expect(after).toMatchObject({
      kind: 'bulk',
      title: 'Move to trash',
      state: 'done',
      done: 5,
      total: 5,
      failed: 0,
      result: { changes: 5 },
    })
    expect(after.result!.changed).toEqual(rows.map(({ id }) => ({ id, version: 2 })))
    expect((await server.get('grid', { ...grid.params }, as())).body.metadata.pagination.total).toBe(others - 5)
  })

  it('on more than a hundred rows goes on as a task, once for a key, with its failures by name', async () => {
    const rows = await make(3)
    await server.post('deactivate', { model: 'category', ...rows[1] }, as())
    const many = [...rows, ...Array.from({ length: 100 }, (_, at) => ({ id: 800_000 + at }))]
    const key = { 'idempotency-key': `bulk-task-${count}` }
    const { task } = await bulk({ call: trash, rows: many }, key)
    expect((await bulk({ call: trash, rows: many }, key)).task!.id).toBe(task!.id)
    const after = await ended(task!.id)
    expect(after).toMatchObject({ state: 'done', done: 103, total: 103, failed: 101 })
    expect(after.failures![0]).toMatchObject({ id: rows[1]!.id, title: `Batch${count}x 1`, code: 'stale-version' })
  })

  it('of a document meets the checks of the call that it names', async () => {
    const [one, two] = (await make(2)) as [Row, Row]
    const call = {
      name: 'content-category-save',
      method: 'POST',
      payload: { id: '{row.id}', version: '{row.version}', slug: `only-one-${count}` },
    }
    const { done, failed } = await bulk({ call, rows: [one, two] })
    expect(done).toEqual([{ id: one.id, version: 2, changed: true }])
    expect(failed).toMatchObject([{ id: two.id, title: `Batch${count}x 1`, code: '422', message: expect.stringMatching(/slug/i) }])
  })

  it('is refused where it makes no sense, and to whom the list is not open', async () => {
    const rows = await make(1)
    const refused = async (payload: object, options = as()) => (await server.post('bulk', { grid, title: 'x', ...payload }, options)).status
    expect(await refused({ call: trash })).toBe(422)
    expect(await refused({ call: trash, rows, all: true })).toBe(422)
    expect(await refused({ call: { ...trash, method: 'POST' }, rows })).toBe(422)
    expect(await refused({ call: { name: 'bulk', method: 'POST', payload: {} }, rows })).toBe(422)
    expect(await refused({ call: { name: 'login', method: 'POST', payload: { username: 'a', password: '{row.id}' } }, rows })).toBe(403)
    expect(await refused({ call: trash, rows, grid: { name: 'save', params: {} } })).toBe(422)
    expect(await refused({ call: trash, rows, grid: { name: 'grid', params: { module: 'a', class: 'b', part: 'c' } } })).toBe(400)
    expect(await refused({ call: trash, rows }, { ...as(), token: customer })).toBe(403)
    expect(await versionOf(rows[0]!)).toBe(1)
  })

  it('that may be read but not changed fails row by row', async () => {
    const moderator = await server.signIn('moderator')
    const [row] = (await make(1)) as [Row]
    const { status, body } = await server.post(
      'bulk',
      { grid, title: 'x', call: { name: 'destroy', method: 'DELETE', params: target }, rows: [row] },
      { ...as(), token: moderator },
    )
    expect(status).toBe(200)
    expect(body.results).toMatchObject({ done: [], failed: [{ id: row.id, code: 'permission-denied' }] })
  })
})
