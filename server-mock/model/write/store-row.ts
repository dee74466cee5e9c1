import { sql, type SqlBool } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import { validationError } from '#server/errors.ts'
import { difference, writeAudit, type AuditEntry } from '#server/model/audit.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { noteChange } from '#server/model/compute/noted-changes.ts'
import { refusalFor } from '#server/model/database-errors.ts'
import type { RowMarks } from '#server/model/rows/store-rows.ts'
import type { StoredRow } from '#server/model/read.ts'
import { followParent } from '#server/model/tree/follow-parent.ts'
import { toColumnValue } from './input.ts'
import { writeGiven } from './write-given.ts'
import { noteRow } from './write-log.ts'

/** Adds a row with its first version, and audits it after what `store` writes of the rows that belong to it. */
export async function addRow(
  context: ModelContext,
  entity: ModelEntity,
  values: Record<string, unknown>,
  store?: (id: number) => Promise<RowMarks | undefined>,
): Promise<StoredRow> {
  const user = context.caller.user?.id ?? null
  const row: Record<string, unknown> = {
    ...values,
    version: 1,
    created_at: context.now,
    created_by: user,
    updated_at: context.now,
    updated_by: user,
  }
  if (entity.shape.sisters) {
    const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${tableOf(entity.name)}, 'id')) as id`.execute(
      context.trx,
    )
    row.id = rows[0]!.id
    if (row.sister_group === undefined) row.sister_group = row.id
    else await checkSisterGroup(context, entity, row.sister_group as number)
  }
  try {
    const stored = await writeGiven(context, entity, row, {}, async (written) => {
      const columns = columnsOf(entity, written)
      const added = (await context.trx
        .insertInto(`data.${entity.name}`)
        .values(columns)
        .returning(entity.shape.columns.map((column) => column.name))
        .executeTakeFirstOrThrow()) as StoredRow
      noteRow(context.trx, entity, added, { ...columns, id: added.id })
      return added
    })
    noteChange(context, entity, undefined, stored)
    const marks = await store?.(stored.id)
    const changes = difference(entity, undefined, stored)
    await writeAudit(context, {
      entity: entity.name,
      recordId: stored.id,
      action: 'create',
      version: stored.version,
      ...changes,
      after: { ...changes.after, ...marks?.after },
    })
    return stored
  } catch (error) {
    throw refusalFor(error, entity, 'write')
  }
}

async function checkSisterGroup({ trx }: ModelContext, entity: ModelEntity, group: number) {
  const sister = await trx.selectFrom(`data.${entity.name}`).select('id').where('sister_group', '=', group).limit(1).executeTakeFirst()
  if (!sister) throw validationError({ sister_group: [{ key: 'errors.unknown_reference' }] })
}

/**
 * Writes columns, raises the version, audits what was done and answers the row as it is now. Values that are stored already,
 * as the database compares them, leave the row, its version and the audit alone, unless rows that belong to it were written (`marks`).
 * What records beneath it inherit is passed down to them.
 */
export async function changeRow(
  context: ModelContext,
  entity: ModelEntity,
  before: StoredRow,
  values: Record<string, unknown>,
  entry: Pick<AuditEntry, 'action' | 'unconditional' | 'details'>,
  marks?: RowMarks,
): Promise<StoredRow> {
  if ('sister_group' in values && values.sister_group !== before.sister_group)
    await checkSisterGroup(context, entity, values.sister_group as number)
  const changes = columnsOf(entity, { ...before, ...values }, new Set(Object.keys(values)))
  const differs = entity.shape.columns
    .filter(({ name }) => name in changes)
    .map(({ name }) => sql<SqlBool>`${sql.ref(name)} is distinct from ${changes[name]}`)
  if (differs.length === 0 && !marks) return before
  const touched = { ...changes, updated_at: context.now, updated_by: context.caller.user?.id ?? null }
  try {
    const change = () =>
      context.trx
        .updateTable(`data.${entity.name}`)
        .set({ ...touched, version: before.version + 1 })
        .where('id', '=', before.id)
        .$if(!marks, (query) => query.where(({ or }) => or(differs)))
        .returning(entity.shape.columns.map((column) => column.name))
        .executeTakeFirst() as Promise<StoredRow | undefined>
    const after = await writeGiven(context, entity, { ...before, ...values }, { changed: values, id: before.id }, change)
    noteRow(context.trx, entity, after, touched, before)
    if (!after) return before
    const changes = difference(entity, before, after)
    const followed = await followParent(context, entity, before, after)
    noteChange(context, entity, before, after)
    await writeAudit(context, {
      entity: entity.name,
      recordId: after.id,
      version: after.version,
      ...entry,
      before: { ...changes.before, ...marks?.before },
      after: { ...changes.after, ...marks?.after, ...followed },
    })
    return after
  } catch (error) {
    throw refusalFor(error, entity, 'write')
  }
}

/** Values as the table takes them, with the computed columns of the whole row. */
export function columnsOf(entity: ModelEntity, row: Record<string, unknown>, only?: ReadonlySet<string>): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const column of entity.shape.columns) {
    if (!(column.name in row) || (only && !only.has(column.name))) continue
    columns[column.name] = toColumnValue(column, column.field, row[column.name])
  }
  for (const text of entity.text) {
    const value = text.compute(row)
    columns[text.name] = text.type === 'jsonb' && value !== null ? JSON.stringify(value) : value
  }
  return columns
}
