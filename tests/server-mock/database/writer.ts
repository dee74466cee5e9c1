import { sql } from 'kysely'
import { openDatabase } from '#server/database/database.ts'

/** Writes rows one after the other into the folder it is given and tells its parent of each that was acknowledged. */
const database = await openDatabase({ dataDir: process.argv[2] })
await sql`create table data.written (id bigint primary key, text text not null)`.execute(database.kysely)
for (let id = 1; ; id++) {
  await database.transaction((trx) => sql`insert into data.written values (${id}, ${'x'.repeat(2000)})`.execute(trx))
  process.send!(id)
}
