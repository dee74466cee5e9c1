import { sql } from 'kysely'
import { applyWrites } from '#server/model/write/apply-writes.ts'
import { watchWrites, type WriteLog } from '#server/model/write/write-log.ts'
import type { StepContext } from '#server/tasks/define-task.ts'
import type { Attempt } from './import-rows.ts'

/** A transaction of its own for each work. */
export type Open = <T>(work: (context: StepContext) => Promise<T>) => Promise<T>

class TakenBack extends Error {}

/** Most times that a row is tried together with earlier rows that share its values. */
const mostTurns = 20
/** Most earlier rows that one row is tried together with. */
const mostSiblings = 1000

/**
 * Tries rows, each in a transaction of its own that is taken back, and keeps what they would write: so long as nobody's row is held, others
 * have the database between two rows. A row that comes to the values of earlier ones is tried once more beside these.
 */
export function createStage(open: Open): { attempt: Attempt; logs: readonly WriteLog[]; isWhole: () => boolean } {
  const logs: WriteLog[] = []
  const takenBy = new Map<string, WriteLog>()
  const freedBy = new Map<string, WriteLog>()
  /** Earlier rows that the rows of a value were tried together with. */
  const families = new Map<string, Set<WriteLog>>()
  let isWhole = true

  async function tryRow<T>(
    work: (context: StepContext) => Promise<T>,
    siblingLogs: readonly WriteLog[],
  ): Promise<{ done: T; log: WriteLog }> {
    let tried: { done: T; log: WriteLog } | undefined
    try {
      await open(async (context) => {
        if (siblingLogs.length > 0) await applyWrites(context.trx, siblingLogs, { audits: false })
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

  async function tryAfterEarlier<T>(work: (context: StepContext) => Promise<T>) {
    const siblingLogs = new Set<WriteLog>()
    let first: string | undefined
    for (let turn = 0; ; turn++) {
      const tried = await tryRow(work, inOrder(siblingLogs))
      const conflicts = [...tried.log.keys].filter((key) => takenBy.has(key) && !siblingLogs.has(takenBy.get(key)!))
      if (conflicts.length === 0 || turn >= mostTurns || siblingLogs.size >= mostSiblings) return { ...tried, siblings: siblingLogs, first }
      first ??= conflicts[0]!
      for (const log of families.get(first) ?? []) siblingLogs.add(log)
      for (const key of conflicts) siblingLogs.add(takenBy.get(key)!)
    }
  }

  async function attempt<T>(work: (context: StepContext) => Promise<T>): Promise<T> {
    const tried = await tryAfterEarlier(work).catch(async (fault) => {
      // Earlier rows may have given up the value that this one is refused for.
      if (freedBy.size === 0 || freedBy.size > mostSiblings) throw fault
      const siblingLogs = new Set(freedBy.values())
      return { ...(await tryRow(work, inOrder(siblingLogs))), siblings: siblingLogs, first: undefined }
    })
    const { done, log, siblings, first } = tried
    if (first !== undefined) families.set(first, siblings.add(log))
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
