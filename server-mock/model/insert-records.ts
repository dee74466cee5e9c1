import { sql } from 'kysely'
import { sqlTypes } from '#server/database/entity-shape.ts'
import { quote, tableOf } from '#server/database/sql-names.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { lookUpEntity } from './context.ts'

const batch = 500

/**
 * Inserts many records at once with their search texts and sort keys, for seeds and imports. Keys are column names
 * (`author_id`, `created_at`); a reference may also be written as the field (`author`). What a row leaves out gets the
 * field's default. Rows are neither checked by rules nor written to the audit. Answers the ids in the order of the rows.
 */
export async function insertRecords(trx: Trx, registry: DocumentRegistry, model: string, rows: readonly Record<string, unknown>[]): Promise<number[]> {
  const entity = lookUpEntity(registry, model)
  if (!entity) throw new Error(`no entity "${model}" is published`)
  const { shape, text } = entity
  const sent = new Set(rows.flatMap(row => Object.keys(row)))
  const columns = shape.columns.filter(column => sent.has(column.name) || sent.has(column.field) || (!column.system && column.default !== undefined))
  for (const name of sent) if (!shape.byName.has(name)) throw new Error(`entity "${model}" has no field "${name}"`)
  const names = [...columns.map(column => ({ name: column.name, type: sqlTypes[column.kind] })), ...text.map(column => ({ name: column.name, type: column.type }))]
  const list = names.map(({ name }) => quote(name)).join(', ')
  const types = names.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')
  const ids: number[] = []
  for (let start = 0; start < rows.length; start += batch) {
    const values = rows.slice(start, start + batch).map((row, at) => {
      const stored: Record<string, unknown> = { position: at }
      for (const column of columns) stored[column.name] = row[column.name] ?? row[column.field] ?? column.default ?? null
      for (const column of text) stored[column.name] = column.compute(stored)
      return stored
    })
    const { rows: inserted } = await sql<{ id: number }>`insert into ${sql.raw(tableOf(model))} (${sql.raw(list)})
      select ${sql.raw(list)} from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as v(position integer, ${sql.raw(types)}) order by position returning id`.execute(trx)
    ids.push(...inserted.map(({ id }) => id))
  }
  if (sent.has('id') && rows.length > 0) await sql`select setval(pg_get_serial_sequence(${tableOf(model)}, 'id'), (select max(id) from ${sql.raw(tableOf(model))}))`.execute(trx)
  return ids
}
