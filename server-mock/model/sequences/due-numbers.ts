import type { CountedSequence } from '#schemas/rules/entities/sequence.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { difference, writeAudit } from '#server/model/audit.ts'
import { computeWhole } from '#server/model/compute/compute-records.ts'
import { finishWrite } from '#server/model/compute/finish-write.ts'
import { noteDerived } from '#server/model/compute/noted-changes.ts'
import { writeDerived } from '#server/model/compute/write-derived.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { refusalFor } from '#server/model/database-errors.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { columnsOf } from '#server/model/write/store-row.ts'
import { nextNumber } from './counters.ts'
import { counted } from './numbers.ts'
import { partsFor, type NumberParts } from './number-parts.ts'
import { partFault } from './part-fault.ts'

interface DueNumber {
  entity: ModelEntity
  id: number
  column: EntityColumn
  sequence: CountedSequence
}

const due = new WeakMap<object, DueNumber[]>()

/** Notes that a record has taken a transition which gives it numbers; it gets them when the call has done everything else. */
export function noteTransition({ trx }: Pick<ModelContext, 'trx'>, entity: ModelEntity, transition: string, row: StoredRow): void {
  for (const [column, sequence] of counted(entity, transition)) {
    if ((row[column.name] ?? null) !== null) continue
    if (!due.has(trx)) due.set(trx, [])
    due.get(trx)!.push({ entity, id: row.id, column, sequence })
  }
}

/** Forgets what was noted, of work that is taken back. */
export const forgetNumbers = ({ trx }: Pick<ModelContext, 'trx'>): void => void due.delete(trx)

/**
 * Gives the numbers that are due, those of one counter after each other and the counters in the order of their names, so that two calls do
 * not wait for each other in a circle. A number is no new version of its record. What hangs on it follows, and may make further numbers
 * due. Answers whether there were any.
 * @throws a 422 at the field that a number is made of and that is not filled
 */
export async function giveDueNumbers(context: ModelContext): Promise<boolean> {
  let isGiven = false
  for (let noted = due.get(context.trx); noted; noted = due.get(context.trx)) {
    due.delete(context.trx)
    const planned = await planNumbers(context, noted)
    for (const { entity, id, column, sequence, parts } of planned) {
      const [row] = await selectAnyRows(context, entity, [id])
      await storeNumber(context, entity, row!, column, await nextNumber(context.trx, entity, column, sequence, parts))
    }
    if (planned.length === 0) continue
    isGiven = true
    await finishWrite(context, planned[0]!.entity)
  }
  return isGiven
}

type PlannedNumber = DueNumber & { parts: NumberParts; counter: string }

async function planNumbers(context: ModelContext, noted: readonly DueNumber[]): Promise<PlannedNumber[]> {
  const planned: PlannedNumber[] = []
  for (const number of noted) {
    const { entity, id, column, sequence } = number
    const [row] = await selectAnyRows(context, entity, [id])
    if (!row || (row[column.name] ?? null) !== null || planned.some((other) => other.column === column && other.id === id)) continue
    const parts = await partsFor(context, entity, sequence, row)
    if ('missing' in parts) throw partFault(context, entity, parts)
    planned.push({ ...number, parts, counter: `${entity.name} ${column.name} ${parts.scope}` })
  }
  return planned.sort((a, b) => (a.counter < b.counter ? -1 : a.counter > b.counter ? 1 : 0))
}

/** Stores a number with what is computed in the record where it has one. */
async function storeNumber(context: ModelContext, entity: ModelEntity, row: StoredRow, column: EntityColumn, number: string) {
  const values: Record<string, unknown> = { [column.name]: number }
  const derived = await computeWhole(context, entity, row, values)
  const after = { ...row, ...values } as StoredRow
  try {
    const columns = columnsOf(entity, after, new Set(Object.keys(values)))
    await context.trx.updateTable(`data.${entity.name}`).set(columns).where('id', '=', row.id).execute()
  } catch (error) {
    throw refusalFor(error, entity, 'write')
  }
  await writeDerived(context, derived)
  noteDerived(context, entity, row, after)
  const changes = difference(entity, row, after)
  await writeAudit(context, { entity: entity.name, recordId: row.id, action: 'update', version: row.version, ...changes })
}
