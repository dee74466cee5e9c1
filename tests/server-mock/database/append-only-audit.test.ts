import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'

describe.each(databaseKinds)('the audit on %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase(kind)
    await database.transaction((trx) => trx.insertInto('pishkhan.audit').values({ entity: 'book', action: 'create' }).execute())
  })
  afterAll(() => database.close())

  const run = (statement: string, setting = '') =>
    database.transaction(async (trx) => {
      if (setting) await sql.raw(setting).execute(trx)
      await sql.raw(statement).execute(trx)
    })
  const count = async () =>
    (await database.read((trx) => trx.selectFrom('pishkhan.audit').select('id').where('entity', '=', 'book').execute())).length

  it.each(["update pishkhan.audit set action = 'other'", 'delete from pishkhan.audit', 'truncate pishkhan.audit'])(
    'can only be added to: %s',
    async (statement) => {
      await expect(run(statement)).rejects.toThrow('can only be added to')
      expect(await count()).toBe(1)
    },
  )

  it('is purged by whoever says so, and changed by nobody', async () => {
    const purge = "set local pishkhan.purge_audit = 'on'"
    await expect(run("update pishkhan.audit set action = 'other'", purge)).rejects.toThrow('can only be added to')
    await run('delete from pishkhan.audit', purge)
    expect(await count()).toBe(0)
  })
})
