import { sql } from 'kysely'
import { at } from '#schemas/check/source.ts'
import { markColumn, markOf } from './column-mark.ts'
import type { Trx } from '#server/database/database.ts'
import {
  foldColumn,
  physicalName,
  sortColumn,
  systemFieldNames,
  type EntityColumn,
  type EntityShape,
} from '#server/database/entity-shape.ts'
import type { MigrationProblem } from './migration-problems.ts'
import { recordCount, recordNames } from './record-names.ts'
import { quote, tableOf } from '#server/database/sql-names.ts'
import type { StoredTable } from './stored-tables.ts'

/**
 * Gives stored columns the names of the fields that they belong to now: by `renamed` of the entity, or back, where an earlier version is
 * published again. No value is copied. Answers what stands against it, and whether anything was renamed.
 */
export async function renameColumns(
  trx: Trx,
  shapes: readonly EntityShape[],
  stored: ReadonlyMap<string, StoredTable>,
): Promise<{ problems: MigrationProblem[]; isChanged: boolean }> {
  const problems: MigrationProblem[] = []
  let isChanged = false
  for (const shape of shapes) {
    const table = stored.get(shape.entity)
    if (!table) continue
    for (const column of shape.columns) {
      const former = systemFieldNames.has(column.name) ? undefined : formerColumn(shape, column, table)
      if (former === undefined) continue
      const { count, ids } = table.columns.has(column.name) ? await valuesOf(trx, shape.entity, column.name) : { count: 0, ids: [] }
      if (count > 0) {
        const names = await recordNames(trx, shape, table, ids)
        problems.push({
          entity: shape.entity,
          field: column.field,
          pointer: at('/renamed', former.field),
          message: `${recordCount(count)} a value in "${column.field}" already, so what is stored in "${former.field}" cannot become it: ${names.join(', ')}${count > names.length ? ', …' : ''}`,
        })
        continue
      }
      await renameColumn(trx, shape.entity, former.name, column.name, table)
      isChanged = true
    }
  }
  return { problems, isChanged }
}

/** The stored column that a column's values are in under another name. */
function formerColumn(shape: EntityShape, { field, name }: EntityColumn, table: StoredTable): { field: string; name: string } | undefined {
  const isFree = (stored: string) => table.columns.has(stored) && !shape.columns.some((column) => column.name === stored)
  for (const [old, now] of Object.entries(shape.document.renamed ?? {}))
    if (now === field) for (const stored of [old, `${old}_id`]) if (isFree(stored)) return { field: old, name: stored }
  if (table.columns.has(name)) return undefined
  const renamed = [...table.columns.keys()].find((stored) => isFree(stored) && markOf(table, stored).was?.includes(name))
  return renamed === undefined ? undefined : { field: renamed, name: renamed }
}

/** How many records have a value, and the first three of them. */
async function valuesOf(trx: Trx, entity: string, column: string): Promise<{ count: number; ids: number[] }> {
  const { rows } = await sql<{ id: number; count: number }>`select id, count(*) over ()::int as count from ${sql.raw(tableOf(entity))}
    where ${sql.ref(column)} is not null order by id limit 3`.execute(trx)
  return { count: rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) }
}

async function renameColumn(trx: Trx, entity: string, former: string, name: string, table: StoredTable): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(trx)
  const data = tableOf(entity)
  // A column without any value makes room.
  if (table.columns.has(name)) await run(`alter table ${data} drop column ${quote(name)}`)
  await run(`alter table ${data} rename column ${quote(former)} to ${quote(name)}`)
  for (const kind of ['check', 'fkey']) {
    const constraint = physicalName(`${entity}_${former}_${kind}`)
    if (!table.constraints.has(constraint)) continue
    await run(`alter table ${data} rename constraint ${quote(constraint)} to ${quote(physicalName(`${entity}_${name}_${kind}`))}`)
  }
  // What is computed of it is computed again under the new name.
  for (const computed of [sortColumn(former), foldColumn(former)])
    if (table.columns.has(computed)) await run(`alter table ${data} drop column ${quote(computed)}`)
  const mark = markOf(table, former)
  await markColumn(trx, entity, name, { ...mark, was: [former, ...(mark.was ?? []).filter((was) => was !== name && was !== former)] })
  table.columns.set(name, table.columns.get(former)!)
  table.columns.delete(former)
}
