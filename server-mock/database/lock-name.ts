import { sql } from 'kysely'
import type { Trx } from './database.ts'

/** Lets one transaction at a time do what a name stands for: the next waits until this one has ended. */
export async function lockName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
}
