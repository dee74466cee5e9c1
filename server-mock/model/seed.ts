import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { placeField } from '#schemas/rules/entities/child-entity.ts'
import { findModel, systemCaller, type ModelEntity } from './context.ts'
import { giveNumbers, numberedColumns } from './sequences/numbers.ts'
import { columnsOf } from './write/store-row.ts'

/** PostgreSQL takes 65,535 parameters a statement. */
const maxParameters = 30_000

/**
 * Inserts many rows at once, for seeds and imports: no audit and no rules, but the table's own constraints, and the
 * columns that search and sorting need. Rows have columns (`author_id`), translated ones as maps; `id`, `created_at`,
 * `created_by`, `deleted_at` … may be given. Answers the ids in the order of the rows.
 */
export async function seedRecords(
  trx: Trx,
  registry: DocumentRegistry,
  model: string,
  rows: readonly Record<string, unknown>[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const entity = findModel({ registry }, model)
  const table = tableOf(entity.name)
  const known = new Set(entity.shape.columns.map((column) => column.name))
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined) throw new Error(`The entity ${entity.name} has no column "${unknown}".`)
  const placed = withPlaces(entity, rows)
  const defaults = Object.fromEntries(
    entity.shape.columns
      .filter((column) => !column.system && column.default !== undefined && !column.translated)
      .map((column) => [column.name, column.default]),
  )
  const columns = [
    ...new Set([
      ...names,
      ...(placed === rows ? [] : [placeField]),
      ...numberedColumns(entity),
      ...Object.keys(defaults),
      ...entity.text.map((column) => column.name),
    ]),
  ]
  const ids: number[] = []
  const batch = Math.max(1, Math.floor(maxParameters / columns.length))
  for (let from = 0; from < rows.length; from += batch) {
    const values = []
    for (const row of placed.slice(from, from + batch)) {
      const whole: Record<string, unknown> = { ...defaults, ...row }
      await giveNumbers({ trx, registry, now: new Date(), caller: systemCaller() }, entity, whole)
      const stored = columnsOf(entity, whole)
      values.push(sql`(${sql.join(columns.map((name) => (name in stored ? sql`${stored[name]}` : sql.raw('default'))))})`)
    }
    const inserted = await sql<{
      id: number
    }>`insert into ${sql.raw(table)} (${sql.join(columns.map((name) => sql.ref(name)))}) values ${sql.join(values)} returning id`.execute(
      trx,
    )
    ids.push(...inserted.rows.map((row) => row.id))
  }
  if (entity.shape.sisters) await sql`update ${sql.raw(table)} set sister_group = id where sister_group is null`.execute(trx)
  if (names.includes('id'))
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.raw(table)}), 1))`.execute(trx)
  return ids
}

/** Rows of records get their places in the order in which they are given. */
function withPlaces({ shape: { parent } }: ModelEntity, rows: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
  if (!parent || rows.some((row) => placeField in row)) return rows
  const last = new Map<unknown, number>()
  return rows.map((row) => {
    const place = (last.get(row[parent.name]) ?? 0) + 1
    last.set(row[parent.name], place)
    return { ...row, [placeField]: place }
  })
}
