import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** The session of a user who acts as another user, so that signing out of one session ends both. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.sessions add column impersonator_session uuid`.execute(trx)
  await sql`create index sessions_impersonator on pishkhan.sessions (impersonator_session) where impersonator_session is not null`.execute(
    trx,
  )
}
