import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ensureBuilt } from '#server/set-up.mjs'
import { openDatabase } from '#server/database/database.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { readTable } from '#server/spreadsheet/read-table.ts'
import { startPostgres } from '#tests/helpers/postgres.mjs'
import { median } from './browser.ts'
import { absolute, relative, type Measurement } from './report.ts'
import { freePort, startAndWait, type Running } from './servers.ts'

const rowCount = 99_900
const grid = 'content/category/list'
const quietCalls = 150
const rounds = 3

const residentMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!

async function fill(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl })
  await database.transaction(async (trx) => {
    await sql`insert into data.category (version, created_at, updated_at, title, slug, color, active, title_sort)
      select 1, now() - n * interval '1 second', now(), jsonb_build_object('fa', 'دستهٔ ' || md5(n::text)), 'bench-' || n, '#027A79', true, jsonb_build_object('fa', n::text) from generate_series(1, ${rowCount}) n`.execute(
      trx,
    )
    await sql`analyze data.category`.execute(trx)
  })
  await database.close()
}

/** One call at a time, as one operator makes them, as long as `goesOn`. */
async function otherCalls(ask: (path: string) => Promise<unknown>, goesOn: (count: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const started = performance.now()
    await ask('grid?module=persons&class=user&part=list')
    times.push(performance.now() - started)
    await sleep(10)
  }
  return times
}

async function measureFormat(server: Running, token: string, format: 'csv' | 'xlsx') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-locale': 'fa' }
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(path.startsWith('/') ? server.url + path : `${server.url}/api/v1/${path}`, { headers, ...init })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response
  }
  const read = async (path: string) => ((await (await ask(path)).json()) as { results: { state: string; done: number } }).results
  const quiet = await otherCalls(
    (path) => ask(path).then((response) => response.json()),
    (count) => count < quietCalls,
  )
  const idleMb = residentMb(server.pid)
  const started = performance.now()
  const { results } = (await (
    await ask('grid-export', { method: 'POST', body: JSON.stringify({ grid, format, rows: 'all' }) })
  ).json()) as { results: { task: { id: number } } }
  let task = await read(`task?id=${results.task.id}`)
  let peakMb = idleMb
  const watching = (async () => {
    while (task.state === 'queued' || task.state === 'running') {
      peakMb = Math.max(peakMb, residentMb(server.pid))
      await sleep(50)
    }
  })()
  const following = (async () => {
    while (task.state === 'queued' || task.state === 'running') {
      await sleep(500)
      task = await read(`task?id=${results.task.id}`)
    }
  })()
  const busy = await otherCalls(
    (path) => ask(path).then((response) => response.json()),
    () => task.state === 'queued' || task.state === 'running',
  )
  await Promise.all([watching, following])
  const seconds = (performance.now() - started) / 1000
  if (task.state !== 'done') throw new Error(`the export is ${task.state}`)
  const { results: address } = (await (await ask(`task-file?id=${results.task.id}`)).json()) as { results: { link: string } }
  const bytes = Buffer.from(await (await ask(address.link)).arrayBuffer())
  const { rows } = await readTable(bytes, `a.${format}`, 'fa')
  if (rows.length !== task.done || rows.length < rowCount) throw new Error(`the file has ${rows.length} rows`)
  return { grownMb: peakMb - idleMb, quiet: p95(quiet), busy: p95(busy), seconds }
}

/** An export of 100,000 rows from a built server on PostgreSQL, while somebody else works. */
export async function measureExports(): Promise<Measurement[]> {
  ensureBuilt()
  const postgres = await startPostgres()
  if (!postgres) throw new Error('PostgreSQL is not installed.')
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-bench-'))
  try {
    const port = await freePort()
    const server = await startAndWait(['node', 'server-mock/start.mjs'], port, '/ready', {
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      DEMO: 'on',
      SECRET: 'a secret that is only good for benchmarks',
      LOG_LEVEL: 'error',
    })
    try {
      await fill(postgres.url)
      const login = await fetch(`${server.url}/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'administrator', password: demoPassword }),
      })
      const {
        results: { token },
      } = (await login.json()) as { results: { token: string } }
      const measurements: Measurement[] = []
      for (const format of ['csv', 'xlsx'] as const) {
        const runs = []
        for (let round = 0; round < rounds; round++) runs.push(await measureFormat(server, token, format))
        measurements.push(
          absolute(`Export of 100,000 rows as ${format}: memory above idle`, Math.max(...runs.map(({ grownMb }) => grownMb)), 'MB', 200),
          relative(
            `p95 of other calls during an export as ${format}, against before it`,
            median(runs.map(({ busy }) => busy)),
            'ms',
            median(runs.map(({ quiet }) => quiet)),
            2,
          ),
          absolute(`Export of 100,000 rows as ${format}`, median(runs.map(({ seconds }) => seconds)), 's', 120),
        )
      }
      return measurements
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
