import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '#server/errors.ts'
import { checkLedgers } from '#server/model/ledgers/check-ledgers.ts'
import { takeTransition, writeRecord, type ModelContext } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../../../helpers/database.ts'
import { run } from '../library.ts'
import { balancesOf, entriesOf, ledgerRegistry, migrateLedger } from './stock.ts'

const registry = ledgerRegistry()
/** `RACE_ROUNDS=1000` looks for what happens rarely. */
const rounds = Number(process.env.RACE_ROUNDS ?? 4)

describe.each(databaseKinds)('calls of the same moment (%s)', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
    await migrateLedger(database, registry)
  })
  afterAll(() => database.close())

  const call = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
  const write = (model: string, data: Record<string, unknown>) => call((context) => writeRecord(context, model, { data }))
  const step = (id: number, transition: string) => call((context) => takeTransition(context, 'order', { id, transition }))
  const newWare = async (quantity: string) => {
    const { id } = await write('ware', { title: 'Pen', stop_when_empty: true })
    await write('change', { ware: id, kind: 'supply', quantity, fee: '1' })
    return id
  }
  const agrees = async () => {
    const checks = await database.read((trx) => checkLedgers(trx, registry))
    expect(checks.flatMap(({ differences }) => differences)).toEqual([])
  }
  /** How many calls went through; every other one was refused for lack of stock. */
  const settled = async (calls: Promise<unknown>[]) => {
    const results = await Promise.allSettled(calls)
    for (const result of results)
      if (result.status === 'rejected') {
        if (!(result.reason instanceof ApiError)) throw result.reason
        expect(result.reason.code).toBe('422')
      }
    return results.filter(({ status }) => status === 'fulfilled').length
  }

  test(
    'fifty take from thirty pieces: thirty get one, none is lost, and balances are what the entries come to',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ware = await newWare('30')
        const damages = Array.from({ length: 50 }, () => write('change', { ware, kind: 'damage', quantity: '1' }))
        expect(await settled(damages)).toBe(30)
        expect(await balancesOf(database, ware)).toMatchObject({ on_hand: '0', available: '0' })
      }
      await agrees()
    },
    rounds * 30_000,
  )

  test('orders that hold the same wares in another order wait for each other', async () => {
    const wares = [await newWare('100'), await newWare('100'), await newWare('100')]
    const orders: number[] = []
    for (let at = 0; at < 12; at += 1) {
      const lines = (at % 2 ? wares : [...wares].reverse()).map((ware) => ({ ware, count: '2' }))
      orders.push((await write('order', { lines })).id)
    }
    const switches = wares.map((id) => call((context) => writeRecord(context, 'ware', { id, data: { stop_when_empty: false } })))
    expect(await settled([...orders.map((id) => step(id, 'confirm')), ...switches])).toBe(15)
    expect(await settled(orders.map((id, at) => step(id, at % 3 === 0 ? 'cancel' : 'send')))).toBe(12)
    for (const ware of wares) expect(await balancesOf(database, ware)).toMatchObject({ on_hand: '84', reserved: '0', available: '84' })
    await agrees()
  }, 120_000)

  test('two reversals of one record reverse it once', async () => {
    const ware = await newWare('10')
    const { id } = await write('order', { lines: [{ ware, count: '4' }] })
    await step(id, 'confirm')
    const outcomes = await Promise.allSettled([step(id, 'cancel'), step(id, 'reopen'), step(id, 'cancel')])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await balancesOf(database, ware)).toMatchObject({ on_hand: '10', reserved: '0' })
    const own = (await entriesOf(database, 'stock', 'order')).filter(({ source_id }) => source_id === id)
    expect(own).toHaveLength(2)
    await agrees()
  })

  test('a balance that somebody changed past the ledger is told with what the entries come to', async () => {
    const ware = await newWare('10')
    await sql`update ledger.stock_balance set on_hand = 11 where ware_id = ${ware}`.execute(database.kysely)
    const [check] = await database.read((trx) => checkLedgers(trx, registry, 'stock'))
    expect(check!.differences).toEqual([{ ledger: 'stock', account: { ware }, balance: 'on_hand', stored: '11', entries: '10' }])
  })
})
