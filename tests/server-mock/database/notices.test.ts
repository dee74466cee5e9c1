import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn, type ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { notify, type Notice } from '#server/database/connection/notices.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { insertTask } from '#server/tasks/task-store.ts'
import { freePort } from '#tests/bench/servers.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'

interface Body {
  results: { token: string; publication: number; state: string }
}

describe.each(databaseKinds.filter((kind) => kind === 'postgres'))('processes that share a database on %s', (kind) => {
  let database: Database & { url?: string }
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-processes-'))
  const children: ChildProcess[] = []
  let first: string
  let second: string
  const start = async (port: number) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server-mock/server.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: database.url,
        FILES_DIR: folder,
        DATA_DIR: folder,
        DEMO: 'on',
        MODULES: 'persons',
        SECRET: 'a secret that is only good for tests',
        LOG_LEVEL: 'error',
      },
    })
    children.push(child)
    const [code] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    if (typeof code === 'number') throw new Error(`the server ended with ${code}`)
    return `http://127.0.0.1:${port}/api/v1`
  }
  beforeAll(async () => {
    database = await freshDatabase(kind)
    first = await start(await freePort())
    second = await start(await freePort())
  })
  afterAll(async () => {
    for (const child of children) {
      const isRunning = child.exitCode === null
      child.kill('SIGKILL')
      if (isRunning) await once(child, 'exit')
    }
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('are told what another one committed, and nothing of what it took back; also after the connection was lost', async () => {
    const other = await openDatabase({ databaseUrl: database.url })
    const heard: (Notice | undefined)[] = []
    let onHeard = () => {}
    const until = (isThere: () => boolean) =>
      new Promise<void>((resolve) => {
        onHeard = () => isThere() && resolve()
        onHeard()
      })
    const stop = database.listen((notice) => {
      heard.push(notice)
      onHeard()
    })
    try {
      await until(() => heard.length === 1)
      await other
        .transaction(async (trx) => {
          await notify(trx, 'published')
          throw new Error('taken back')
        })
        .catch(() => {})
      await other.transaction((trx) => notify(trx, 'task-queued'))
      await until(() => heard.includes('task-queued'))
      expect(heard).toEqual([undefined, 'task-queued'])

      heard.length = 0
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pishkhan notices' and datname = current_database()`.execute(
        other.kysely,
      )
      // Once while it is polled, once when it listens again.
      await until(() => heard.length === 2)
      await other.transaction((trx) => notify(trx, 'task-queued'))
      await until(() => heard.includes('task-queued'))
    } finally {
      await stop()
      await other.close()
    }
  })

  it('see at once who signed out, what was published and what was queued in the other', async () => {
    const call = async (url: string, token?: string, payload?: unknown) => {
      const response = await fetch(url, {
        method: payload === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(payload !== undefined && { body: JSON.stringify(payload) }),
      })
      return { status: response.status, body: (await response.json()) as Body }
    }
    const { token } = (await call(`${first}/login`, undefined, { username: 'developer', password: demoPassword })).body.results
    const { publication } = (await call(`${second}/publication`, token)).body.results

    const published = await call(`${first}/publish`, token, {
      module: 'two-processes',
      documents: { 'module.json': JSON.stringify({ name: 'two-processes', version: '1.0.0', title: 'Two processes' }) },
      note: 'test',
    })
    expect(published, JSON.stringify(published.body)).toMatchObject({ status: 200 })
    expect((await call(`${second}/publication`, token)).body.results.publication).toBe(publication + 1)

    const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string; sid: string }
    const task = await database.transaction(async (trx) => {
      const queued = await insertTask(
        trx,
        { kind: 'of-no-module', title: 'Task', input: {}, userId: Number(sub), sessionId: sid, locale: 'en', timezone: 'UTC' },
        new Date(),
      )
      await notify(trx, 'task-queued')
      return queued
    })
    // One of the two takes it; a task of a kind that nobody knows fails.
    await expect
      .poll(async () => (await call(`${second}/task?id=${task.id}`, token)).body.results.state, { timeout: 20_000 })
      .toBe('failed')

    expect((await call(`${first}/persons-logout`, token, {})).status).toBe(200)
    expect((await call(`${second}/layout`, token)).status).toBe(401)
  })
})
