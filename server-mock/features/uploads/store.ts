import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { quote } from '#server/database/sql-names.ts'
import type { CheckedFile } from './file-store.ts'
import { filesPath, keyPattern, linkOf } from './file-links.ts'

/** A file as it goes over the wire and as records keep it. */
export interface UploadedFile {
  id: number
  /** What was sent; fetched from this server. */
  link: string
  mime_type: string
  /** Links by version: `original`; of a picture also `panel_thumb` and `thumbnail`. */
  versions: Record<string, string>
  name: string
  /** Bytes. */
  size: number
  width?: number
  height?: number
}

interface FileRow { id: number; key: string; name: string; mime_type: string; size: number; width: number | null; height: number | null; versions: Record<string, string> }

const columns = ['id', 'key', 'name', 'mime_type', 'size', 'width', 'height', 'versions'] as const

export async function insertFile(trx: Trx, file: CheckedFile & { key: string; payload?: unknown; userId: number | null }, now: Date): Promise<UploadedFile> {
  const { key, name, mimeType, size, sha256, width, height, versions, payload, userId } = file
  const row = await trx.insertInto('pishkhan.files')
    .values({ key, name, mime_type: mimeType, size, sha256, width, height, versions: JSON.stringify(versions), payload: payload === undefined ? null : JSON.stringify(payload), user_id: userId, created_at: now })
    .returning([...columns]).executeTakeFirstOrThrow() as FileRow
  return uploadedFile(row)
}

function uploadedFile({ id, key, name, mime_type, size, width, height, versions }: FileRow): UploadedFile {
  const links = Object.fromEntries(Object.entries(versions).map(([version, file]) => [version, linkOf(key, file)]))
  return { id, link: links.original!, mime_type, versions: links, name, size: Number(size), ...(width !== null && height !== null && { width, height }) }
}

/** The files of these ids; what is not there is left out. */
export async function findFiles(trx: Trx, ids: readonly number[]): Promise<Map<number, UploadedFile>> {
  if (ids.length === 0) return new Map()
  const rows = await trx.selectFrom('pishkhan.files').select([...columns]).where('id', 'in', [...ids]).execute() as FileRow[]
  return new Map(rows.map(row => [row.id, uploadedFile(row)]))
}

/** Those of the keys that a file is stored under. */
export async function knownKeys(trx: Trx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`select key from pishkhan.files where key = any(${sql.val([...keys])}::text[])`.execute(trx)
  return new Set(rows.map(row => row.key))
}

/** Notes which files have been named by a record at last, and removes the rows of those that nothing named in time. */
export async function settleUnused(trx: Trx, before: Date, now: Date): Promise<void> {
  const unused = await trx.selectFrom('pishkhan.files').select(['key']).where('used_at', 'is', null).where('created_at', '<', before).limit(1).executeTakeFirst()
  if (!unused) return
  await sql`set local statement_timeout = 0`.execute(trx)
  const named = await namedKeys(trx)
  if (named.length > 0) await sql`update pishkhan.files set used_at = ${now} where used_at is null and key = any(${sql.val(named)}::text[])`.execute(trx)
  await trx.deleteFrom('pishkhan.files').where('used_at', 'is', null).where('created_at', '<', before).execute()
}

/** Keys in the links that records, settings and published documents hold, in fields of their own or within a text. */
async function namedKeys(trx: Trx): Promise<string[]> {
  const { rows: holders } = await sql<{ schema: string; table: string; columns: string[] }>`
    select table_schema as schema, table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where data_type in ('text', 'jsonb') and (table_schema = 'data' or (table_schema = 'pishkhan' and table_name in ('settings', 'documents')))
    group by table_schema, table_name`.execute(trx)
  const found = new Set<string>()
  for (const { schema, table, columns: names } of holders) {
    for (const name of names) {
      const column = sql.raw(`${quote(name)}::text`)
      const { rows } = await sql<{ key: string }>`
        select distinct part[1] as key from ${sql.raw(`${quote(schema)}.${quote(table)}`)}, regexp_matches(${column}, ${`${filesPath}/(${keyPattern})/`}, 'g') as part
        where ${column} like ${`%${filesPath}/%`}`.execute(trx)
      for (const { key } of rows) found.add(key)
    }
  }
  return [...found]
}
