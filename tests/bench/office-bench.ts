import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '#server/set-up.mjs'
import { demoPassword } from '#server/features/persons/seed.ts'
import { startPostgres } from '#tests/helpers/postgres.mjs'
import { absolute, atLeast, type Measurement } from './report.ts'
import { freePort, startAndWait, type Running } from './servers.ts'
import type { Load, LoadResult } from './office/load.ts'

/** Demo users who may read posts; many people share their sessions. */
const users = ['administrator', 'content_manager', 'moderator', 'editor']
const grid = 'content-post-grid?type=news&page_size=15&defaults=1'
/** What one person asks of a list: mostly other pages, now and then a filter, a search, a new order or the list anew. */
const clicks = [
  `${grid}&page=1&parts=cells,summary,tabs,grid`,
  `${grid}&page=2&parts=cells`,
  `${grid}&page=3&parts=cells`,
  `${grid}&page=1&parts=cells`,
  `${grid}&page=1&status=draft&parts=cells,summary,tabs`,
  `${grid}&page=2&status=published&parts=cells,summary,tabs`,
  `${grid}&page=1&q=%D8%A8%D8%A7%D8%B2%D8%A7%D8%B1&parts=cells,summary,tabs`,
  `content-post-grid?type=news&page_size=15&page=1&sort=title&order=asc&parts=cells`,
]

const ticksPerSecond = 100
/** Processor time of a process so far, in milliseconds. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

/** Runs the generator in a process of its own; it is ended when it takes much longer than it was told. */
function generate(load: Load): Promise<LoadResult> {
  const child = spawn('npx', ['tsx', 'tests/bench/office/load.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: (load.seconds + 60) * 1000,
    killSignal: 'SIGKILL',
  })
  child.stdin.end(JSON.stringify(load))
  let output = ''
  child.stdout.on('data', (piece) => {
    output += String(piece)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(output) as LoadResult) : reject(new Error(`the load generator ended with ${code ?? 'a signal'}`)),
    )
  })
}

async function signIn(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`${username} cannot sign in: ${response.status}`)
  return ((await response.json()) as { results: { token: string } }).results.token
}

/** Processes of the built server with demo data, for as long as `work` takes. */
async function withServers<Measured>(
  env: Record<string, string>,
  processes: number,
  work: (servers: Running[], tokens: string[]) => Promise<Measured>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-office-'))
  const servers: Running[] = []
  const start = async () => {
    const port = await freePort()
    return startAndWait([process.execPath, 'dist/server/server.js'], port, '/ready', {
      PORT: String(port),
      DATA_DIR: folder,
      FILES_DIR: join(folder, 'files'),
      SECRET: 'a secret that is only good for a benchmark',
      DEMO: 'on',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      ...env,
    })
  }
  try {
    // One after the other: the first fills the database.
    for (let at = 0; at < processes; at++) servers.push(await start())
    const tokens: string[] = []
    for (const name of users) tokens.push(await signIn(servers[0]!.url, name))
    return await work(servers, tokens)
  } finally {
    for (const server of servers) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One run, told on the console with the processor time of both sides: they share the machine. */
async function drive(title: string, servers: readonly Running[], load: Omit<Load, 'urls' | 'paths'>): Promise<LoadResult> {
  const cpuOfAll = () => servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
  const before = cpuOfAll()
  const result = await generate({ ...load, urls: servers.map(({ url }) => url), paths: clicks.map((path) => `/api/v1/${path}`) })
  const perAnswer = (milliseconds: number) => (milliseconds / Math.max(1, result.answers)).toFixed(2)
  const figures = [
    `${result.answers} answers in ${result.seconds.toFixed(1)} s`,
    `p50 ${result.p50.toFixed(0)} ms`,
    `p95 ${result.p95.toFixed(0)} ms`,
    `/health at most ${result.healthMs.toFixed(0)} ms`,
    `${(result.bytes / 1024).toFixed(1)} KB an answer`,
    `processor per answer: server ${perAnswer(cpuOfAll() - before)} ms, generator ${perAnswer(result.cpuMs)} ms`,
  ]
  console.log(`${title}: ${figures.join(', ')}`)
  if (result.failed > 0) throw new Error(`${title}: ${result.failed} calls were not answered`)
  return result
}

/**
 * An office at work on lists of posts: on PostgreSQL, with a process for each of two cores, as fast as it goes and as 200 people click; on
 * the embedded database 20 people.
 */
export async function measureOffice(): Promise<Measurement[]> {
  ensureBuilt()
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The office bench needs PostgreSQL.')
  const measurements: Measurement[] = []
  try {
    await withServers({ DATABASE_URL: postgres.url }, 2, async (servers, tokens) => {
      await drive('warm-up', servers, { tokens, people: 8, pauseMs: 0, seconds: 5, most: 1000 })
      const rate = await drive('16 callers without a pause', servers, { tokens, people: 16, pauseMs: 0, seconds: 15, most: 20_000 })
      measurements.push(atLeast('List answers a second, PostgreSQL', rate.answers / rate.seconds, '/s', 250))
      const office = await drive('200 people', servers, { tokens, people: 200, pauseMs: 2000, seconds: 20, most: 20_000 })
      measurements.push(
        absolute('200 people with 2 s between clicks, PostgreSQL, p95', office.p95, 'ms', 300),
        absolute('/health meanwhile, slowest', office.healthMs, 'ms', 100),
      )
    })
  } finally {
    await postgres.stop()
  }
  await withServers({}, 1, async (servers, tokens) => {
    await drive('warm-up', servers, { tokens, people: 4, pauseMs: 0, seconds: 5, most: 200 })
    const small = await drive('20 people, embedded database', servers, { tokens, people: 20, pauseMs: 2000, seconds: 15, most: 5000 })
    measurements.push(absolute('20 people with 2 s between clicks, embedded database, p95', small.p95, 'ms', 400))
  })
  return measurements
}
