import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { countUse, purgeOldUses, purgeUses } from '#server/plugins/rate-limit.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'

const start = new Date('2024-05-01T08:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)

describe.each(databaseKinds)('on %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database.close())
  const use = (key: string, now: Date) => database.transaction((trx) => countUse(trx, [{ key, limit: 2, windowMs: 60_000 }], now))

  it('lets the limit through, then tells how long to wait, and starts anew after the window', async () => {
    expect([await use('a', at(0)), await use('a', at(1)), await use('a', at(20)), await use('a', at(30)), await use('a', at(61))]).toEqual([
      0, 0, 40_000, 30_000, 0,
    ])
  })

  it('counts each key by itself and takes the longest wait of several', async () => {
    expect(await use('b', at(0))).toBe(0)
    const both = (now: Date) =>
      database.transaction((trx) =>
        countUse(
          trx,
          [
            { key: 'b', limit: 1, windowMs: 60_000 },
            { key: 'c', limit: 5, windowMs: 1000 },
          ],
          now,
        ),
      )
    expect(await both(at(10))).toBe(50_000)
    await database.transaction((trx) => purgeUses(trx, ['b']))
    expect(await both(at(10))).toBe(0)
  })

  it('counts attempts that arrive at once', async () => {
    const waits = await Promise.all(Array.from({ length: 8 }, () => use('d', at(0))))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(2)
  })

  it('forgets what no longer counts', async () => {
    await use('e', at(0))
    await database.transaction((trx) => purgeOldUses(trx, at(3600)))
    expect(await database.read((trx) => trx.selectFrom('pishkhan.rate_limits').selectAll().execute())).toEqual([])
  })
})
