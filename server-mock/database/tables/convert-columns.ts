import { sql } from 'kysely'
import { at } from '#schemas/check/source.ts'
import { castOf } from './column-casts.ts'
import { markColumn, markOf } from './column-mark.ts'
import type { Trx } from '#server/database/database.ts'
import { physicalName, sqlTypes, type EntityColumn, type EntityShape } from '#server/database/entity-shape.ts'
import type { MigrationProblem } from './migration-problems.ts'
import { recordCount, recordNames } from './record-names.ts'
import { quote, tableOf } from '#server/database/sql-names.ts'
import { storedTypeNames, type StoredTable } from './stored-tables.ts'

/** Where the values of a converted column stay as they were. */
const formerColumn = (name: string) => physicalName(`${name}_was`)

export interface Conversion {
  entity: string
  column: EntityColumn
  /** Type in the database, and the one that the document asks for. */
  from: string
  to: string
}

/** Columns whose stored type is another than the document's, where it says so (`converted`) or where it was that type before. */
export function conversionsOf(shape: EntityShape, table: StoredTable | undefined): Conversion[] {
  return shape.columns.flatMap((column) => {
    const there = table?.columns.get(column.name)
    const to = storedTypeNames[sqlTypes[column.kind]] ?? sqlTypes[column.kind]
    if (!there || column.system || column.translated || there.type === to) return []
    const isMeant = (shape.document.converted ?? []).includes(column.field) || markOf(table!, column.name).from === to
    return isMeant ? [{ entity: shape.entity, column, from: there.type, to }] : []
  })
}

/** Tries a conversion on all records. Answers why it cannot be, with some of the values that do not fit. */
export async function conversionProblem(
  trx: Trx,
  shape: EntityShape,
  table: StoredTable,
  { entity, column, from, to }: Conversion,
): Promise<MigrationProblem | undefined> {
  const problem = (message: string) => ({ entity, field: column.field, pointer: at('/schema/properties', column.field), message })
  const cast = castOf(from, to)
  if (!cast)
    return problem(
      `${wordOf(from)} cannot be converted to ${wordOf(to)}: give the new field another name and leave "${column.field}" as it is, or publish it without "${column.field}", whose values then stay in the database`,
    )
  const name = sql.ref(column.name)
  const { rows } = await sql<{ id: number; value: string; count: number }>`
    select id, left(${name}::text, 60) as value, count(*) over ()::int as count from ${sql.raw(tableOf(entity))}
    where ${name} is not null and not ${cast.fits(name)} order by id limit 3`.execute(trx)
  if (rows.length === 0) return undefined
  const names = await recordNames(
    trx,
    shape,
    table,
    rows.map(({ id }) => id),
  )
  const told = rows.map(({ value }, index) => `${JSON.stringify(value)} of ${names[index]}`).join(', ')
  return problem(`${recordCount(rows[0]!.count)} a value that is not ${wordOf(to)}: ${told}`)
}

const words: Record<string, string> = {
  bigint: 'an integer',
  'double precision': 'a number',
  numeric: 'a decimal',
  boolean: 'a boolean',
  text: 'a string',
  'timestamp with time zone': 'a date-time',
  date: 'a date',
  jsonb: 'an object or a list',
}
/** A type of the database as documents call it. */
export const wordOf = (type: string): string => words[type] ?? type

/**
 * Converts the values of a column. Those of before stay beside them in a column of their own, so that a version with the former type finds
 * them again as they were, unless they have been changed since.
 */
export async function convertColumn(trx: Trx, { entity, column: { name }, from, to }: Conversion, table: StoredTable): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(trx)
  const data = tableOf(entity)
  const former = formerColumn(name)
  const [now, before] = [sql.ref(name), sql.ref(former)]
  const converted = castOf(from, to)!.value
  const isKnown = table.columns.get(former)?.type === to
  await dropDependants(trx, entity, name)
  if (isKnown) {
    const back = castOf(to, from)!
    await sql`update ${sql.raw(data)} set ${before} = case
      when ${before} is not null and ${now} is not null and ${back.fits(before)} and ${back.value(before)} = ${now} then ${before}
      else ${converted(now)} end`.execute(trx)
    const other = physicalName(`${name}_now`)
    await run(`alter table ${data} rename column ${quote(name)} to ${quote(other)}`)
    await run(`alter table ${data} rename column ${quote(former)} to ${quote(name)}`)
    await run(`alter table ${data} rename column ${quote(other)} to ${quote(former)}`)
  } else {
    if (table.columns.has(former)) await run(`alter table ${data} drop column ${quote(former)}`)
    await run(`alter table ${data} rename column ${quote(name)} to ${quote(former)}`)
    await run(`alter table ${data} add column ${quote(name)} ${to}`)
    await sql`update ${sql.raw(data)} set ${now} = ${converted(before)} where ${before} is not null`.execute(trx)
  }
  await run(`alter table ${data} alter column ${quote(former)} drop not null`)
  await markColumn(trx, entity, name, { ...markOf(table, name), from })
}

/** Indexes and checks of a column are made anew for its new type. */
async function dropDependants(trx: Trx, entity: string, column: string): Promise<void> {
  const place = sql`a.attrelid = ${tableOf(entity)}::regclass and a.attname = ${column}`
  const constraints = await sql<{ name: string }>`select distinct k.conname as name from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) where ${place} and k.contype <> 'n'`.execute(trx)
  for (const { name } of constraints.rows) await sql.raw(`alter table ${tableOf(entity)} drop constraint ${quote(name)}`).execute(trx)
  const indexes = await sql<{ name: string }>`select distinct i.relname as name from pg_depend d
    join pg_class i on i.oid = d.objid and i.relkind = 'i' join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and ${place}`.execute(trx)
  for (const { name } of indexes.rows) await sql.raw(`drop index data.${quote(name)}`).execute(trx)
}
