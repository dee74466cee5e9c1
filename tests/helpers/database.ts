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

/** What a database is filled with. Filling takes seconds: all of one name begin with a copy of the first. */
export interface Filling {
  name: string
  fill: (database: Database) => Promise<unknown>
  /** What is there before; otherwise the system tables alone. */
  upon?: Filling
}

const empty: Filling = { name: 'empty', fill: async () => {} }

/** A database of one's own with this in it; `close` throws it away. */
export const filledDatabase = (filling: Filling, kind: DatabaseKind = usualKind): Promise<TestDatabase> =>
  kind === 'postgres' ? copyOfTemplate(filling) : copyOfDump(filling)

/** A database of one's own, empty but for the system tables; `close` throws it away. */
export const freshDatabase = (kind: DatabaseKind): Promise<TestDatabase> => filledDatabase(empty, kind)

export type TestDatabase = Database & { url?: string }

async function copyOfDump({ name, fill, upon = empty }: Filling): Promise<TestDatabase> {
  const folder = process.env.TEST_DUMPS
  const file = folder && join(folder, name)
  if (file && existsSync(file)) return openDatabase({ dump: await openAsBlob(file) })
  const database = name === empty.name ? await openDatabase() : await copyOfDump(upon)
  await fill(database)
  if (file) {
    const unfinished = `${file}-${process.pid}`
    writeFileSync(unfinished, Buffer.from(await (await database.dump!()).arrayBuffer()))
    renameSync(unfinished, file)
  }
  return database
}

/** Fills a database to copy, unless there is one of this name already; answers what PostgreSQL calls it. */
async function ensureTemplate({ name, fill, upon }: Filling): Promise<string> {
  const template = `pishkhan_filled_${createHash('sha256').update(`${process.env.TEST_DUMPS} ${name}`).digest('hex').slice(0, 16)}`
  const beneath = upon ? await ensureTemplate(upon) : 'template0'
  await administer(async (client) => {
    // One process fills it, the others wait.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [template])
    if (rowCount) return
    await client.query(`drop database if exists ${template} with (force)`)
    await client.query(`create database ${template} template ${beneath} encoding 'UTF8'`)
    const database = await openDatabase({ databaseUrl: urlOf(template) })
    try {
      await fill(database)
    } finally {
      await database.close()
    }
    await client.query(`alter database ${template} is_template true`)
  })
  return template
}

async function copyOfTemplate(filling: Filling): Promise<TestDatabase> {
  const template = await ensureTemplate(filling)
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
