import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { quote } from '#server/database/sql-names.ts'
import { fileColumns, filesPath, uploadedFile, type UploadedFile } from '#server/model/values/stored-files.ts'
import type { CheckedFile } from './file-store.ts'

/** 132 bits in the alphabet of addresses. */
const keyPattern = '[A-Za-z0-9_-]{22}'

export async function insertFile(
  trx: Trx,
  file: CheckedFile & { key: string; payload?: unknown; userId: number | null },
  now: Date,
): Promise<UploadedFile> {
  const { key, name, mimeType, size, sha256, width, height, versions, versionsSize, payload, userId } = file
  const row = await trx
    .insertInto('pishkhan.files')
    .values({
      key,
      name,
      mime_type: mimeType,
      size,
      sha256,
      width,
      height,
      versions: JSON.stringify(versions),
      versions_size: versionsSize,
      payload: payload === undefined ? null : JSON.stringify(payload),
      user_id: userId,
      created_at: now,
    })
    .returning([...fileColumns])
    .executeTakeFirstOrThrow()
  return uploadedFile(row as Parameters<typeof uploadedFile>[0])
}

/** Those of the keys that a file is stored under. */
export async function knownKeys(trx: Trx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`select key from pishkhan.files where key = any(${sql.val([...keys])}::text[])`.execute(trx)
  return new Set(rows.map((row) => row.key))
}

/** Marks files that a record has named, and removes the rows of files that no record has named in time. */
export async function settleUnused(trx: Trx, before: Date, now: Date): Promise<void> {
  const unused = await trx
    .selectFrom('pishkhan.files')
    .select(['key'])
    .where('used_at', 'is', null)
    .where('created_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  if (!unused) return
  await sql`set local statement_timeout = 0`.execute(trx)
  const named = await namedKeys(trx)
  if (named.length > 0)
    await sql`update pishkhan.files set used_at = ${now} where used_at is null and key = any(${sql.val(named)}::text[])`.execute(trx)
  await trx.deleteFrom('pishkhan.files').where('used_at', 'is', null).where('created_at', '<', before).execute()
}

/** Keys in the links that records, settings and published documents hold, in fields of their own or within a text. */
async function namedKeys(trx: Trx): Promise<string[]> {
  const { rows: holders } = await sql<{ schema: string; table: string; columns: string[] }>`
    select table_schema as schema, table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where data_type in ('text', 'jsonb') and (table_schema = 'data' or (table_schema = 'pishkhan' and table_name in ('settings', 'documents')))
    group by table_schema, table_name`.execute(trx)
  const storedKeys = new Set<string>()
  for (const { schema, table, columns: names } of holders) {
    for (const name of names) {
      const column = sql.raw(`${quote(name)}::text`)
      const { rows } = await sql<{ key: string }>`
        select distinct part[1] as key from ${sql.raw(`${quote(schema)}.${quote(table)}`)}, regexp_matches(${column}, ${`${filesPath}/(${keyPattern})/`}, 'g') as part
        where ${column} like ${`%${filesPath}/%`}`.execute(trx)
      for (const { key } of rows) storedKeys.add(key)
    }
  }
  return [...storedKeys]
}
