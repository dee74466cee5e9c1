import { sql } from 'kysely'
import { sqlTypes, type EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { uniqueIndexes, type UniqueIndex } from '#server/database/tables/unique-indexes.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { toColumnValue } from './input.ts'

/** Field at which a unique list reports its error: of `content_type, locale, slug` the last one, which the caller would change. */
export function uniquePath({ columns, locale }: UniqueIndex): string {
  const telling = columns.filter((column) => column.name !== 'locale').at(-1) ?? columns.at(-1)!
  return telling.name === 'sister_group' ? 'locale' : locale && telling.translated ? `${telling.field}.${locale}` : telling.field
}

/**
 * Refuses values that another record has, and says so when that record is in the trash, where nobody would look for it;
 * slugs are checked where they are made. For two saves at the same time the unique index decides.
 * @throws a 422 on the field of each list that is not unique.
 */
export async function checkUnique(
  { trx }: ModelContext,
  entity: ModelEntity,
  row: Record<string, unknown>,
  changed: ReadonlySet<string>,
  id: number | undefined,
) {
  const keyOf = (column: EntityColumn, locale: string | undefined) =>
    (column.translated
      ? (row[column.name] as Record<string, unknown> | null | undefined)?.[locale!]
      : toColumnValue(column, column.field, row[column.name])) ?? undefined
  const indexes = uniqueIndexes(entity.shape)
    .filter(({ columns, slug }) => slug === undefined && columns.some((column) => changed.has(column.name)))
    .map((index) => ({ index, keys: index.columns.map((column) => keyOf(column, index.locale)) }))
    .filter(({ keys }) => keys.every((key) => key !== undefined))
  if (indexes.length === 0) return
  const queries = indexes.map(
    ({ index, keys }, at) => sql`(select ${sql.lit(at)} as at, deleted_at is not null as trashed from ${sql.raw(tableOf(entity.name))}
    where ${sql.join(
      index.columns.map((column, place) => equals(column, index.locale, keys[place])),
      sql` and `,
    )} ${id === undefined ? sql`` : sql`and id <> ${id}`} limit 1)`,
  )
  const { rows } = await sql<{ at: number; trashed: boolean }>`${sql.join(queries, sql` union all `)}`.execute(trx)
  const errors: FieldErrors = {}
  for (const { at, trashed } of rows)
    errors[uniquePath(indexes[at]!.index)] = [{ key: trashed ? 'errors.not_unique_in_trash' : 'errors.not_unique' }]
  if (rows.length > 0) throw validationError(errors)
}

const equals = (column: EntityColumn, locale: string | undefined, key: unknown) =>
  column.translated
    ? sql`${sql.ref(column.name)} ->> ${sql.lit(locale!)} = ${key}`
    : sql`${sql.ref(column.name)} = ${String(key)}::text::${sql.raw(sqlTypes[column.kind])}`
