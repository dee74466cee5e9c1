import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { features } from '#server/features/index.ts'
import { runMigrations } from '#server/database/migrations.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { freshDatabase, usualKind, type TestDatabase } from '#tests/helpers/database.ts'

let database: TestDatabase
const config = readConfig({ LOG_LEVEL: 'silent', SECRET: 'a secret that is only good for tests', DEMO: 'off' })

beforeAll(async () => {
  database = await freshDatabase(usualKind)
  // As a database stands that the release before the records of sign-ins has written.
  await database.transaction(async (trx) => {
    await sql`delete from pishkhan.migrations where name = '0085-login-entries'`.execute(trx)
    await sql`insert into pishkhan.login_history (at, user_id, username, success, reason, ip, user_agent) values
      ('2026-01-02T03:04:05Z', 7, 'gone', true, null, '10.0.0.7', 'Mozilla/5.0 (Windows NT 10.0) Firefox/128.0'),
      ('2026-01-03T03:04:05Z', null, 'nobody', false, 'login-failed', '10.0.0.8', ''),
      ('2026-01-04T03:04:05Z', null, 'nobody', false, 'of-an-older-release', '10.0.0.8', '')`.execute(trx)
  })
  await runMigrations(database)
})
afterAll(() => database.close())

const read = () =>
  database.read((trx) =>
    trx.selectFrom('data.login_entry').select(['created_at', 'user_id', 'status', 'reason', 'ip', 'browser', 'os']).orderBy('id').execute(),
  )

it('keeps the sign-ins of a database of an earlier release, and moves them once', async () => {
  await prepareDatabase(database, config, features)
  const entries = await read()
  expect(entries).toMatchObject([
    { user_id: null, status: 'successful', reason: null, ip: '10.0.0.7', browser: 'Firefox 128', os: 'Windows' },
    { user_id: null, status: 'unsuccessful', reason: 'login-failed', ip: '10.0.0.8', browser: null },
    { status: 'unsuccessful', reason: 'login-failed' },
  ])
  expect(new Date(entries[0]!.created_at as string).toISOString()).toBe('2026-01-02T03:04:05.000Z')
  await prepareDatabase(database, config, features)
  expect(await read()).toHaveLength(3)
  const { rows } = await database.read((trx) =>
    sql<{ found: string | null }>`select to_regclass('pishkhan.login_history')::text as found`.execute(trx),
  )
  expect(rows[0]!.found).toBeNull()
})
