import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase, type Database } from '#server/database/database.ts'

export type DatabaseKind = 'pglite' | 'postgres'

/** PostgreSQL takes part when `TEST_DATABASE_URL` names one whose user may create databases. */
export const databaseKinds: DatabaseKind[] = process.env.TEST_DATABASE_URL ? ['pglite', 'postgres'] : ['pglite']

/** A database of one's own, empty but for the system tables; `close` throws it away. */
export async function freshDatabase(kind: DatabaseKind): Promise<Database & { url?: string }> {
  if (kind === 'pglite') return openDatabase()
  const name = `pishkhan_test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(process.env.TEST_DATABASE_URL!)
  url.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: url.href })
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close()
      await administer(`drop database if exists ${name} with (force)`)
    },
  }
}

async function administer(statement: string) {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
