import { sql } from 'kysely'
import { at } from '#schemas/check/source.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isDecimal } from '#schemas/rules/numbers/decimal.ts'
import { placeField } from '#schemas/rules/entities/child-entity.ts'
import type { Trx } from '#server/database/database.ts'
import { sqlTypes, type EntityColumn, type EntityShape } from '#server/database/entity-shape.ts'
import type { MigrationProblem } from './migration-problems.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { StoredTable } from './stored-tables.ts'

const batch = 1000

/**
 * Fills the new table of rows from the column that held them as a list of objects, which stays as it is. Answers what does not fit, of
 * which the first is enough; the names of the tables that were filled are added to `filled`.
 */
export async function fillRows(
  trx: Trx,
  shapes: readonly EntityShape[],
  stored: ReadonlyMap<string, StoredTable>,
  filled: Set<string>,
): Promise<MigrationProblem[]> {
  const problems: MigrationProblem[] = []
  for (const shape of shapes)
    for (const { field, child, from } of shape.rows) {
      const target = shapes.find(({ entity }) => entity === child)
      const isThere = from !== undefined && stored.get(shape.entity)?.columns.get(from)?.type === 'jsonb'
      if (!isThere || !target?.parent || stored.has(child)) continue
      filled.add(child)
      const fault = await fillTable(trx, shape.entity, from, target)
      if (fault !== undefined)
        problems.push({ entity: shape.entity, field, pointer: at('/schema/properties', field, 'from'), message: fault })
    }
  return problems
}

interface Source extends Record<string, unknown> {
  id: number
  rows: unknown
}

async function fillTable(trx: Trx, parent: string, from: string, target: EntityShape): Promise<string | undefined> {
  const columns = target.columns.filter(({ name }) => name !== 'id')
  const definitions = sql.join(columns.map(({ name, kind }) => sql`${sql.ref(name)} ${sql.raw(sqlTypes[kind])}`))
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  for (let last = 0; ;) {
    const { rows: sources } =
      await sql<Source>`select id, created_at, created_by, updated_at, updated_by, deleted_at, ${sql.ref(from)} as rows
      from ${sql.raw(tableOf(parent))} where id > ${last} order by id limit ${batch}`.execute(trx)
    if (sources.length === 0) return brokenReference(trx, target)
    last = sources.at(-1)!.id
    const values: Record<string, unknown>[] = []
    for (const { id, rows, ...system } of sources)
      for (const [place, row] of (Array.isArray(rows) ? (rows as unknown[]) : []).entries()) {
        const made = rowOf(target, row)
        if (typeof made === 'string') return `row ${place + 1} of the record ${id} does not fit: ${made}`
        values.push({ ...made, ...system, version: 1, [target.parent!.name]: id, [placeField]: place + 1 })
      }
    if (values.length === 0) continue
    await sql`insert into ${sql.raw(tableOf(target.entity))} (${names}) select ${names}
      from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as v(${definitions})`.execute(trx)
  }
}

/** The columns of a row, or why it cannot be one. */
function rowOf(target: EntityShape, row: unknown): Record<string, unknown> | string {
  if (!isRecord(row)) return 'it is no object'
  const values: Record<string, unknown> = {}
  for (const column of target.columns) {
    if (column.system || column === target.parent || column.name === placeField) continue
    const given = row[column.name] ?? row[column.field] ?? column.default ?? null
    const value = column.references !== undefined && isRecord(given) ? given.id : given
    if (value === null || value === undefined || value === '') {
      if (column.required) return `"${column.field}" is missing`
    } else if (!fits(column, value)) return `"${column.field}" is not ${column.kind}`
    else values[column.name] = value
  }
  return values
}

function fits({ kind, values }: EntityColumn, value: unknown): boolean {
  if (values && !values.includes(value as string)) return false
  switch (kind) {
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'decimal':
      return isDecimal(value)
    case 'text':
      return typeof value === 'string'
    case 'json':
      return true
    default:
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  }
}

/** A reference of the former list to a record that is not there any more. */
async function brokenReference(trx: Trx, target: EntityShape): Promise<string | undefined> {
  for (const { field, name, references } of target.columns) {
    if (references === undefined || name === target.parent!.name || name.endsWith('ated_by')) continue
    const { rows } = await sql<{ id: number }>`select ${sql.ref(name)} as id from ${sql.raw(tableOf(target.entity))} as t
      where ${sql.ref(name)} is not null and not exists (select 1 from ${sql.raw(tableOf(references))} as r where r.id = ${sql.ref(`t.${name}`)})
      limit 1`.execute(trx)
    if (rows[0]) return `"${field}" refers to the record ${rows[0].id}, which is not there`
  }
  return undefined
}
