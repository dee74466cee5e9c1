import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'
import { migrations } from './migrations.ts'
import { quote } from './sql-names.ts'

/** First line of a backup: its version, and the columns of every table. */
export interface BackupHeader {
  format: 'pishkhan-backup'
  version: 1
  at: string
  /** Migrations that the system tables have had. */
  migrations: string[]
  tables: { schema: string; name: string; columns: { name: string; type: string; nullable: boolean; comment: string | null }[] }[]
}

/**
 * A backup is text with one JSON value per line: the header; for each table `{ table, rows }` lines of at most 500 rows,
 * each row a list of texts as PostgreSQL writes them, then `{ table, count, sha256 }` over those lines; then `{ objects
 * }` with the statements for keys, checks and indexes, `{ sequences }` and `{ end, sha256 }`.
 */
export const backupSchemas = ['pishkhan', 'data', 'ledger']
const rowsPerLine = 500

/** Writes a consistent snapshot of the whole database, and ends the stream. */
export async function backupDatabase(database: Database, output: Writable): Promise<{ tables: number; rows: number }> {
  const whole = createHash('sha256')
  const write = async (value: unknown, ...hashes: ReturnType<typeof createHash>[]) => {
    const line = `${JSON.stringify(value)}\n`
    for (const hash of [whole, ...hashes]) hash.update(line)
    if (!output.write(line)) await once(output, 'drain')
  }
  const failed = new Promise<never>((_, reject) => output.once('error', reject))
  const summary = await Promise.race([
    failed,
    database.read(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // PostgreSQL leaves out the schema of what is on the path, and a user called pishkhan has that schema on it.
      await sql`set local search_path = pg_catalog`.execute(trx)
      const tables = await readTables(trx)
      await write({
        format: 'pishkhan-backup',
        version: 1,
        at: new Date().toISOString(),
        migrations: Object.keys(migrations),
        tables,
      } satisfies BackupHeader)
      let rows = 0
      for (const table of tables) rows += await writeTable(trx, table, write)
      await write({ objects: await readObjects(trx) })
      await write({ sequences: await readSequences(trx) })
      return { tables: tables.length, rows }
    }),
  ])
  output.end(`${JSON.stringify({ end: true, sha256: whole.digest('hex') })}\n`)
  await Promise.race([failed, once(output, 'finish')])
  return summary
}

type Table = BackupHeader['tables'][number]

async function readTables(trx: Trx): Promise<Table[]> {
  const { rows } = await sql<{ schema: string; table: string; name: string; type: string; nullable: boolean; comment: string | null }>`
    select n.nspname as schema, c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable, col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in (${sql.join(backupSchemas)}) and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by n.nspname, c.relname, a.attnum`.execute(trx)
  const tables = new Map<string, Table>()
  for (const { schema, table, ...column } of rows) {
    const key = `${schema}.${table}`
    if (!tables.has(key)) tables.set(key, { schema, name: table, columns: [] })
    tables.get(key)!.columns.push(column)
  }
  return inOrderOfReferences(trx, tables)
}

/** System tables keep their foreign keys while rows are inserted, so each table comes after those that it refers to. */
async function inOrderOfReferences(trx: Trx, tables: ReadonlyMap<string, Table>): Promise<Table[]> {
  const { rows } = await sql<{ table: string; target: string }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as target from pg_constraint where contype = 'f' and connamespace = 'pishkhan'::regnamespace`.execute(
    trx,
  )
  const ordered = new Set<string>()
  const add = (name: string) => {
    if (ordered.has(name) || !tables.has(name)) return
    for (const { table, target } of rows) if (table === name && target !== name) add(target)
    ordered.add(name)
  }
  for (const name of tables.keys()) add(name)
  return [...ordered].map((name) => tables.get(name)!)
}

async function writeTable(
  trx: Trx,
  table: Table,
  write: (value: unknown, ...hashes: ReturnType<typeof createHash>[]) => Promise<void>,
): Promise<number> {
  const name = `${table.schema}.${table.name}`
  const from = `${quote(table.schema)}.${quote(table.name)}`
  const hash = createHash('sha256')
  const columns = table.columns.map((column) => `${quote(column.name)}::text`).join(', ')
  let count = 0
  // A cursor reads a table of any size in one pass; inside `read` all tables are from the same moment.
  await sql.raw(`declare backup_rows no scroll cursor for select array[${columns}]::text[] as row from ${from}`).execute(trx)
  for (;;) {
    const { rows } = await sql.raw<{ row: (string | null)[] }>(`fetch ${rowsPerLine} from backup_rows`).execute(trx)
    if (rows.length === 0) break
    count += rows.length
    await write({ table: name, rows: rows.map(({ row }) => row) }, hash)
  }
  await sql`close backup_rows`.execute(trx)
  await write({ table: name, count, sha256: hash.digest('hex') })
  return count
}

/**
 * Statements that create columns with a formula, keys, checks, indexes, and what makes tables append-only. Trigram indexes are left out,
 * since the other database may not support them; they are created again later.
 */
async function readObjects(trx: Trx): Promise<string[]> {
  const constraints = await sql<{ statement: string; comment: string | null; type: string }>`
    select format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as statement, k.contype::text as type,
      case when obj_description(k.oid, 'pg_constraint') is not null then format('comment on constraint %I on %I.%I is %L', k.conname, n.nspname, c.relname, obj_description(k.oid, 'pg_constraint')) end as comment
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = k.connamespace where n.nspname in ('data', 'ledger') and k.contype in ('p', 'c', 'f', 'u')
    order by array_position(array['p', 'u', 'c', 'f'], k.contype::text), k.conname`.execute(trx)
  const indexes = await sql<{ statement: string }>`
    select pg_get_indexdef(x.indexrelid) as statement from pg_index x join pg_class i on i.oid = x.indexrelid join pg_am a on a.oid = i.relam
    where i.relnamespace = 'data'::regnamespace and a.amname = 'btree' and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u')) order by i.relname`.execute(
    trx,
  )
  const formulas = await sql<{ statement: string; comment: string | null; type: string }>`
    select format('alter table ledger.%I add column %I %s generated always as (%s) stored', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid)) as statement, 'g' as type,
      format('comment on column ledger.%I.%I is %L', c.relname, a.attname, col_description(c.oid, a.attnum)) as comment
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'ledger'::regnamespace and a.attgenerated <> '' and not a.attisdropped order by c.relname, a.attnum`.execute(trx)
  const triggers = await sql<{ statement: string }>`
    select pg_get_triggerdef(t.oid) as statement from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'data'::regnamespace and not t.tgisinternal order by c.relname, t.tgname`.execute(trx)
  const plain = constraints.rows.filter((row) => row.type !== 'f')
  const foreign = constraints.rows.filter((row) => row.type === 'f')
  const statements = (rows: typeof plain) => rows.flatMap((row) => [row.statement, ...(row.comment ? [row.comment] : [])])
  return [
    ...statements(formulas.rows),
    ...statements(plain),
    ...indexes.rows.map((row) => row.statement),
    ...statements(foreign),
    ...triggers.rows.map((row) => row.statement),
  ]
}

async function readSequences(trx: Trx): Promise<{ schema: string; table: string; column: string; next: string }[]> {
  const { rows } = await sql<{ schema: string; table: string; column: string; sequence: string }>`
    select n.nspname as schema, c.relname as table, a.attname as column, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in (${sql.join(backupSchemas)}) and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped order by 1, 2`.execute(
    trx,
  )
  const sequences = []
  for (const { sequence, ...place } of rows) {
    const value = await sql
      .raw<{ next: string }>(`select (last_value + case when is_called then 1 else 0 end)::text as next from ${sequence}`)
      .execute(trx)
    sequences.push({ ...place, next: value.rows[0]!.next })
  }
  return sequences
}
