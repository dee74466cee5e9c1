import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { backupSchemas, type BackupHeader } from './backup.ts'
import type { Database, Trx } from './database.ts'
import { migrations } from './migrations.ts'
import { quote, quoteText } from './sql-names.ts'

type Table = BackupHeader['tables'][number]
interface Line {
  table?: string
  rows?: (string | null)[][]
  count?: number
  sha256?: string
  objects?: string[]
  sequences?: { schema: string; table: string; column: string; next: string }[]
  end?: boolean
}

/**
 * Restores a backup into the database (PGlite or PostgreSQL), completely or not at all.
 * @param force replaces the database's content; without it only an empty database is accepted
 * @throws a message for the operator when the file is not a backup, of a newer release, truncated or changed
 */
export async function restoreDatabase(
  database: Database,
  input: Readable,
  { force = false }: { force?: boolean } = {},
): Promise<{ tables: number; rows: number }> {
  return database.transaction(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    const whole = createHash('sha256')
    let header: BackupHeader | undefined
    let ended = false
    let rows = 0
    let tableHash = createHash('sha256')
    let tableRows = 0
    const seen = new Set<string>()
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      if (ended) throw new Error('The backup goes on after its end.')
      const line = parseLine(text)
      if (!header) {
        header = checkHeader(line)
        await emptyTables(trx, force)
        for (const table of header.tables) if (table.schema !== 'pishkhan') await createTable(trx, table)
      } else if (line.rows) {
        const table = findTable(header, line.table)
        await insertRows(trx, table, line.rows)
        tableHash.update(`${text}\n`)
        tableRows += line.rows.length
      } else if (line.count !== undefined) {
        if (line.count !== tableRows || line.sha256 !== tableHash.digest('hex'))
          throw new Error(`The backup is damaged: the rows of ${line.table} are not those that were written.`)
        seen.add(line.table!)
        rows += tableRows
        tableRows = 0
        tableHash = createHash('sha256')
      } else if (line.objects) for (const statement of line.objects) await sql.raw(allowedStatement(statement)).execute(trx)
      else if (line.sequences)
        for (const { schema, table, column, next } of line.sequences)
          await setSequence(trx, findTable(header, `${schema}.${table}`), column, next)
      else if (line.end) {
        if (line.sha256 !== whole.digest('hex')) throw new Error('The backup is damaged: it is not what was written.')
        ended = true
        continue
      } else throw new Error('The backup has a line that this release does not know.')
      whole.update(`${text}\n`)
    }
    if (!header || !ended || seen.size !== header.tables.length) throw new Error('The backup is cut off: its end is missing.')
    return { tables: header.tables.length, rows }
  })
}

function parseLine(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    throw new Error('The file is not a backup of Pishkhan, or it is damaged.')
  }
}

function checkHeader(line: Line): BackupHeader {
  const header = line as unknown as BackupHeader
  if (header?.format !== 'pishkhan-backup' || header.version !== 1 || !Array.isArray(header.tables))
    throw new Error('The file is not a backup of Pishkhan, or of a newer release.')
  const unknown = header.migrations.filter((name) => !(name in migrations))
  if (unknown.length > 0) throw new Error(`The backup is of a newer release: ${unknown.join(', ')}.`)
  const missing = Object.keys(migrations).filter((name) => !header.migrations.includes(name))
  if (missing.length > 0)
    throw new Error(`The backup is of an older release: restore it with that release and update then. It lacks ${missing.join(', ')}.`)
  if (header.tables.some((table) => !backupSchemas.includes(table.schema))) throw new Error('The backup names a schema that is not ours.')
  return header
}

/** Empties all tables except the list of migrations. @throws when a table holds rows, without `force` */
async function emptyTables(trx: Trx, force: boolean) {
  const { rows } = await sql<{
    schema: string
    name: string
  }>`select schemaname as schema, tablename as name from pg_tables where schemaname in (${sql.join(backupSchemas)})`.execute(trx)
  for (const { schema, name } of rows) {
    if (schema === 'pishkhan' && name === 'migrations') continue
    const filled = await sql.raw(`select 1 from ${quote(schema)}.${quote(name)} limit 1`).execute(trx)
    if (filled.rows.length > 0 && !force)
      throw new Error(`The database is not empty: ${schema}.${name} holds rows. Restore into an empty one, or with force.`)
  }
  for (const { schema, name } of rows)
    if (schema !== 'pishkhan') await sql.raw(`drop table ${quote(schema)}.${quote(name)} cascade`).execute(trx)
  // Sequences of numbers are made again, behind the greatest number that was restored.
  await sql`drop schema if exists sequence cascade`.execute(trx)
  await sql`create schema sequence`.execute(trx)
  const system = rows
    .filter((table) => table.schema === 'pishkhan' && table.name !== 'migrations')
    .map(({ name }) => `pishkhan.${quote(name)}`)
  await sql`set local pishkhan.purge_audit = 'on'`.execute(trx)
  await sql.raw(`truncate ${system.join(', ')}`).execute(trx)
}

const types = new Set(['bigint', 'integer', 'double precision', 'numeric', 'boolean', 'text', 'timestamp with time zone', 'date', 'jsonb'])

async function createTable(trx: Trx, table: Table) {
  /** An account begins with nothing. */
  const isBalance = (type: string, nullable: boolean) => table.schema === 'ledger' && type === 'numeric' && !nullable
  const columns = table.columns.map(({ name, type, nullable }) => {
    if (!types.has(type)) throw new Error(`The backup names the type ${type}, which no table of ours has.`)
    return `${quote(name)} ${type}${name === 'id' ? ' generated by default as identity' : nullable ? '' : ' not null'}${defaults[name] ?? (isBalance(type, nullable) ? ' default 0' : '')}`
  })
  await sql.raw(`create table ${quote(table.schema)}.${quote(table.name)} (${columns.join(', ')})`).execute(trx)
  for (const { name, comment } of table.columns)
    if (comment !== null)
      await sql.raw(`comment on column ${quote(table.schema)}.${quote(table.name)}.${quote(name)} is ${quoteText(comment)}`).execute(trx)
}

const defaults: Record<string, string> = { version: ' default 1', created_at: ' default now()', updated_at: ' default now()' }

function findTable(header: BackupHeader, name: string | undefined): Table {
  const table = header.tables.find((each) => `${each.schema}.${each.name}` === name)
  if (!table) throw new Error(`The backup holds rows of ${name}, which it does not describe.`)
  return table
}

async function insertRows(trx: Trx, table: Table, rows: (string | null)[][]) {
  if (table.schema === 'pishkhan' && table.name === 'migrations') return
  const names = table.columns.map((column) => quote(column.name)).join(', ')
  const values = table.columns.map((column, at) => `(r ->> ${at})::${column.type}`).join(', ')
  await sql`insert into ${sql.raw(`${quote(table.schema)}.${quote(table.name)}`)} (${sql.raw(names)}) overriding system value select ${sql.raw(values)} from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) as r`.execute(
    trx,
  )
}

async function setSequence(trx: Trx, table: Table, column: string, next: string) {
  await sql`select setval(pg_get_serial_sequence(${`${quote(table.schema)}.${quote(table.name)}`}, ${column}), ${next}::text::bigint, false)`.execute(
    trx,
  )
}

const allowed = [
  /^alter table (data|ledger)\.\S+ add constraint /i,
  /^alter table ledger\.\S+ add column \S+ numeric generated always as \(.*\) stored$/is,
  /^create (unique )?index \S+ on data\./i,
  /^comment on (constraint \S+ on (data|ledger)\.|column ledger\.)/i,
  /^create trigger protect_entries before (delete|insert|update|truncate| or )+ on data\.\S+ for each statement execute function pishkhan\.protect_entries\(\)$/i,
]

/** Allows only the statements that `backupDatabase` writes, since the file may be forged. */
function allowedStatement(statement: string): string {
  if (!allowed.some((pattern) => pattern.test(statement)) || statement.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '').includes(';'))
    throw new Error('The backup holds a statement that this release does not know.')
  return statement
}
