import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { claimMessages, storeOutcomes } from '#server/messages/outbox-store.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'

const now = new Date('2026-03-20T08:00:00Z')
const count = 200

describe.each(databaseKinds)('several who send at once on %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase(kind)
    await database.transaction((trx) =>
      sql`insert into pishkhan.outbox (channel, recipient, template, locale, secret, is_bulk, due_at, created_at)
        select 'mail', 'a' || n || '@example.com', 'notifier/driver_test', 'en', false, n > ${count / 2}, ${now}, ${now}
        from generate_series(1, ${count}) n`.execute(trx),
    )
  })
  afterAll(() => database.close())

  it('never take one message twice, and leave none', async () => {
    const taken: number[] = []
    const work = async (lane: 'direct' | 'bulk') => {
      for (;;) {
        const claimed = await database.transaction((trx) => claimMessages(trx, now, { lane, limit: 8 }))
        if (claimed.length === 0) return
        taken.push(...claimed.map(({ id }) => id))
        await database.transaction((trx) =>
          storeOutcomes(
            trx,
            claimed.map((message) => ({ message, state: 'sent' as const })),
            now,
          ),
        )
      }
    }
    await Promise.all(['direct', 'bulk', 'direct', 'bulk', 'bulk'].map((lane) => work(lane as 'direct' | 'bulk')))
    expect(taken).toHaveLength(count)
    expect(new Set(taken).size).toBe(count)
    const { rows } = await database.read((trx) => sql`select 1 from pishkhan.outbox where state <> 'sent'`.execute(trx))
    expect(rows).toEqual([])
  })
})
