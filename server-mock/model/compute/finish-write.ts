import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { placePosted } from '#server/model/ledgers/posted-records.ts'
import { followChanges } from './follow-changes.ts'
import { holdChecks } from './hold-checks.ts'
import { keyOf, takeDerived, takeOutdated } from './noted-changes.ts'
import { settleOthers } from './settle-others.ts'
import { stepOutdated } from './step-outdated.ts'

/** Path at which a row was sent with its record. */
export type PathOf = (entity: ModelEntity, id: number) => string | undefined

/**
 * Computes what hangs on a record that was written, holds the checks of all that was written and computed, and lets other records take the
 * transitions that follow. Answers the record as it is stored then. Where nothing is computed and checked it does nothing.
 * @throws a 422 at the field of a check that does not hold
 */
export async function finishWrite(context: ModelContext, entity: ModelEntity, row: StoredRow, pathOf?: PathOf): Promise<StoredRow>
export async function finishWrite(context: ModelContext, entity: ModelEntity): Promise<undefined>
export async function finishWrite(
  context: ModelContext,
  entity: ModelEntity,
  row?: StoredRow,
  pathOf: PathOf = () => undefined,
): Promise<StoredRow | undefined> {
  placePosted(context.trx, entity, row?.id, pathOf)
  await followChanges(context)
  await holdChecks(context, (checked, id) => (row && checked === entity && id === row.id ? '' : pathOf(checked, id)))
  const outdated = takeOutdated(context.trx)
  await stepOutdated(context, [...outdated.values()])
  const derived = takeDerived(context.trx)
  const own = row && keyOf(entity, row.id)
  await settleOthers(
    context,
    [...derived].filter(([key]) => key !== own).map(([, record]) => record),
  )
  return own !== undefined && (derived.has(own) || outdated.has(own)) ? (await selectAnyRows(context, entity, [row!.id]))[0] : row
}
