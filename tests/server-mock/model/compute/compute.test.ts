import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  destroyRecord,
  listRecords,
  readRecord,
  restoreRecord,
  takeTransition,
  trashRecord,
  writeRecord,
  type ModelContext,
} from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '../../../helpers/database.ts'
import { libraryRegistry, migrate, refusal, run } from '../library.ts'
import { saleEntities } from './sales.ts'

const registry = libraryRegistry(saleEntities)
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, saleEntities)).toEqual([])
})
afterAll(() => database.close())

beforeEach(async () => {
  await inCall(async ({ trx }) => {
    for (const table of ['claim', 'sale', 'customer', 'ware']) await sql`delete from data.${sql.raw(table)}`.execute(trx)
    for (const [id, price] of [
      [1, '10.00'],
      [2, '2.50'],
      [3, '0.01'],
    ] as const)
      await sql`insert into data.ware (id, title, sale_price, weight) values (${id}, ${`ware ${id}`}, ${price}, ${id})`.execute(trx)
    await sql`insert into data.customer (id, title) values (1, 'one'), (2, 'two')`.execute(trx)
  })
})

type Values = Record<string, unknown>
type Row = Values & { id: number; version: number }
const inCall = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
const write = (model: string, data: Values, id?: number) => inCall((context) => writeRecord(context, model, { id, data }))
const read = (model: string, id: unknown) => inCall((context) => readRecord(context, model, id))
const lines = (record: Values) => record.lines as Row[]
const newSale = (data: Values = {}) =>
  write('sale', {
    number: 'A1',
    lines: [
      { ware: 1, count: '2' },
      { ware: 2, count: '3' },
    ],
    ...data,
  })
const step = (id: number, transition: string, data: Values = {}) =>
  inCall((context) => takeTransition(context, 'sale', { id, transition, data }))

test('rows first, then their record, which is stored with its first version', async () => {
  const sale = await newSale({ discount: '5' })
  expect(sale).toMatchObject({ total: '27.50', payable: '22.50', rest: '22.50', mean: '13.7500', version: 1, first_weight: 3 })
  expect(lines(sale)).toMatchObject([
    { unit_price: '10.00', amount: '20.00', discount: '3.64', tax: '1.65', version: 1 },
    { unit_price: '2.50', amount: '7.50', discount: '1.36', tax: '0.62', version: 1 },
  ])
})

test('values that are sent for computed fields are dropped, in rows too', async () => {
  const sale = await newSale({ total: '1', payable: 'nonsense', lines: [{ ware: 1, count: '1', amount: '999', list_price: '1' }] })
  expect(sale).toMatchObject({ total: '10.00' })
  expect(lines(sale)).toMatchObject([{ amount: '10.00', list_price: '10.00' }])
  expect(await write('sale', { ...sale, total: '5' }, sale.id)).toMatchObject({ total: '10.00', version: 1 })
})

test('a choice of formulas follows the condition, halves are rounded away from zero', async () => {
  const sale = await newSale({
    lines: [
      { ware: 3, count: '0.5', is_added: true },
      { ware: 3, count: '0.5', unit_price: '-0.01', is_added: true },
    ],
  })
  expect(lines(sale)).toMatchObject([
    { amount: '0.01', tax: '0.00' },
    { amount: '-0.01', tax: '0.00' },
  ])
})

test('what is fetched is copied with the reference and stays; a proposal may be overwritten', async () => {
  const sale = await newSale({
    lines: [
      { ware: 1, count: '1', unit_price: '8' },
      { ware: 1, count: '1' },
    ],
  })
  expect(lines(sale).map(({ unit_price }) => unit_price)).toEqual(['8', '10.00'])
  await run(database, registry, (context) => writeRecord(context, 'ware', { id: 1, data: { sale_price: '99' } }, { trusted: true }))
  const [first, second] = lines(sale)
  const changed = await write(
    'sale',
    {
      lines: [
        { id: first!.id, count: '2' },
        { id: second!.id, ware: 2 },
      ],
    },
    sale.id,
  )
  expect(lines(changed)).toMatchObject([
    { unit_price: '8', list_price: '10.00', amount: '16.00' },
    { unit_price: '2.50', list_price: '2.50', amount: '2.50' },
  ])
})

test('rows that nobody wrote follow their record without a new version of their own', async () => {
  const sale = await newSale()
  const changed = await write('sale', { discount: '11' }, sale.id)
  expect(changed).toMatchObject({ payable: '16.50', version: 2 })
  expect(lines(changed)).toMatchObject([
    { discount: '8.00', version: 1 },
    { discount: '3.00', version: 1 },
  ])
})

test('a row that is taken away is in no sum any more', async () => {
  const sale = await newSale({ discount: '7.50' })
  const changed = await write('sale', { lines: [{ id: lines(sale)[1]!.id }] }, sale.id)
  expect(changed).toMatchObject({ total: '7.50', payable: '0.00' })
  expect(lines(changed)).toMatchObject([{ discount: '7.50' }])
})

test('a row that is written alone computes its record and the other rows', async () => {
  const sale = await newSale({ discount: '11' })
  const [first, second] = lines(sale)
  const row = await write('sale_line', { count: '4' }, first!.id)
  expect(row).toMatchObject({ amount: '40.00', discount: '9.26', version: 2 })
  expect(await read('sale', sale.id)).toMatchObject({ total: '47.50', version: 2 })
  expect(await read('sale_line', second!.id)).toMatchObject({ discount: '1.74', version: 1 })
  await inCall((context) => destroyRecord(context, 'sale_line', first!.id))
  expect(await read('sale', sale.id)).toMatchObject({ total: '7.50', payable: '-3.50', version: 3 })
})

test('payments count where they are verified, and a paid sale is settled by itself', async () => {
  const sale = await newSale()
  await step(sale.id, 'send')
  await write('sale_payment', { sale: sale.id, amount: '20', verified: true })
  const { id } = await write('sale_payment', { sale: sale.id, amount: '7.5' })
  expect(await read('sale', sale.id)).toMatchObject({ paid: '20.00', rest: '7.50', status: 'sent' })
  await write('sale_payment', { verified: true }, id)
  expect(await read('sale', sale.id)).toMatchObject({ paid: '27.50', rest: '0.00', status: 'paid' })
})

test('a frozen value stays in its states, and follows again behind them', async () => {
  const sale = await newSale()
  const sent = await step(sale.id, 'send', { discount: '1' })
  expect(sent).toMatchObject({ frozen: '26.50', status: 'sent' })
  const changed = await write('sale', { lines: [{ id: lines(sale)[0]!.id, count: '1' }] }, sale.id)
  expect(changed).toMatchObject({ payable: '9.00', frozen: '26.50' })
  expect(await step(sale.id, 'back')).toMatchObject({ frozen: '9.00' })
})

test('a record that comes back from the trash is computed again', async () => {
  const sale = await newSale()
  await inCall((context) => trashRecord(context, 'sale', sale.id))
  await inCall(({ trx }) => sql`update data.sale set total = 0, payable = 0`.execute(trx))
  expect(await inCall((context) => restoreRecord(context, 'sale', sale.id))).toMatchObject({ total: '27.50', payable: '27.50' })
})

test('rules of a computed field hold for what is computed', async () => {
  expect(await refusal(newSale({ discount: '100' }))).toMatchObject({ code: '422', errors: { payable: ['rules.min_value'] } })
})

test('amounts of thirty digits are exact, too many digits are refused, and so are negative weights', async () => {
  const large = '123456789012345678901234567890'
  const sale = await newSale({ lines: [{ ware: 1, count: large, unit_price: '3.33' }] })
  expect(sale.total).toBe('411111107411111110741111111073.70')
  const tooLarge = { ware: 1, count: large, unit_price: large }
  expect((await refusal(newSale({ lines: [tooLarge] }))).errors).toMatchObject({ 'lines.0.amount': ['errors.too_many_digits'] })
  const negative = { ware: 1, count: '-1' }
  expect((await refusal(newSale({ discount: '1', lines: [{ ware: 1, count: '5' }, negative] }))).errors).toEqual({
    'lines.1.amount': ['errors.negative_weight'],
  })
})

test('what has the wrong type is refused at its field and computes nothing', async () => {
  const { errors } = await refusal(newSale({ discount: 'much', lines: [{ ware: 1, count: 'many' }] }))
  expect(Object.keys(errors).sort()).toEqual(['discount', 'lines.0.count'])
})

test('the mean of nothing is empty, the sum of nothing is zero', async () => {
  expect(await newSale({ lines: [] })).toMatchObject({ total: '0.00', mean: null, payable: '0.00' })
})

test('lists sort, filter and sum by computed columns', async () => {
  await newSale()
  await newSale({ number: 'A2', lines: [{ ware: 3, count: '1' }] })
  const list = (params: Values) => inCall((context) => listRecords(context, 'sale', params))
  const { results } = (await list({ sort: 'total', order: 'desc' })) as { results: Values[] }
  expect(results.map(({ number }) => number)).toEqual(['A1', 'A2'])
})
