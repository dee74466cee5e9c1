import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { EntityShape } from '#server/database/entity-shape.ts'
import { quote, quoteText, tableOf } from '#server/database/sql-names.ts'
import type { StoredTable } from './stored-tables.ts'
import { isRecipe, type TextColumn } from './text-columns.ts'

const batch = 1000

/** Adds missing computed columns, and computes them for stored rows if they are new, their recipe changed, or rows did (`isChanged`). */
export async function fillTextColumns(
  trx: Trx,
  shape: EntityShape,
  columns: TextColumn[],
  table: StoredTable | undefined,
  isChanged = false,
): Promise<void> {
  const name = tableOf(shape.entity)
  const outdated = columns.filter((column) => isChanged || table?.columns.get(column.name)?.comment !== column.recipe)
  for (const column of outdated) {
    const there = table?.columns.get(column.name)
    // When a field becomes translated, or plain again, its computed column gets another type; the old one can be dropped.
    if (there && there.type !== column.type) await sql.raw(`alter table ${name} drop column ${quote(column.name)}`).execute(trx)
    if (!there || there.type !== column.type)
      await sql.raw(`alter table ${name} add column ${quote(column.name)} ${column.type}`).execute(trx)
    await sql.raw(`comment on column ${name}.${quote(column.name)} is ${quoteText(column.recipe)}`).execute(trx)
  }
  if (!table || outdated.length === 0) return
  const sources = shape.columns.map((column) => quote(column.name)).join(', ')
  for (let last = 0; ;) {
    const { rows } = await sql<
      Record<string, unknown> & { id: number }
    >`select ${sql.raw(sources)} from ${sql.raw(name)} where id > ${last} order by id limit ${batch}`.execute(trx)
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    const values = rows.map((row) => ({ id: row.id, ...Object.fromEntries(outdated.map((column) => [column.name, column.compute(row)])) }))
    const set = outdated.map((column) => `${quote(column.name)} = v.${quote(column.name)}`).join(', ')
    const types = outdated.map((column) => `${quote(column.name)} ${column.type}`).join(', ')
    await sql`update ${sql.raw(name)} t set ${sql.raw(set)} from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as v(id bigint, ${sql.raw(types)}) where t.id = v.id`.execute(
      trx,
    )
  }
}

/** Writes do not keep computed columns that nothing uses: without their mark they are computed anew when something uses them again. */
export async function unmarkTextColumns(
  trx: Trx,
  shape: EntityShape,
  columns: TextColumn[],
  table: StoredTable | undefined,
): Promise<void> {
  for (const [column, { comment }] of table?.columns ?? [])
    if (comment && isRecipe(comment) && !columns.some(({ name }) => name === column))
      await sql.raw(`comment on column ${tableOf(shape.entity)}.${quote(column)} is null`).execute(trx)
}
