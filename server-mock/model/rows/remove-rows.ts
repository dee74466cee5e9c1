import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import { difference, writeAudits, type AuditEntry } from '#server/model/audit.ts'
import { lookUpEntity, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { noteChange } from '#server/model/compute/noted-changes.ts'
import { requireUnused } from '#server/model/record-uses.ts'
import type { StoredRow } from '#server/model/read.ts'
import { requireUnnumbered } from '#server/model/sequences/numbered-records.ts'
import { rowLists, storedRows } from './stored-rows.ts'

/**
 * Destroys rows, with the rows inside of them; the audit keeps what they held.
 * @throws `in-use` for a row that a record elsewhere refers to, or whose number leaves no gap
 */
export async function removeRows(context: ModelContext, entity: ModelEntity, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  for (const row of rows) requireUnnumbered(entity, row)
  const ids = rows.map(({ id }) => id)
  await removeRowsOf(context, entity, ids)
  await requireUnusedRows(context, entity, ids)
  await sql`delete from ${sql.raw(tableOf(entity.name))} where id = any(${ids}::bigint[])`.execute(context.trx)
  for (const row of rows) noteChange(context, entity, row, undefined)
  await writeAudits(
    context,
    rows.map((row): AuditEntry => ({
      entity: entity.name,
      recordId: row.id,
      action: 'destroy',
      version: row.version + 1,
      ...difference(entity, row, undefined),
    })),
  )
}

/** Destroys the rows of records that are about to be destroyed themselves. */
export async function removeRowsOf(context: ModelContext, entity: ModelEntity, ids: readonly number[]): Promise<void> {
  for (const list of rowLists(context, entity)) {
    const rows = await storedRows(context, list, ids)
    await removeRows(context, list.entity, [...rows.values()].flat())
  }
}

/** Asks once for all rows whether a reference leads to one; whoever refers to it is named then. */
async function requireUnusedRows(context: ModelContext, entity: ModelEntity, ids: readonly number[]): Promise<void> {
  for (const name of context.registry.entities.keys()) {
    const user = lookUpEntity(context.registry, name)!
    for (const column of user.shape.columns) {
      if (column.references !== entity.name || column === user.shape.parent) continue
      const { rows } = await sql<{ id: number }>`select ${sql.ref(column.name)} as id from ${sql.raw(tableOf(name))}
        where ${sql.ref(column.name)} = any(${ids}::bigint[]) limit 1`.execute(context.trx)
      if (rows[0]) await requireUnused(context, entity, rows[0].id)
    }
  }
}
