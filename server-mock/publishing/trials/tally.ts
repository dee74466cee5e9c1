import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { Feature } from '#server/feature.ts'
import { systemCaller } from '#server/model/context.ts'
import type { Registries } from '#server/publishing/registries.ts'
import { product } from '#server/publishing/store.ts'
import { addCounts, failsTooMuch, keyOf, readCounts, type CountRow } from './counts.ts'
import { endTrial } from './run-trials.ts'
import { readRunningTrial, type Trial } from './trial-rows.ts'

/** How long counts wait before they are written. */
const flushAfterMs = 1000

/** Counts calls while trials run, and takes back a trial that fails more than it may. */
export interface Tally {
  count(entry: Omit<CountRow, 'count'>): void
  /** The trial of a module that runs. */
  trialOf(module: string): Trial | undefined
  /** Whether the documents of a trial are in a registry. */
  isShown(registry: DocumentRegistry, trial: number): boolean
  /** Writes what was counted, and judges the trials that it is about. */
  flush(): Promise<void>
}

export interface TallyOptions {
  config: Config
  database: Database
  features: readonly Feature[]
  registries: Registries
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  now: () => Date
}

const tallies = new WeakMap<Database, Tally>()
/** The tally of the process that serves a database; undefined where none does. */
export const tallyOf = (database: Database): Tally | undefined => tallies.get(database)

export function createTally(options: TallyOptions): Tally {
  const { database, log } = options
  let counted = new Map<string, CountRow>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    if (counted.size === 0) return
    const rows = [...counted.values()]
    counted = new Map()
    await database.transaction((trx) => addCounts(trx, rows))
    for (const id of new Set(rows.map(({ trial }) => trial))) await judge(options, id)
  }
  const flush = () => (flushing = flushing.then(write).catch((fault: unknown) => log.error({ err: fault }, 'a trial was not counted')))
  const tally: Tally = {
    count(entry) {
      const key = keyOf(entry)
      const row = counted.get(key)
      if (row) row.count += 1
      else counted.set(key, { ...entry, count: 1 })
      timer ??= setTimeout(() => void flush(), flushAfterMs).unref()
    },
    trialOf: (module) => options.registries.runningTrials().find((trial) => trial.module === module),
    isShown: (registry, trial) => options.registries.trialsIn(registry).includes(trial),
    flush,
  }
  tallies.set(database, tally)
  return tally
}

/** Takes a trial back where it fails more than it may. Of several processes that find it, one does. */
async function judge({ config, database, features, registries, log, now }: TallyOptions, id: number): Promise<void> {
  const trial = registries.runningTrials().find((running) => running.id === id)
  if (!trial) return
  const counts = await database.read((trx) => readCounts(trx, id))
  if (!failsTooMuch(counts, trial)) return
  const { calls, client_errors, server_errors, panel_errors } = counts.tried
  const reason = `${client_errors + server_errors + panel_errors} / ${calls}`
  const isTakenBack = await database.transaction(async (trx) => {
    if ((await readRunningTrial(trx, trial.module))?.id !== id) return false
    const registry = await registries.current(trx)
    const context = { trx, registry, caller: systemCaller(config.defaultLocale), config, now: now() }
    await endTrial(context, trial.module, { as: 'roll_back', reason }, { publisher: product, config, features })
    return true
  })
  if (isTakenBack) log.warn({ module: trial.module, version: trial.tried_version, reason }, 'a trial failed too much and was taken back')
}
