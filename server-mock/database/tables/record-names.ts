import { sql } from 'kysely'
import { interpolate, pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { Trx } from '#server/database/database.ts'
import type { EntityShape } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { StoredTable } from './stored-tables.ts'

/** Records in messages about what is stored: `“Pixel 7” (record 12)`, or `record 12` where nothing names it. */
export async function recordNames(trx: Trx, shape: EntityShape, table: StoredTable, ids: readonly number[]): Promise<string[]> {
  const display = shape.document.display ?? '{title}'
  const fields = pathsIn(display).flatMap((path) => {
    const column = shape.byName.get(path)
    return column && !column.references && table.columns.has(column.name) ? [{ path, column }] : []
  })
  if (ids.length === 0) return []
  const columns = ['id', ...fields.map(({ column }) => column.name)].map((name) => sql.ref(name))
  const { rows } = await sql<Record<string, unknown> & { id: number }>`select ${sql.join([...new Set(columns)])}
    from ${sql.raw(tableOf(shape.entity))} where id = any(${ids}::bigint[])`.execute(trx)
  const titles = new Map(
    rows.map((row) => [
      row.id,
      interpolate(display, Object.fromEntries(fields.map(({ path, column }) => [path, plain(row[column.name])]))).trim(),
    ]),
  )
  return ids.map((id) => {
    const title = titles.get(id)
    return title && title !== String(id) ? `“${title.slice(0, 80)}” (record ${id})` : `record ${id}`
  })
}

/** `1 record has`, `3 records have`. */
export const recordCount = (count: number): string => (count === 1 ? '1 record has' : `${count} records have`)

/** One text of a translated field. */
const plain = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? ((value as Record<string, unknown>).en ?? Object.values(value)[0])
    : value
