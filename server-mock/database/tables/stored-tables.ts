import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { indexMark } from './index-plan.ts'

/** A table of schema `data` as it is in the database. */
export interface StoredTable {
  columns: Map<string, { type: string; nullable: boolean; comment: string | null }>
  constraints: Set<string>
  /** Values that the server's own checks allow, by constraint name. */
  checks: Map<string, (string | number | boolean)[]>
  indexes: Map<string, StoredIndex>
  /** Size of the rows. */
  bytes: number
}

export interface StoredIndex {
  /** Other than the primary key. */
  unique: boolean
  /** Created by the server, not by hand. */
  marked: boolean
  /** False if its creation was interrupted. */
  valid: boolean
}

export async function readStoredTables(trx: Trx): Promise<Map<string, StoredTable>> {
  const tables = new Map<string, StoredTable>()
  const columns = await sql<{ table: string; bytes: number; column: string; type: string; nullable: boolean; comment: string | null }>`
    select c.relname as table, pg_relation_size(c.oid)::float8 as bytes, a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable, col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'data'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`.execute(trx)
  for (const { table, bytes, column, ...rest } of columns.rows) {
    if (!tables.has(table)) tables.set(table, { columns: new Map(), constraints: new Set(), checks: new Map(), indexes: new Map(), bytes })
    tables.get(table)!.columns.set(column, rest)
  }
  const constraints = await sql<{ table: string; name: string; comment: string | null }>`
    select c.relname as table, k.conname as name, obj_description(k.oid, 'pg_constraint') as comment
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.connamespace = 'data'::regnamespace`.execute(trx)
  for (const { table, name, comment } of constraints.rows) {
    tables.get(table)?.constraints.add(name)
    if (comment?.startsWith('[')) tables.get(table)?.checks.set(name, JSON.parse(comment))
  }
  const indexes = await sql<{ table: string; name: string } & StoredIndex>`
    select c.relname as table, i.relname as name, x.indisunique and not x.indisprimary as unique, x.indisvalid as valid,
      coalesce(obj_description(i.oid, 'pg_class') = ${indexMark}, false) as marked
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid where c.relnamespace = 'data'::regnamespace`.execute(
    trx,
  )
  for (const { table, name, ...index } of indexes.rows) tables.get(table)?.indexes.set(name, index)
  return tables
}

/** Type names as `format_type` writes them. */
export const storedTypeNames: Record<string, string> = { timestamptz: 'timestamp with time zone' }
