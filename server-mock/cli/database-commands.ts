import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { backupDatabase } from '#server/database/backup.ts'
import { configuredDatabase, openDatabase, type Database } from '#server/database/database.ts'
import { restoreDatabase } from '#server/database/restore.ts'
import { features } from '#server/features/index.ts'
import { createUser as storeUser, type AccountRequest } from '#server/features/persons/store.ts'
import { checkLedgers as compareLedgers, differenceText } from '#server/model/ledgers/check-ledgers.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { prepareDatabase } from '#server/prepare.ts'

type Environment = Record<string, string | undefined>
interface Summary {
  tables: number
  rows: number
}

/** The commands of the command line that open a database: that of `DATABASE_URL`, or the embedded one of `DATA_DIR`. */
export async function backup(env: Environment, file: string): Promise<Summary> {
  const { databaseUrl, dataDir } = readConfig(env)
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no database in ${dataDir}: DATA_DIR names the folder of the server's data`)
  return withDatabase(env, async (database) => {
    const draft = `${file}.partial`
    try {
      // Only its owner may read it: it holds everything.
      const summary = await backupDatabase(database, createWriteStream(draft, { mode: 0o600 }))
      renameSync(draft, file)
      return summary
    } finally {
      rmSync(draft, { force: true })
    }
  })
}

export const restore = (env: Environment, file: string, options: { force: boolean }): Promise<Summary> =>
  withDatabase(env, (database) => restoreDatabase(database, createReadStream(file), options))

/** Makes a user of a role, or gives an existing user that role and the password. */
export async function createUser(env: Environment, account: AccountRequest): Promise<{ id: number; created: boolean }> {
  return withDatabase(env, async (database, config) => {
    await prepareDatabase(database, { ...config, demo: false }, features)
    return storeUser(database, account)
  })
}

/** Compares the balances of a ledger, or of all, with their entries. */
export async function checkLedgers(
  env: Environment,
  name?: string,
): Promise<{ ledger: string; accounts: number; entries: number; differences: string[] }[]> {
  return withDatabase(env, async (database, config) => {
    const registries = createRegistries(config)
    return database.read(async (trx) =>
      (await compareLedgers(trx, await registries.current(trx), name)).map((check) => ({
        ...check,
        differences: check.differences.map(differenceText),
      })),
    )
  })
}

async function withDatabase<T>(
  env: Environment,
  work: (database: Database, config: ReturnType<typeof readConfig>) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  const database = await openDatabase(configuredDatabase(config))
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}
