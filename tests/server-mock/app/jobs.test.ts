import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Feature, Job } from '#server/feature.ts'
import { runDueJobs, startJobs } from '#server/jobs.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const start = new Date('2030-05-01T08:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  afterAll(() => server.close())

  const run = (jobs: Job[], now: Date, faults: unknown[] = []) => {
    const feature: Feature = { module: 'auth', handlers: {}, jobs }
    return runDueJobs({
      config: server.config,
      database: server.database,
      features: [feature],
      registries: createRegistries(server.config),
      log: {
        error: (fault: unknown) => {
          faults.push(fault)
        },
        debug: () => {},
      } as never,
      now: () => now,
    })
  }

  it('runs a job when it is due, and not before', async () => {
    let times = 0
    const job: Job = {
      name: 'count',
      everyMs: 60_000,
      run: async () => {
        times += 1
      },
    }
    expect(await run([job], at(0))).toContain('count')
    expect(await run([job], at(59))).not.toContain('count')
    expect(await run([job], at(60))).toContain('count')
    expect(times).toBe(2)
  })

  it('looks again when the next job is due, goes on after a look that failed, and stops when told so', async () => {
    let times = 0
    const often: Job = {
      name: 'often',
      everyMs: 20,
      run: async () => {
        times += 1
      },
    }
    const faults: unknown[] = []
    const current = createRegistries(server.config)
    let failing = true
    const stop = startJobs(
      {
        config: server.config,
        database: server.database,
        features: [{ module: 'auth', handlers: {}, jobs: [often] }],
        registries: {
          ...current,
          current: (...given: Parameters<typeof current.current>) => {
            if (failing) throw new Error('not yet')
            return current.current(...given)
          },
        },
        log: { error: (fault: unknown) => void faults.push(fault), debug: () => {} } as never,
      },
      { shortestMs: 5, longestMs: 100 },
    )
    await vi.waitFor(() => expect(faults.length).toBeGreaterThan(0))
    failing = false
    await vi.waitFor(() => expect(times).toBeGreaterThan(2), 10_000)
    await stop()
    const after = times
    const ran = await server.database.read((trx) =>
      trx.selectFrom('pishkhan.jobs').select('last_run_at').where('name', '=', 'often').executeTakeFirst(),
    )
    expect(ran?.last_run_at).toBeTruthy()
    await expect(vi.waitFor(() => expect(times).toBeGreaterThan(after), 200)).rejects.toThrow()
  })

  it('lets one of two processes run it', async () => {
    let times = 0
    const job: Job = {
      name: 'once',
      everyMs: 60_000,
      run: async () => {
        times += 1
      },
    }
    await Promise.all([run([job], at(0)), run([job], at(0))])
    expect(times).toBe(1)
  })

  it('undoes what a failed job did, writes its fault down, and goes on with the next', async () => {
    const faults: unknown[] = []
    const broken: Job = {
      name: 'broken',
      everyMs: 60_000,
      run: async (trx) => {
        await trx.insertInto('pishkhan.counters').values({ name: 'half', value: 1 }).execute()
        throw new Error('halfway')
      },
    }
    let next = false
    expect(
      await run(
        [
          broken,
          {
            name: 'next',
            everyMs: 60_000,
            run: async () => {
              next = true
            },
          },
        ],
        at(0),
        faults,
      ),
    ).not.toContain('broken')
    expect([next, faults.length]).toEqual([true, 1])
    const state = await server.database.read(async (trx) => ({
      half: await trx.selectFrom('pishkhan.counters').select('name').where('name', '=', 'half').execute(),
      job: await trx.selectFrom('pishkhan.jobs').select('last_error').where('name', '=', 'broken').executeTakeFirst(),
    }))
    expect(state).toEqual({ half: [], job: { last_error: 'halfway' } })
  })

  it('leaves the jobs of a module that is switched off alone', async () => {
    const feature: Feature = { module: 'switched-off', handlers: {}, jobs: [{ name: 'off', everyMs: 1, run: async () => {} }] }
    expect(
      await runDueJobs({
        config: server.config,
        database: server.database,
        features: [feature],
        registries: createRegistries(server.config),
        log: console as never,
        now: () => at(0),
      }),
    ).not.toContain('off')
  })
})
