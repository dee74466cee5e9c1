import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecord, seedRecords, writeRecord, type ModelContext } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../../../helpers/database.ts'
import { caller, libraryRegistry, migrate, run } from '../library.ts'
import { orderEntities } from './orders.ts'

const registry = libraryRegistry(orderEntities)

// PGlite has one connection, so nothing happens there at the same time.
describe.runIf(databaseKinds.includes('postgres'))('rows that several people write at once', () => {
  let database: TestDatabase
  let order: number
  beforeAll(async () => {
    database = await freshDatabase('postgres')
    expect(await migrate(database, orderEntities)).toEqual([])
    const wares = Array.from({ length: 20 }, (_, at) => ({ title: `w${at}` }))
    await inCall(({ trx }) => seedRecords(trx, registry, 'ware', wares))
    order = (await inCall((context) => writeRecord(context, 'order', { data: { number: '1', lines: [{ ware: 1, count: 1 }] } }))).id
  })
  afterAll(() => database.close())
  const inCall = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work, caller())
  const read = () => inCall((context) => readRecord(context, 'order', order))

  test('rows that are added at the same time come one after the other, each with a version of their record', async () => {
    const wares = [2, 3, 4, 5, 6, 7, 8, 9]
    await Promise.all(wares.map((ware) => inCall((context) => writeRecord(context, 'order_line', { data: { order, ware, count: 1 } }))))
    const { lines, version } = await read()
    const rows = lines as { row: number; ware_id: number }[]
    expect(version).toBe(9)
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(rows.map(({ ware_id }) => ware_id).sort()).toEqual([1, ...wares])
  })

  test('of two forms of one version, and a row that is written beside them, none overwrites another unseen', async () => {
    const { lines, version } = await read()
    const [first] = lines as { id: number }[]
    const save = (count: number) =>
      inCall((context) => writeRecord(context, 'order', { id: order, version, data: { lines: [{ id: first!.id, count }] } }))
    const outcomes = await Promise.allSettled([save(100), save(200)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((one) => one.status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ code: 'stale-version' })
    expect((await read()).lines).toHaveLength(1)
  })
})
