import { sql } from 'kysely'
import { transitionsOf, type NamedTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { Trx } from '#server/database/database.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { Job } from '#server/feature.ts'
import { findModel, systemCaller, trusted, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows } from '#server/model/read.ts'
import { wholeWrite } from '#server/model/write/whole-write.ts'
import { stepRow } from './take-transition.ts'

/** Records of one transition that are taken in one run. */
const batch = 200

const timersOf = (document: EntityDocument): NamedTransition[] =>
  transitionsOf(document).filter(({ transition }) => transition.after !== undefined)

/** Whether any record waits for a moment. */
export const hasTimers = (registry: DocumentRegistry): boolean =>
  [...registry.entities.values()].some(({ document }) => timersOf(document).length > 0)

/**
 * Takes the transitions whose moment has come, oldest first. A record that refuses is left as it is, and tried again; those that another
 * process holds are left to it. What came due in the trash is taken once the record is back.
 */
export async function takeDueTransitions(trx: Trx, registry: DocumentRegistry, now: Date): Promise<number> {
  const context: ModelContext = { trx, registry, now, caller: systemCaller() }
  let taken = 0
  for (const name of registry.entities.keys()) {
    const entity = findModel(context, name)
    for (const timer of timersOf(entity.document))
      for (const id of await dueIds(context, entity, timer)) taken += await takeOne(context, entity, timer, id)
  }
  return taken
}

async function dueIds({ trx, now }: ModelContext, entity: ModelEntity, { field, transition }: NamedTransition): Promise<number[]> {
  const moment = sql.ref(entity.shape.byName.get(transition.after!)!.name)
  const state = sql.ref(field)
  const values = transition.from.filter((each) => each !== null).map(String)
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(tableOf(entity.name))}
    where ${moment} <= ${now.toISOString()}::text::timestamptz and deleted_at is null
      and (${state}::text = any(${values}::text[]) ${transition.from.includes(null) ? sql`or ${state} is null` : sql``})
    order by ${moment}, id limit ${batch} for update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

/** One record in a savepoint of its own, so that its refusal leaves the others. */
async function takeOne(context: ModelContext, entity: ModelEntity, timer: NamedTransition, id: number): Promise<0 | 1> {
  const { trx } = context
  const [row] = await selectAnyRows(context, entity, [id])
  if (!row) return 0
  await sql`savepoint due_transition`.execute(trx)
  try {
    const note = new Date(String(row[entity.shape.byName.get(timer.transition.after!)!.name])).toISOString()
    const step = { ...timer, transition: { ...timer.transition, note: 'optional' as const } }
    await wholeWrite(context, () => stepRow(context, entity, row, step, { note }, trusted))
    await sql`release savepoint due_transition`.execute(trx)
    return 1
  } catch {
    await sql`rollback to savepoint due_transition`.execute(trx)
    return 0
  }
}

/** What is due shows within two seconds. */
export const dueTransitionsJob: Job = {
  name: 'due-transitions',
  everyMs: 2000,
  run: async (trx, registry, now) => {
    await takeDueTransitions(trx, registry, now)
  },
}
