import { meetsCheck } from '#schemas/formula/meets-check.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { ApiError, validationError, type FieldErrors, type FieldMessage } from '#server/errors.ts'
import { trusted, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { titleOf } from '#server/model/titles.ts'
import { foreignReferences } from './foreign-references.ts'
import { unfitAmounts } from './unfit-amounts.ts'
import { planOf, type HeldCheck } from './compute-plan.ts'
import { takeUnchecked } from './noted-changes.ts'
import { asSeen, readViews, type View } from './read-views.ts'

/** What is wrong with a field of a stored row. */
export interface RowFault {
  row: StoredRow
  field: string
  message: FieldMessage
}

/**
 * Holds the checks of all records that were written or computed since, as they are stored now, the decimals of their amounts,
 * and the currencies of what they refer to.
 * `placeOf` is the path of a record that was sent; empty for the one that a call is about, undefined for another one, which is named
 * instead.
 * @throws a 422
 */
export async function holdChecks(context: ModelContext, placeOf: (entity: ModelEntity, id: number) => string | undefined): Promise<void> {
  const due = takeUnchecked(context.trx)
  const errors: FieldErrors = {}
  let other: { entity: ModelEntity; row: StoredRow; message: FieldMessage } | undefined
  for (const entity of new Set(due.map((record) => record.entity))) {
    const { checks, amounts, references } = planOf(context.registry)
    const before = new Map(due.filter((record) => record.entity === entity).map((record) => [record.id, record.before]))
    const rows = await selectAnyRows(context, entity, [...before.keys()])
    const held = rows.filter((row) => !row.deleted_at)
    const faults: RowFault[] = [
      ...(await foreignReferences(context, entity, references.get(entity.name) ?? [], held, before)),
      ...(await unfitAmounts(context, entity, amounts.get(entity.name) ?? [], held, before)),
      ...(await failing(context, entity, checks.get(entity.name) ?? [], held)).map(({ row, check }) => ({
        row,
        field: check.field,
        message: textOf(context, entity, check),
      })),
    ]
    for (const { row, field, message } of faults) {
      const place = placeOf(entity, row.id)
      if (place === undefined) other ??= { entity, row, message }
      else errors[place === '' ? field : `${place}.${field}`] ??= [message]
    }
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
  if (!other) return
  const record = await titleOf(context, other.entity, other.row, trusted)
  throw new ApiError('422', { userMessage: { key: 'errors.of_record', values: { record, message: other.message } } })
}

/** The rows that do not meet a check, each with the check. */
export async function failing(
  context: ModelContext,
  entity: ModelEntity,
  checks: readonly HeldCheck[],
  rows: readonly StoredRow[],
): Promise<{ row: StoredRow; check: HeldCheck }[]> {
  const views = await readViews(
    context,
    entity,
    rows.map(asSeen(entity)),
    checks.flatMap(({ paths }) => paths),
  )
  return rows.flatMap((row, at) => checks.filter((check) => !holds(entity, check, row, views[at]!)).map((check) => ({ row, check })))
}

const holds = (entity: ModelEntity, check: HeldCheck, row: StoredRow, view: View): boolean =>
  !matches(withFieldFormats(check.when, entity.document.schema), { ...row, ...view }) || meetsCheck(check, view)

const textOf = ({ registry, caller }: ModelContext, { module }: ModelEntity, { message }: HeldCheck): FieldMessage =>
  message.startsWith('$') ? registry.message(module, caller.locale, message.slice(1)) : message
