import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecord, writeRecord, type ModelContext } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../../../helpers/database.ts'
import { libraryRegistry, migrate, run } from '../library.ts'
import { saleEntities } from './sales.ts'

const registry = libraryRegistry(saleEntities)

// PGlite has one connection, so nothing happens there at the same time.
describe.runIf(databaseKinds.includes('postgres'))('sums that several people change at once', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase('postgres')
    expect(await migrate(database, saleEntities)).toEqual([])
    await inCall(async ({ trx }) => {
      await sql`insert into data.ware (id, title, sale_price) values (1, 'ware', 1)`.execute(trx)
      await sql`insert into data.customer (id, title) values (1, 'one'), (2, 'two')`.execute(trx)
    })
  })
  afterAll(() => database.close())
  const inCall = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
  const write = (model: string, data: Record<string, unknown>, id?: number) =>
    inCall((context) => writeRecord(context, model, { id, data }))
  const read = (model: string, id: unknown) => inCall((context) => readRecord(context, model, id))

  test('rows of one record that are written at once are all in its sum', async () => {
    const sale = await write('sale', { number: '1', lines: [{ ware: 1, count: '1' }] })
    await Promise.all(Array.from({ length: 12 }, (_, at) => write('sale_line', { sale: sale.id, ware: 1, count: String(at + 1) })))
    expect(await read('sale', sale.id)).toMatchObject({ total: '79.00', version: 13 })
  })

  test('records that refer to one are all in its sum, also where they move between two in opposite directions', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) => write('sale', { number: `r${at}`, customer: 1 + (at % 2), lines: [{ ware: 1, count: '1' }] })),
    )
    expect(await read('customer', 1)).toMatchObject({ sales: 6, owed: '6.00' })
    await Promise.all(
      made.flatMap(({ id }, at) => [write('sale', { customer: 2 - (at % 2) }, id), write('sale', { discount: '0.25' }, id)]),
    )
    expect(await read('customer', 1)).toMatchObject({ sales: 6, owed: '4.50' })
    expect(await read('customer', 2)).toMatchObject({ sales: 6, owed: '4.50' })
  })
})
