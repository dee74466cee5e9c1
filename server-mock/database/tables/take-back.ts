import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Does work in a transaction and takes what it has written back, whatever comes of it. Answers what the work answers. */
export async function takeBack<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint taken_back`.execute(trx)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint taken_back`.execute(trx)
    await sql`release savepoint taken_back`.execute(trx)
  }
}
