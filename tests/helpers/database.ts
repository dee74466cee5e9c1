import { randomBytes } from 'node:crypto'
import { openAsBlob, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, type Database } from '#server/database/database.ts'

export type DatabaseKind = 'pglite' | 'postgres'

/** PostgreSQL takes part when `TEST_DATABASE_URL` names one whose user may create databases. */
export const databaseKinds: DatabaseKind[] = process.env.TEST_DATABASE_URL ? ['pglite', 'postgres'] : ['pglite']

/**
 * An embedded database of one's own, filled by `fill`. Filling takes seconds: all tests of a run that want a database of
 * this name begin with a copy of the first.
 */
export async function filledDatabase(name: string, fill: (database: Database) => Promise<unknown>): Promise<Database> {
  const folder = process.env.TEST_DUMPS
  const file = folder && join(folder, name)
  if (file && existsSync(file)) return openDatabase({ dump: await openAsBlob(file) })
  const database = name === 'empty' ? await openDatabase() : await freshDatabase('pglite')
  await fill(database)
  if (file) {
    const unfinished = `${file}-${process.pid}`
    writeFileSync(unfinished, Buffer.from(await (await database.dump!()).arrayBuffer()))
    renameSync(unfinished, file)
  }
  return database
}

/** A database of one's own, empty but for the system tables; `close` throws it away. */
export async function freshDatabase(kind: DatabaseKind): Promise<Database & { url?: string }> {
  if (kind === 'pglite') return filledDatabase('empty', async () => {})
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
