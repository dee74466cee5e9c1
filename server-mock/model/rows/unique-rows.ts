import { sql } from 'kysely'
import { sqlTypes, type EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { uniqueIndexes, type UniqueIndex } from '#server/database/tables/unique-indexes.ts'
import type { FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { toColumnValue } from '#server/model/write/input.ts'
import { uniquePath } from '#server/model/write/unique-check.ts'
import type { PlannedList, PlannedRow } from './plan-rows.ts'

/**
 * Values that two rows share and may not, by path. Within one list the rows as they will be are compared, so that rows can take each
 * other's values; a list of fields without the parent is compared with the rows of all other records too.
 */
export async function uniqueRowErrors(
  { trx }: Pick<ModelContext, 'trx'>,
  entity: ModelEntity,
  parent: EntityColumn,
  plans: readonly PlannedList[],
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const index of uniqueIndexes(entity.shape)) {
    const holders = new Map<string, PlannedRow>()
    const changed: { row: PlannedRow; keys: string[] }[] = []
    const isInParent = index.columns.includes(parent)
    for (const [at, plan] of plans.entries())
      for (const row of plan.rows) {
        const keys = keysOf(index, parent, row)
        if (!keys) continue
        const key = JSON.stringify([isInParent ? at : null, ...keys])
        const other = holders.get(key)
        const later = other && !row.isChanged ? other : row
        if (other) errors[`${later.path}.${uniquePath(index)}`] = [{ key: 'errors.not_unique' }]
        holders.set(key, row)
        if (row.isChanged) changed.push({ row, keys })
      }
    if (isInParent || changed.length === 0) continue
    // Rows of these lists are left out: those that stay were compared, the others go.
    const own = plans.flatMap(({ before }) => before.map(({ id }) => id))
    const columns = index.columns.map((column) => sql`${expressionOf(column, index.locale)}::text`)
    const wanted = changed.map(({ keys }) => sql`(${sql.join(keys.map((key, place) => typed(key, index.columns[place]!)))})`)
    const { rows } = await sql<{ keys: string[] }>`select array[${sql.join(columns)}] as keys from ${sql.raw(tableOf(entity.name))}
      where (${sql.join(index.columns.map((column) => expressionOf(column, index.locale)))}) in (${sql.join(wanted)})
      and id <> all(${own}::bigint[])`.execute(trx)
    const met = new Set(rows.map(({ keys }) => JSON.stringify(keys)))
    for (const { row, keys } of changed)
      if (met.has(JSON.stringify(keys))) errors[`${row.path}.${uniquePath(index)}`] = [{ key: 'errors.not_unique' }]
  }
  return errors
}

const expressionOf = (column: EntityColumn, locale: string | undefined) =>
  column.translated ? sql`${sql.ref(column.name)} ->> ${sql.lit(locale!)}` : sql.ref(column.name)

const typed = (key: string, column: EntityColumn) => sql`${key}::text::${sql.raw(column.translated ? 'text' : sqlTypes[column.kind])}`

/** Values of a list of fields as texts, but for the parent; undefined where one is empty, which is never a repetition. */
function keysOf({ columns, locale }: UniqueIndex, parent: EntityColumn, { before, values }: PlannedRow): string[] | undefined {
  const row: Record<string, unknown> = { ...before, ...values }
  const keys: string[] = []
  for (const column of columns) {
    if (column === parent) continue
    const value = column.translated
      ? (row[column.name] as Record<string, unknown> | null | undefined)?.[locale!]
      : toColumnValue(column, column.field, row[column.name])
    if (value === null || value === undefined) return undefined
    keys.push(String(value as string | number | boolean))
  }
  return keys
}
