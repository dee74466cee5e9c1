import { sql } from 'kysely'
import { applyWrites } from '#server/model/write/apply-writes.ts'
import { watchWrites, type WriteLog } from '#server/model/write/write-log.ts'
import type { StepContext } from '#server/tasks/define-task.ts'
import type { Attempt } from './import-rows.ts'

/** A transaction of its own for each work. */
export type Open = <T>(work: (context: StepContext) => Promise<T>) => Promise<T>

class TakenBack extends Error {}

/** Times that a row is tried beside earlier ones that have its values. */
const mostTurns = 20
/** Earlier rows that one row is tried beside. */
const mostBeside = 1000

/**
 * Tries rows, each in a transaction of its own that is taken back, and keeps what they would write: so long as nobody's row is held, others
 * have the database between two rows. A row that comes to the values of earlier ones is tried once more beside these.
 */
export function createStage(open: Open): { attempt: Attempt; logs: readonly WriteLog[]; isWhole: () => boolean } {
  const logs: WriteLog[] = []
  const takenBy = new Map<string, WriteLog>()
  const freedBy = new Map<string, WriteLog>()
  /** Earlier rows that rows of a value were tried beside. */
  const families = new Map<string, Set<WriteLog>>()
  let isWhole = true

  async function tryRow<T>(work: (context: StepContext) => Promise<T>, beside: readonly WriteLog[]): Promise<{ done: T; log: WriteLog }> {
    let tried: { done: T; log: WriteLog } | undefined
    try {
      await open(async (context) => {
        if (beside.length > 0) await applyWrites(context.trx, beside, { audits: false })
        const { trx, log } = watchWrites(context.trx)
        tried = { done: await work({ ...context, trx }), log }
        throw new TakenBack()
      })
    } catch (fault) {
      if (!(fault instanceof TakenBack)) throw fault
    }
    return tried!
  }
  const places = new Map<WriteLog, number>()
  const inOrder = (some: ReadonlySet<WriteLog>) => [...some].sort((one, other) => places.get(one)! - places.get(other)!)

  async function tryBesideEarlier<T>(work: (context: StepContext) => Promise<T>) {
    const beside = new Set<WriteLog>()
    let first: string | undefined
    for (let turn = 0; ; turn++) {
      const tried = await tryRow(work, inOrder(beside))
      const met = [...tried.log.keys].filter((key) => takenBy.has(key) && !beside.has(takenBy.get(key)!))
      if (met.length === 0 || turn >= mostTurns || beside.size >= mostBeside) return { ...tried, beside, first }
      first ??= met[0]!
      for (const log of families.get(first) ?? []) beside.add(log)
      for (const key of met) beside.add(takenBy.get(key)!)
    }
  }

  async function attempt<T>(work: (context: StepContext) => Promise<T>): Promise<T> {
    const tried = await tryBesideEarlier(work).catch(async (fault) => {
      // Earlier rows may have given up the value that this one is refused for.
      if (freedBy.size === 0 || freedBy.size > mostBeside) throw fault
      const beside = new Set(freedBy.values())
      return { ...(await tryRow(work, inOrder(beside))), beside, first: undefined }
    })
    const { done, log, beside, first } = tried
    if (first !== undefined) families.set(first, beside.add(log))
    if (!log.isWhole()) isWhole = false
    places.set(log, logs.push(log))
    for (const key of log.keys) takenBy.set(key, log)
    for (const key of log.freed) freedBy.set(key, log)
    return done
  }
  return { attempt, logs, isWhole: () => isWhole }
}

/** Does rows within one transaction: whatever a refused one has written is taken back, and the transaction goes on. */
export const savingPoints =
  (context: StepContext): Attempt =>
  async (work) => {
    await sql`savepoint import_row`.execute(context.trx)
    try {
      const done = await work(context)
      await sql`release savepoint import_row`.execute(context.trx)
      return done
    } catch (fault) {
      await sql`rollback to savepoint import_row`.execute(context.trx)
      await sql`release savepoint import_row`.execute(context.trx)
      throw fault
    }
  }
