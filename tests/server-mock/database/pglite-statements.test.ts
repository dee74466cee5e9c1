import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { freshDatabase } from '#tests/helpers/database.ts'

let database: Database

beforeAll(async () => {
  database = await freshDatabase('pglite')
  await database.transaction((trx) =>
    sql`create table kept (id integer, name text, tags jsonb, at timestamptz, yes boolean, amount numeric)`.execute(trx),
  )
})
afterAll(() => database?.close())

const all = () => database.read((trx) => trx.selectFrom('kept').selectAll().orderBy('id').execute())
const thrice = async <T>(work: () => Promise<T>) => [await work(), await work(), await work()]

describe('statements that come again', () => {
  it('take and answer values of every kind each time', async () => {
    const row = {
      id: 1,
      name: 'نام',
      tags: JSON.stringify(['a']),
      at: new Date('2026-01-02T03:04:05Z'),
      yes: true,
      amount: '12345678901234567890.5',
    }
    for (const id of [1, 2, 3])
      await database.transaction((trx) =>
        trx
          .insertInto('kept')
          .values({ ...row, id, name: id === 2 ? null : row.name })
          .execute(),
      )
    const stored = { ...row, tags: ['a'], at: '2026-01-02T03:04:05.000Z' }
    expect(await thrice(all)).toEqual(Array(3).fill([stored, { ...stored, id: 2, name: null }, { ...stored, id: 3 }]))
    const { numAffectedRows } = await database.transaction((trx) =>
      sql`update kept set yes = ${false} where id = any(${[2, 3]}::int[])`.execute(trx),
    )
    expect(numAffectedRows).toBe(2n)
  })
  it('answer the columns that there are after these have changed, and after the change was taken back', async () => {
    await thrice(all)
    await database.transaction((trx) => sql`alter table kept add column more text default 'x'`.execute(trx))
    expect((await all())[0]).toHaveProperty('more', 'x')
    await thrice(all)
    const undone = database.transaction(async (trx) => {
      await sql`alter table kept drop column more, add column other integer default 7`.execute(trx)
      for (const _ of [1, 2, 3]) expect((await trx.selectFrom('kept').selectAll().orderBy('id').execute())[0]).toHaveProperty('other', 7)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const rows = await thrice(all)
    expect(rows.map(([first]) => Object.keys(first as object).at(-1))).toEqual(['more', 'more', 'more'])
  })
  it('fail by themselves, in a transaction and beside one, and run again', async () => {
    const divide = (by: number) =>
      database.read(async (trx) => (await sql<{ got: number }>`select 6 / ${by}::int as got`.execute(trx)).rows[0]!.got)
    expect(await thrice(() => divide(2))).toEqual([3, 3, 3])
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    await expect(database.read((trx) => sql`select nothing from kept`.execute(trx))).rejects.toMatchObject({ code: '42703' })
    expect(await divide(3)).toBe(2)
  })
  it('are forgotten when many others come, and come again', async () => {
    const nth = (n: number) =>
      database.read(async (trx) => (await sql<{ got: number }>`select ${n}::int + ${sql.lit(n)} as got`.execute(trx)).rows[0]!.got)
    for (let round = 0; round < 3; round++) for (let n = 0; n < 250; n++) expect(await nth(n)).toBe(2 * n)
    const {
      rows: [kept],
    } = await database.read((trx) => sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.execute(trx))
    expect(kept!.count).toBeLessThanOrEqual(201)
  })
})
