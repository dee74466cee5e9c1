import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database, Trx } from '#server/database/database.ts'
import { maintainIndexes } from '#server/database/tables/index-upkeep.ts'
import { servedGrids, type DocumentRegistry } from '#server/documents/registry.ts'
import type { Feature, Job } from './feature.ts'
import { backfillJob, hasBackfills } from '#server/model/compute/backfills.ts'
import { dueTransitionsJob, hasTimers } from '#server/model/lifecycles/due-transitions.ts'
import { ledgersJob } from '#server/model/ledgers/ledgers-job.ts'
import { purgeOldKeys } from '#server/plugins/idempotency.ts'
import { purgeOldUses } from '#server/plugins/rate-limit.ts'
import { purgeMessages } from '#server/messages/outbox-store.ts'
import { purgeOldTasks } from './tasks/purge-tasks.ts'
import type { Registries } from '#server/publishing/registries.ts'

const hourMs = 60 * 60 * 1000

/** What the server itself has to do again and again. */
const ownJobs: readonly Job[] = [
  { name: 'forget-idempotency-keys', everyMs: hourMs, run: (trx, _registry, now) => purgeOldKeys(trx, now) },
  { name: 'forget-rate-limits', everyMs: hourMs, run: (trx, _registry, now) => purgeOldUses(trx, now) },
  { name: 'forget-messages', everyMs: hourMs, run: (trx, _registry, now) => purgeMessages(trx, now) },
  purgeOldTasks,
  ledgersJob,
]

export interface JobsOptions {
  config: Config
  database: Database
  features: readonly Feature[]
  registries: Registries
  log: Pick<FastifyBaseLogger, 'error' | 'debug'>
  now?: () => Date
}

/** Runs each job that is due, one process at a time; answers the names of those that ran. */
export async function runDueJobs(options: JobsOptions): Promise<string[]> {
  const { config, database, log, now = () => new Date() } = options
  const { documents, jobs, lastRuns } = await readJobs(options)
  const ran: string[] = []
  for (const job of jobs.filter((one) => dueInMs(one, lastRuns, now()) === 0)) {
    try {
      if (await runIfDue(database, job, documents, now(), config)) ran.push(job.name)
    } catch (fault) {
      log.error({ err: fault, job: job.name }, 'job failed')
      const reason = fault instanceof Error ? fault.message.slice(0, 500) : 'unknown'
      await database.transaction((trx) => markRun(trx, job.name, now(), reason))
    }
  }
  return ran
}

type LastRuns = ReadonlyMap<string, Date | null>

/** The jobs of the server and of the modules that are there, and when each ran last. */
async function readJobs({ database, features, registries }: JobsOptions) {
  return database.read(async (trx) => {
    const documents = await registries.current(trx)
    const rows = await trx.selectFrom('pishkhan.jobs').select(['name', 'last_run_at']).execute()
    const lastRuns: LastRuns = new Map(rows.map(({ name, last_run_at: at }) => [name, at && new Date(at)]))
    const ofModules = features.filter(({ module }) => documents.modules.has(module)).flatMap((feature) => feature.jobs ?? [])
    const inherent = [...(hasTimers(documents) ? [dueTransitionsJob] : []), ...((await hasBackfills(trx)) ? [backfillJob] : [])]
    return { documents, jobs: [...ownJobs, ...inherent, ...ofModules], lastRuns }
  })
}

/** Milliseconds until a job is due; 0 when it is. */
function dueInMs({ name, everyMs }: Job, lastRuns: LastRuns, now: Date): number {
  const last = lastRuns.get(name)
  return last ? Math.max(0, last.getTime() + everyMs - now.getTime()) : 0
}

function runIfDue(database: Database, job: Job, registry: DocumentRegistry, now: Date, config: Config): Promise<boolean> {
  return database.transaction(async (trx) => {
    const {
      rows: [lock],
    } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext(${`pishkhan.job.${job.name}`})) as held`.execute(trx)
    if (!lock?.held) return false
    const last = await trx.selectFrom('pishkhan.jobs').select('last_run_at').where('name', '=', job.name).executeTakeFirst()
    if (last?.last_run_at && now.getTime() - new Date(last.last_run_at).getTime() < job.everyMs) return false
    await job.run(trx, registry, now, config)
    await markRun(trx, job.name, now, null)
    return true
  })
}

async function markRun(trx: Trx, name: string, now: Date, lastError: string | null) {
  const values = { last_run_at: now, last_error: lastError }
  await trx
    .insertInto('pishkhan.jobs')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Between two looks at what is due. */
interface Looks {
  shortestMs: number
  /** Also how long other processes' publications wait for their indexes. */
  longestMs: number
}

/** Runs jobs when they are due; the function that it gives back waits for the one that runs. */
export function startJobs(
  options: JobsOptions,
  { shortestMs, longestMs }: Looks = { shortestMs: 1000, longestMs: 60_000 },
): () => Promise<void> {
  const { now = () => new Date() } = options
  let stopped = false
  let tended: number | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const upkeep = async () => {
    const documents = await options.database.read((trx) => options.registries.current(trx))
    if (documents.publication === tended) return
    const made = await maintainIndexes(
      options.database,
      new Map([...documents.entities].map(([name, { document }]) => [name, document])),
      servedGrids(documents),
      (message, detail) => options.log.error({ ...detail }, message),
      [...documents.metrics.values()].map(({ document }) => document),
      [...documents.notifications.values()].flat().map(({ document }) => document),
    )
    if (made.length > 0) options.log.debug({ made }, 'indexes are made')
    tended = documents.publication
  }
  const look = async (): Promise<number> => {
    await runDueJobs(options)
    await upkeep()
    const { jobs, lastRuns } = await readJobs(options)
    return Math.min(...jobs.map((job) => dueInMs(job, lastRuns, now())))
  }
  const lookIn = (delayMs: number): void => {
    timer = setTimeout(() => {
      running = look()
        .catch((fault) => {
          options.log.error({ err: fault }, 'jobs failed')
          return longestMs
        })
        .then((nextMs) => {
          if (!stopped) lookIn(Math.min(longestMs, Math.max(shortestMs, nextMs)))
        })
    }, delayMs)
    timer.unref()
  }
  lookIn(Math.min(longestMs, 5 * shortestMs))
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
