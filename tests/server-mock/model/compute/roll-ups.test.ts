import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  destroyRecord,
  readRecord,
  restoreRecord,
  trashRecord,
  takeTransition,
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
    await sql`insert into data.ware (id, title, sale_price, weight) values (1, 'ware', 10, 5)`.execute(trx)
    await sql`insert into data.customer (id, title) values (1, 'one'), (2, 'two')`.execute(trx)
  })
})

type Values = Record<string, unknown>
type Row = Values & { id: number; version: number }
const inCall = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
const write = (model: string, data: Values, id?: number) => inCall((context) => writeRecord(context, model, { id, data }))
const read = (model: string, id: unknown) => inCall((context) => readRecord(context, model, id))
const lineOf = async (sale: Values) => ((await read('sale', sale.id)).lines as Row[])[0]!
const newSale = (data: Values = {}) => write('sale', { number: 'A1', lines: [{ ware: 1, count: '9' }], ...data })
const newClaim = (line: number, claimed: number, data: Values = {}) => write('claim', { reason: 'r', items: [{ line, claimed }], ...data })

test('a sum over records that refer here follows each of them, without a new version', async () => {
  const sale = await newSale({ customer: 1 })
  expect(await read('customer', 1)).toMatchObject({ sales: 1, owed: '90.00', version: 1 })
  await write('sale', { discount: '15' }, sale.id)
  expect(await read('customer', 1)).toMatchObject({ owed: '75.00', version: 1 })
  await write('sale', { customer: 2 }, sale.id)
  expect(await read('customer', 1)).toMatchObject({ sales: 0, owed: '0.00' })
  expect(await read('customer', 2)).toMatchObject({ sales: 1, owed: '75.00' })
})

test('what the last record that refers here has follows each of them, by whichever order they come', async () => {
  const sold = (day: number, count: string) =>
    newSale({ customer: 1, number: `n${day}`, ordered_at: `2024-03-0${day}T08:00:00.000Z`, lines: [{ ware: 1, count }] })
  expect(await read('customer', 1)).toMatchObject({ last_total: null, total_before: null, last_ordered_at: null })
  await sold(5, '5')
  const last = await sold(7, '7')
  await sold(6, '6')
  await newSale({ customer: 1, lines: [{ ware: 1, count: '100' }] })
  expect(await read('customer', 1)).toMatchObject({
    last_total: '70.00',
    total_before: '60.00',
    last_change: '10.00',
    last_ordered_at: '2024-03-07T08:00:00.000Z',
    version: 1,
  })
  await write('sale', { lines: [{ ware: 1, count: '8' }] }, last.id)
  expect(await read('customer', 1)).toMatchObject({ last_total: '80.00', last_change: '20.00' })
  await inCall((context) => trashRecord(context, 'sale', last.id))
  expect(await read('customer', 1)).toMatchObject({ last_total: '60.00', total_before: '50.00' })
  await inCall((context) => restoreRecord(context, 'sale', last.id))
  await write('sale', { ordered_at: '2024-03-01T08:00:00.000Z' }, last.id)
  expect(await read('customer', 1)).toMatchObject({ last_total: '60.00', last_ordered_at: '2024-03-06T08:00:00.000Z' })
})

test('what lies in the trash counts in no sum, and counts again when it is back', async () => {
  const sale = await newSale({ customer: 1 })
  await inCall((context) => trashRecord(context, 'sale', sale.id))
  expect(await read('customer', 1)).toMatchObject({ sales: 0, owed: '0.00' })
  await inCall((context) => restoreRecord(context, 'sale', sale.id))
  expect(await read('customer', 1)).toMatchObject({ sales: 1, owed: '90.00' })
  await inCall((context) => trashRecord(context, 'sale', sale.id))
  await inCall((context) => destroyRecord(context, 'sale', sale.id))
  expect(await read('customer', 1)).toMatchObject({ sales: 0, owed: '0.00' })
})

test('a condition of the sum over what the records belong to is followed too', async () => {
  const sale = await newSale()
  const line = await lineOf(sale)
  const claim = await newClaim(line.id, 4)
  await newClaim(line.id, 2)
  expect(await lineOf(sale)).toMatchObject({ claimed: 6, version: 1 })
  await write('claim', { status: 'rejected' }, claim.id)
  expect(await lineOf(sale)).toMatchObject({ claimed: 2 })
  await write('claim', { status: 'confirmed' }, claim.id)
  await inCall((context) => trashRecord(context, 'claim', claim.id))
  expect(await lineOf(sale)).toMatchObject({ claimed: 2 })
})

test('a sum that is paid off elsewhere is no longer owed: chains are followed to their end', async () => {
  const sale = await newSale({ customer: 1 })
  await inCall((context) => takeTransition(context, 'sale', { id: sale.id, transition: 'send' }))
  await write('sale_payment', { sale: sale.id, amount: '40', verified: true })
  expect(await read('customer', 1)).toMatchObject({ owed: '50.00' })
  await write('sale_payment', { sale: sale.id, amount: '50', verified: true })
  expect(await read('sale', sale.id)).toMatchObject({ status: 'paid' })
  expect(await read('customer', 1)).toMatchObject({ owed: '0.00' })
})

test('a formula that reads a reference follows the record that is referred to', async () => {
  const sale = await newSale()
  expect(sale.first_weight).toBe(5)
  await run(database, registry, (context) =>
    writeRecord(context, 'ware', { id: 1, data: { weight: 7, sale_price: '1' } }, { trusted: true }),
  )
  expect(await read('sale', sale.id)).toMatchObject({ first_weight: 7, total: '90.00', version: 1 })
})

test('a check refuses at its field, of a row at its place, and of another record by its name', async () => {
  expect((await refusal(newSale({ limit: '89.99' }))).errors).toEqual({ limit: ['Over the limit.'] })
  const sale = await newSale({ limit: '90' })
  const line = await lineOf(sale)
  expect((await refusal(write('sale', { lines: [{ id: line.id, count: '10' }] }, sale.id))).errors).toEqual({ limit: ['Over the limit.'] })
  const faulty = {
    reason: 'r',
    items: [
      { line: line.id, claimed: 1 },
      { line: line.id, claimed: 2, confirmed: 3 },
    ],
  }
  expect((await refusal(write('claim', faulty))).errors).toEqual({ 'items.1.confirmed': ['More is confirmed than claimed.'] })
  const tooMany = await newClaim(line.id, 10).catch((fault: unknown) => fault)
  expect(tooMany).toMatchObject({ code: '422', userMessage: { key: 'errors.of_record', values: { message: 'Too many are claimed.' } } })
  expect(await lineOf(sale)).toMatchObject({ claimed: 0 })
})

test('a check holds for a row that is written alone, by what its record is then', async () => {
  const sale = await newSale({ limit: '100' })
  const line = await lineOf(sale)
  const refused = await write('sale_line', { count: '11' }, line.id).catch((fault: unknown) => fault)
  expect(refused).toMatchObject({ code: '422', userMessage: { key: 'errors.of_record', values: { record: 'A1' } } })
  expect(await write('sale_line', { count: '10' }, line.id)).toMatchObject({ amount: '100.00' })
})

test('the audit marks what was computed', async () => {
  const sale = await newSale()
  await write('sale', { discount: '1' }, sale.id)
  const { rows } = await inCall(({ trx }) =>
    sql<{ after: Values }>`select after from pishkhan.audit where entity = 'sale' and record_id = ${sale.id} and action = 'update'`.execute(
      trx,
    ),
  )
  expect(rows[0]!.after).toMatchObject({ discount: '1', payable: '89.00' })
  expect((rows[0]!.after.$computed as string[]).sort()).toEqual(['frozen', 'payable', 'rest'])
})
