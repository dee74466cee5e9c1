import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { features } from '#server/features/index.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { importForm } from './import-form.ts'

type Query = (work: Parameters<TestServer['database']['read']>[0]) => Promise<unknown>
const countOf = async (read: Query, where: string) =>
  await read(
    async (trx) =>
      (await sql<{ count: number }>`select count(*)::int as count from data."user" where username like ${where}`.execute(trx)).rows[0]!
        .count,
  )

describe.each(databaseKinds)('an import in the background on %s', (kind) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer({ kind })
    token = await server.signIn('administrator')
  })
  afterAll(() => server?.close())

  const start = async (stem: string, count: number) => {
    const form = importForm(`username\n${Array.from({ length: count }, (_, at) => `${stem}-${at}`).join('\n')}\n`, 'persons/user/list')
    const headers = { authorization: `Bearer ${token}` }
    const opened = await server.inject({
      method: 'POST',
      url: '/api/v1/grid-import-open',
      ...form,
      headers: { ...headers, ...form.headers },
    })
    return (
      await server.post('grid-import-run', { import: opened.body.results.import, mapping: { username: 0 }, mode: 'create' }, { token })
    ).body.results.task.id as number
  }
  const read = async (id: number) => (await server.get('task', { id }, { token })).body.results

  it('tells how far it is, is cancelled on its way, and writes nothing then', async () => {
    const id = await start('stopped', 20_000)
    await expect.poll(async () => (await read(id)).done, { timeout: 60_000 }).toBeGreaterThan(0)
    expect((await server.post('task-cancel', { id }, { token })).status).toBe(200)
    await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe('cancelled')
    expect((await read(id)).done).toBeLessThan(20_000)
    expect(await countOf(server.database.read, 'stopped-%')).toBe(0)
  }, 120_000)

  it('leaves others the database between two of its rows', async () => {
    const id = await start('beside', 1001)
    await expect.poll(async () => (await read(id)).done, { timeout: 60_000 }).toBeGreaterThan(0)
    const before = (await read(id)).done
    await server.post('save', { model: 'user' }, { token })
    await server.get('grid', { module: 'persons', class: 'user', part: 'list' }, { token })
    expect((await read(id)).state).toBe('running')
    expect(before).toBeLessThan(1001)
    await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe('done')
    expect(await countOf(server.database.read, 'beside-%')).toBe(1001)
  }, 120_000)
})

describe.each(databaseKinds)('an import whose server is killed on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-killed-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is told as interrupted by the next one, and has written nothing', async () => {
    const empty = kind === 'postgres' ? await freshDatabase('postgres') : undefined
    const env = {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: empty?.url ?? '',
      DEMO: 'on',
      SECRET: 'a secret that is only good for tests',
      LOG_LEVEL: 'silent',
    }
    const child = fork(join(import.meta.dirname, 'import-server.ts'), {
      env,
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [{ token, id }] = (await once(child, 'message')) as [{ token: string; id: number }]
    child.kill('SIGKILL')
    await once(child, 'exit')

    const config = readConfig(env)
    const database = await openDatabase(empty?.url ? { databaseUrl: empty.url } : { dataDir: config.dataDir })
    const app = await buildApp({ config, database, features, strictAnswers: true, now: () => new Date(Date.now() + 60_000) })
    const stateOf = async () =>
      (
        await database.read((trx) =>
          sql<{ state: string; error: { code: string } }>`select state, error from pishkhan.tasks where id = ${id}`.execute(trx),
        )
      ).rows[0]
    try {
      expect(await stateOf()).toMatchObject({ state: 'running' })
      const told = await app.inject({ url: '/api/v1/task', query: { id: String(id) }, headers: { authorization: `Bearer ${token}` } })
      expect(told.json()).toMatchObject({
        results: { state: 'failed', error: { code: 'interrupted', message: expect.stringContaining('چیزی نوشته نشد') } },
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      await expect.poll(stateOf, { timeout: 30_000 }).toMatchObject({ state: 'failed', error: { code: 'interrupted' } })
      expect(await countOf(database.read, 'killed-%')).toBe(0)
    } finally {
      await app.close()
      await database.close()
      await empty?.close()
    }
  }, 180_000)
})
