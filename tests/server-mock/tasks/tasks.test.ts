import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, afterAll, describe, expect, it, vi } from 'vitest'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import { ApiError } from '#server/errors.ts'
import { features } from '#server/features/index.ts'
import { runDueJobs } from '#server/jobs.ts'
import { systemCaller } from '#server/model/model.ts'
import { createRunCall } from '#server/plugins/run-call.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { defineTask, type TaskDefinition } from '#server/tasks/define-task.ts'
import { startTask } from '#server/tasks/start-task.ts'
import { createTaskRunner, type TaskRunner } from '#server/tasks/task-runner.ts'
import { takeTask } from '#server/tasks/task-store.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
let owner: { userId: number; sessionId: string }
const runners: TaskRunner[] = []
const silent = { error: () => {}, info: () => {}, debug: () => {} }

/** A gate that a task waits at until the test opens it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

function createRunner(definitions: TaskDefinition[], now = () => new Date()): TaskRunner {
  const { config, database } = server
  const registries = createRegistries(config)
  const runner = createTaskRunner({
    config,
    database,
    registries,
    definitions,
    now,
    isQuiet: () => true,
    log: silent,
    runCall: createRunCall({ config, database, features, strictAnswers: true, wakeTasks: () => {}, log: silent }),
  })
  runners.push(runner)
  return runner
}

async function queue(task: TaskDefinition, input: unknown = null, whose = owner, key?: string): Promise<number> {
  const caller = { ...systemCaller('en'), user: { id: whose.userId, username: 'x', name_full: 'x' }, sessionId: whose.sessionId }
  return (
    await server.database.transaction((trx) =>
      startTask({ trx, caller, now: new Date(), wakeTasks: () => {} }, task, { title: 'Count', input, key }),
    )
  ).id
}

const read = async (id: number): Promise<TaskAnswer> => (await server.get('task', { id }, { token })).body.results
const readUntil = (id: number, state: TaskAnswer['state']) =>
  vi.waitFor(
    async () => {
      const task = await read(id)
      expect(task).toMatchObject({ state })
      return task
    },
    { timeout: 15_000, interval: 20 },
  )

async function signIn(username: string) {
  const token = await server.signIn(username)
  const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: number | string; sid: string }
  return { token, owner: { userId: Number(sub), sessionId: sid } }
}

beforeAll(async () => {
  // Without messages: what they wake would take the tasks that the runners of these tests are to take.
  server = await startTestServer({ env: { OUTBOX: 'off' } })
  ;({ token, owner } = await signIn('administrator'))
})
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
})
afterAll(() => server?.close())

describe('a task', () => {
  it('runs outside its call and tells its progress, failures and result', async () => {
    const middle = gate()
    const task = defineTask<{ rows: number[] }>({
      kind: 'count',
      async run({ input, step, progress, fail }) {
        for (const [at, row] of input.rows.entries()) {
          await step(async ({ caller }) => expect(caller.user?.id).toBe(owner.userId))
          if (row === 2) fail({ id: row, title: 'Two', code: 'in-use', message: 'It is in use.' })
          progress(at + 1, input.rows.length)
          if (row === 2) await middle.opened
        }
        return { counted: input.rows.length }
      },
    })
    const id = await queue(task, { rows: [1, 2, 3] })
    expect(await read(id)).toMatchObject({ state: 'queued', done: 0, total: null, title: 'Count' })
    createRunner([task]).wake()
    await vi.waitFor(async () => expect(await read(id)).toMatchObject({ state: 'running', done: 2, total: 3, failed: 1 }), {
      timeout: 15_000,
    })
    middle.open()
    expect(await readUntil(id, 'done')).toMatchObject({
      done: 3,
      failed: 1,
      failures: [{ id: 2, title: 'Two', code: 'in-use', message: 'It is in use.' }],
      result: { counted: 3 },
      error: null,
    })
    expect((await server.get('task-list', {}, { token })).body.results).toContainEqual(
      expect.objectContaining({ id, state: 'done', failures: [] }),
    )
    expect((await server.get('task-list', { unfinished: 1 }, { token })).body.results).toEqual([])
  })

  it('is cancelled between two steps, and tells how far it came', async () => {
    const first = gate()
    const task = defineTask({
      kind: 'cancelled',
      async run({ step, progress, isCancelled }) {
        let done = 0
        while (!isCancelled()) {
          await step(async () => undefined)
          done += 1
          progress(done, 1000)
          first.open()
          await new Promise((resolve) => {
            setImmediate(resolve)
          })
        }
        return { done }
      },
    })
    const id = await queue(task)
    createRunner([task]).wake()
    await first.opened
    expect((await server.post('task-cancel', { id }, { token })).body.results).toMatchObject({ state: 'running', is_stopping: true })
    const ended = await readUntil(id, 'cancelled')
    expect(ended.result).toEqual({ done: ended.done })
    expect(await server.post('task-cancel', { id }, { token })).toMatchObject({
      status: 409,
      body: { errorCode: 'precondition-failed', userMessage: expect.stringMatching(/\S/) },
    })
  })

  it('is done where a stop comes after what it was for stands', async () => {
    const [written, told] = [gate(), gate()]
    const task = defineTask({
      kind: 'settled',
      async run({ step, settle, isCancelled }) {
        await step(async () => undefined)
        settle()
        written.open()
        await told.opened
        return { stopped: isCancelled() }
      },
    })
    const id = await queue(task)
    createRunner([task]).wake()
    await written.opened
    expect((await server.post('task-cancel', { id }, { token })).status).toBe(200)
    told.open()
    expect((await readUntil(id, 'done')).result).toEqual({ stopped: false })
  })

  it('lets everybody else have their turn', async () => {
    const begun = gate()
    const task = defineTask({
      kind: 'endless',
      async run({ step }) {
        for (;;) {
          await step(async ({ trx }) => trx.selectFrom('pishkhan.tasks').select('id').execute())
          begun.open()
        }
      },
    })
    const id = await queue(task)
    createRunner([task]).wake()
    await begun.opened
    expect((await server.post('task-cancel', { id }, { token })).status).toBe(200)
    await readUntil(id, 'cancelled')
  })

  it('that waits is cancelled at once and never runs', async () => {
    const run = vi.fn(async () => {})
    const task = defineTask({ kind: 'waiting', run })
    const id = await queue(task)
    expect((await server.post('task-cancel', { id }, { token })).body.results.state).toBe('cancelled')
    const runner = createRunner([task])
    runner.wake()
    await runner.stop()
    expect(run).not.toHaveBeenCalled()
  })

  it('stops when its owner has signed out', async () => {
    const { token: leaving, owner: whose } = await signIn('editor')
    const begun = gate()
    const task = defineTask({
      kind: 'signed-out',
      async run({ step }) {
        for (;;) {
          await step(async () => undefined)
          begun.open()
          await new Promise((resolve) => {
            setImmediate(resolve)
          })
        }
      },
    })
    const id = await queue(task, null, whose)
    createRunner([task]).wake()
    await begun.opened
    await server.post('persons-logout', {}, { token: leaving })
    expect(await readUntil(id, 'failed')).toMatchObject({ error: { code: 'signed-out', message: expect.stringContaining('نشست شما') } })
  })

  it('does not begin for somebody who was blocked while it waited', async () => {
    const { owner: whose } = await signIn('staff')
    const run = vi.fn(async () => {})
    const task = defineTask({ kind: 'blocked', run })
    const id = await queue(task, null, whose)
    await server.database.transaction((trx) => trx.updateTable('data.user').set({ blocked: true }).where('id', '=', whose.userId).execute())
    createRunner([task]).wake()
    await readUntil(id, 'failed')
    expect(run).not.toHaveBeenCalled()
  })

  it('tells a refusal by its sentence, and a fault as one of the server', async () => {
    const refused = defineTask({
      kind: 'refused',
      run: async () => {
        throw new ApiError('in-use')
      },
    })
    const broken = defineTask({
      kind: 'broken',
      run: async () => {
        throw new Error('secret')
      },
    })
    const [one, other] = [await queue(refused), await queue(broken)]
    createRunner([refused, broken]).wake()
    expect(await readUntil(one, 'failed')).toMatchObject({ error: { code: 'in-use', message: expect.stringMatching(/\S/) } })
    const fault = await readUntil(other, 'failed')
    expect(fault.error).toMatchObject({ code: 'server-error' })
    expect(JSON.stringify(fault)).not.toContain('secret')
  })

  it('writes a file that its link serves, and of one that breaks off nothing', async () => {
    const chunks = async function* () {
      yield 'نام,n\n'
      yield new TextEncoder().encode('a,1\n')
    }
    const failing = async function* () {
      yield 'a'
      await Promise.reject(new ApiError('in-use'))
    }
    const whole = defineTask({
      kind: 'file',
      run: async ({ writeFile }) => {
        await writeFile('کاربران/1".csv', 'text/csv; charset=utf-8', chunks())
      },
    })
    const partial = defineTask({
      kind: 'part',
      run: async ({ writeFile }) => {
        await writeFile('x.csv', 'text/csv', failing())
      },
    })
    const [one, other] = [await queue(whole), await queue(partial)]
    createRunner([whole, partial]).wake()
    const { file } = await readUntil(one, 'done')
    expect(file).toMatchObject({ name: 'کاربران 1 .csv', mime_type: 'text/csv; charset=utf-8', size: 13 })
    const { link } = (await server.get('task-file', { id: one }, { token })).body.results
    const reply = await server.inject({ method: 'GET', url: link })
    expect(reply).toMatchObject({
      status: 200,
      body: 'نام,n\na,1\n',
      headers: { 'content-disposition': expect.stringContaining("filename*=UTF-8''"), 'x-content-type-options': 'nosniff' },
    })
    expect((await readUntil(other, 'failed')).file).toBeNull()
    expect((await server.get('task-file', { id: other }, { token })).status).toBe(404)
    expect((await server.inject({ method: 'GET', url: `/task-files/${one}/x.csv` })).status).toBe(404)
    expect((await server.inject({ method: 'GET', url: '/task-files/..%2f..%2fsecret/x.csv' })).status).toBe(404)
  })

  it('whose server has died is told as failed, before and after somebody has noticed', async () => {
    const task = defineTask({ kind: 'lost', run: async () => {} })
    const id = await queue(task)
    const longAgo = new Date(Date.now() - 60_000)
    await server.database.transaction((trx) => takeTask(trx, 'another process', longAgo))
    expect(await read(id)).toMatchObject({ state: 'failed', error: { code: 'interrupted', message: expect.stringMatching(/\S/) } })
    const whole = await queue({ ...task, isWhole: true })
    await server.database.transaction((trx) => takeTask(trx, 'another process', longAgo))
    const sentences = (await Promise.all([id, whole].map(read))).map(({ error }) => error!.message)
    expect(sentences).toEqual([expect.stringContaining('انجام‌شده می‌ماند'), expect.stringContaining('چیزی نوشته نشد')])
    createRunner([task]).start()
    await vi.waitFor(
      async () => {
        const row = await server.database.read((trx) =>
          trx.selectFrom('pishkhan.tasks').select('state').where('id', '=', id).executeTakeFirst(),
        )
        expect(row).toEqual({ state: 'failed' })
      },
      { timeout: 15_000 },
    )
  })

  it('ends with its server as interrupted, and what waits stays in the queue', async () => {
    const begun = gate()
    const task = defineTask({
      kind: 'stopped',
      async run({ step }) {
        for (;;) {
          await step(async () => undefined)
          begun.open()
          await new Promise((resolve) => {
            setImmediate(resolve)
          })
        }
      },
    })
    const ids = [await queue(task), await queue(task), await queue(task)]
    const runner = createRunner([task])
    runner.wake()
    await begun.opened
    await runner.stop()
    const states = await Promise.all(ids.map(async (id) => (await read(id)).state))
    expect(states[0]).toBe('failed')
    expect(states[2]).toBe('queued')
    await server.post('task-cancel', { id: ids[2] }, { token })
    await server.post('task-cancel', { id: ids[1] }, { token })
  })

  it('gives its file to its owner alone, under an address that is good for minutes', async () => {
    const task = defineTask({
      kind: 'mine',
      run: async ({ writeFile }) => {
        await writeFile(
          'a.txt',
          'text/plain',
          (async function* () {
            yield 'a'
          })(),
        )
      },
    })
    const [id, second] = [await queue(task), await queue(task)]
    createRunner([task]).wake()
    await readUntil(id, 'done')
    await readUntil(second, 'done')
    // Whoever may see the tasks of others does not have their files.
    const { token: developer } = await signIn('developer')
    expect((await server.get('task', { id }, { token: developer })).status).toBe(200)
    expect((await server.get('task-file', { id }, { token: developer })).status).toBe(404)
    expect((await server.get('task-file', { id })).status).toBe(401)
    const { link, expires_at: expires } = (await server.get('task-file', { id }, { token })).body.results as {
      link: string
      expires_at: string
    }
    const statusOf = async (url: string) => (await server.inject({ method: 'GET', url })).status
    expect(await statusOf(link)).toBe(200)
    expect(await statusOf(link.replace(`/${id}/`, `/${second}/`))).toBe(404)
    expect(await statusOf(link.replace(/expires=\d+/, `expires=${Date.parse(expires) + 60_000}`))).toBe(404)
    expect(await statusOf(link.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe(404)
    server.setClock(new Date(Date.parse(expires) + 1))
    expect(await statusOf(link)).toBe(404)
    server.setClock(undefined)
  })

  it('is started once for a key, and no more than twenty wait for one user', async () => {
    const task = defineTask({ kind: 'many', run: async () => {} })
    const first = await queue(task, null, owner, 'the-same-key')
    expect(await queue(task, null, owner, 'the-same-key')).toBe(first)
    await expect(queue(task, { other: true }, owner, 'the-same-key')).rejects.toMatchObject({ code: 'idempotency-mismatch' })
    for (let count = 1; count < 20; count++) await queue(task)
    await expect(queue(task)).rejects.toMatchObject({ code: 'too-many-requests' })
    const runner = createRunner([task])
    runner.wake()
    await readUntil(first, 'done')
    await vi.waitFor(async () => expect((await server.get('task-list', { unfinished: 1 }, { token })).body.results).toEqual([]), {
      timeout: 15_000,
    })
  })

  it('is nobody else’s to see or to stop, and is forgotten after a day with its file', async () => {
    const task = defineTask({
      kind: 'own',
      run: async ({ writeFile }) => {
        await writeFile(
          'a.txt',
          'text/plain',
          (async function* () {
            yield 'a'
          })(),
        )
      },
    })
    const id = await queue(task)
    createRunner([task]).wake()
    const { file } = await readUntil(id, 'done')
    const { token: other } = await signIn('content_manager')
    expect((await server.get('task', { id }, { token: other })).status).toBe(404)
    expect((await server.post('task-cancel', { id }, { token: other })).status).toBe(404)
    expect((await server.get('task-list', {}, { token: other })).body.results).toEqual([])
    expect(file).toEqual({ name: 'a.txt', mime_type: 'text/plain', size: 1 })
    const { file_key: key } = (await server.database.read((trx) =>
      trx.selectFrom('pishkhan.tasks').select('file_key').where('id', '=', id).executeTakeFirst(),
    )) as { file_key: string }
    const stored = join(server.config.filesDir, 'tasks', key)
    expect(existsSync(stored)).toBe(true)
    await runDueJobs({
      config: server.config,
      database: server.database,
      features: [],
      registries: createRegistries(server.config),
      log: silent,
      now: () => new Date(Date.now() + 25 * 60 * 60 * 1000),
    })
    expect((await server.get('task', { id }, { token })).status).toBe(404)
    expect(existsSync(stored)).toBe(false)
  })
})
