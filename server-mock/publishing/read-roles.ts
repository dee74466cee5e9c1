import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Roles that users can have; undefined before there is a table of them. */
export async function readRoles(trx: Trx): Promise<string[] | undefined> {
  const {
    rows: [table],
  } = await sql<{ name: string | null }>`select to_regclass('data.role')::text as name`.execute(trx)
  if (!table?.name) return undefined
  const { rows } = await sql<{ slug: string }>`select slug from data.role where deleted_at is null order by id`.execute(trx)
  return rows.length > 0 ? rows.map(({ slug }) => slug) : undefined
}
