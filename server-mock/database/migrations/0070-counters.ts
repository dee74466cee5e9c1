import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * Counters of numbers without gaps, one row for each scope, and the schema of the sequences for numbers with gaps. These are made with the
 * first number of a scope.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.counter (entity text, field text, scope text, last bigint not null, primary key (entity, field, scope))`.execute(
    trx,
  )
  await sql`create schema sequence`.execute(trx)
}
