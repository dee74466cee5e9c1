import { sql } from 'kysely'
import type { Trx } from './database.ts'

/** Takes a lock on a name until the transaction ends; other transactions wait for it. */
export async function lockName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
}
