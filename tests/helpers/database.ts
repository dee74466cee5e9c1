import { createHash, randomBytes } from 'node:crypto'
import { openAsBlob, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, type Database } from '#server/database/database.ts'

export type DatabaseKind = 'pglite' | 'postgres'

/** PostgreSQL takes part when `TEST_DATABASE_URL` names one whose user may create databases. */
export const databaseKinds: DatabaseKind[] = process.env.TEST_DATABASE_URL ? ['pglite', 'postgres'] : ['pglite']

/** PostgreSQL where there is one: it opens and answers in a third of the processor's time. What is about a kind says which. */
export const usualKind = databaseKinds.at(-1)!

/**
 * A database of one's own, filled by `fill`. Filling takes seconds: all tests of a run that want a database of this name and kind begin
 * with a copy of the first.
 */
export const filledDatabase = (
  name: string,
  fill: (database: Database) => Promise<unknown>,
  kind: DatabaseKind = usualKind,
): Promise<TestDatabase> => (kind === 'postgres' ? copyOfTemplate(name, fill) : copyOfDump(name, fill))

/** A database of one's own, empty but for the system tables; `close` throws it away. */
export const freshDatabase = (kind: DatabaseKind): Promise<TestDatabase> => filledDatabase('empty', async () => {}, kind)

export type TestDatabase = Database & { url?: string }

async function copyOfDump(name: string, fill: (database: Database) => Promise<unknown>): Promise<TestDatabase> {
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

async function copyOfTemplate(name: string, fill: (database: Database) => Promise<unknown>): Promise<TestDatabase> {
  const template = `pishkhan_filled_${createHash('sha256').update(`${process.env.TEST_DUMPS} ${name}`).digest('hex').slice(0, 16)}`
  await administer(async (client) => {
    // One process fills it, the others wait.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [template])
    if (rowCount) return
    await client.query(`drop database if exists ${template} with (force)`)
    await client.query(`create database ${template} template template0 encoding 'UTF8'`)
    const database = await openDatabase({ databaseUrl: urlOf(template) })
    try {
      await fill(database)
    } finally {
      await database.close()
    }
    await client.query(`alter database ${template} is_template true`)
  })
  const copy = `pishkhan_test_${randomBytes(6).toString('hex')}`
  await administer((client) => client.query(`create database ${copy} template ${template}`))
  const database = await openDatabase({ databaseUrl: urlOf(copy) })
  return {
    ...database,
    url: urlOf(copy),
    async close() {
      await database.close()
      await administer((client) => client.query(`drop database if exists ${copy} with (force)`))
    },
  }
}

function urlOf(database: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL!)
  url.pathname = `/${database}`
  return url.href
}

async function administer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
