import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDocument, GridDocument } from '#schemas/types/contract.d.ts'
import { gridRows, writeRecord, type ModelContext } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '../../../helpers/database.ts'
import { entities, libraryRegistry, migrate, refusal, run } from '../library.ts'

const access = { read: 'library.read', write: 'library.write' }
const object = (properties: Record<string, unknown>) => ({ type: 'object', properties })
const amount = (field: string | undefined, computed?: unknown) => ({
  type: 'string',
  format: 'decimal',
  scale: 2,
  ...(field !== undefined && { currency: { field } }),
  ...(computed !== undefined && { computed }),
})

/** An order whose lines are in its currency, and payments and wares that have one of their own. */
const documents = [
  ...entities,
  { name: 'money', title: 'Money', display: '{code}', schema: object({ code: { type: 'string' } }), access },
  {
    name: 'item',
    title: 'Item',
    display: '{id}',
    schema: object({ coin: { type: 'integer', references: 'money' }, price: amount('coin') }),
    access,
  },
  { name: 'purse', title: 'Purse', display: '{id}', schema: object({ currency: { type: 'string' } }), access },
  {
    name: 'deal',
    title: 'Deal',
    display: '{id}',
    schema: object({
      currency: { type: 'string' },
      lines: { type: 'array', rows: 'deal_line' },
      pays: { type: 'array', rows: 'deal_pay' },
      total: amount('currency', 'sum(lines.amount)'),
      paid: amount('currency', { formula: 'sum(pays.amount)', where: { void: false } }),
      most: amount(undefined, 'max(pays.amount)'),
    }),
    access,
  },
  {
    name: 'deal_line',
    title: 'Line',
    parent: 'deal',
    display: '{id}',
    schema: object({
      item: { type: 'integer', references: 'item' },
      purse: { type: 'integer', references: 'purse', currency: { field: 'deal.currency' } },
      price: amount('deal.currency', { fetch: 'item.price', overwrite: true }),
      count: { type: 'integer' },
      amount: amount('deal.currency', 'count * price'),
    }),
  },
  {
    name: 'deal_pay',
    title: 'Pay',
    parent: 'deal',
    display: '{id}',
    schema: object({ coin: { type: 'string' }, void: { type: 'boolean', default: false }, amount: amount('coin') }),
  },
] as unknown as EntityDocument[]
const grids: Record<string, GridDocument> = {
  deals: { entity: 'deal', columns: ['total', { key: 'most', currency: { field: 'currency' } }] },
  items: { entity: 'item', columns: ['price'] },
}

const registry = libraryRegistry(documents, grids)
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, documents)).toEqual([])
})
afterAll(() => database.close())

type Values = Record<string, unknown>
const inCall = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
const write = (model: string, data: Values, id?: number) => inCall((context) => writeRecord(context, model, { id, data }))
const errorsOf = async (model: string, data: Values, id?: number) => (await refusal(write(model, data, id))).errors

test('lines are in the currency of their record, so nothing is compared', async () => {
  expect(await write('deal', { currency: 'USD', lines: [{ count: 2, price: '1.50' }] })).toMatchObject({ total: '3.00' })
})

test('a row in another currency is refused at the row, unless it does not count', async () => {
  const pays = [
    { coin: 'IRR', amount: '5' },
    { coin: 'USD', amount: '7' },
  ]
  expect(await errorsOf('deal', { currency: 'IRR', pays })).toMatchObject({ 'pays.1.coin': ['errors.other_currency'] })
  const deal = await write('deal', { currency: 'IRR', pays: [pays[0], { coin: 'IRR', amount: '1', void: true }] })
  expect(deal).toMatchObject({ paid: '5.00' })
  expect(await errorsOf('deal', { currency: 'USD' }, deal.id)).toMatchObject({ 'pays.0.coin': ['errors.other_currency'] })
})

test('where the sum has no currency, rows are compared with the first one', async () => {
  const pays = [
    { coin: 'EUR', amount: '5', void: true },
    { amount: '6', void: true },
    { coin: 'USD', amount: '7', void: true },
  ]
  expect(Object.keys((await errorsOf('deal', { pays })) as object)).toEqual(['pays.2.coin'])
})

test('an amount that is fetched has to be in the currency that it comes into', async () => {
  const [dollar, rial] = [await write('money', { code: 'USD' }), await write('money', { code: 'IRR' })]
  const item = await write('item', { coin: dollar.id, price: '9.5' })
  const other = await write('item', { coin: rial.id, price: '9' })
  expect(await write('deal', { currency: 'USD', lines: [{ item: item.id, count: 2 }] })).toMatchObject({ total: '19.00' })
  expect(await errorsOf('deal', { currency: 'USD', lines: [{ item: other.id, count: 2 }] })).toMatchObject({
    'lines.0.item': ['errors.other_currency'],
  })
})

test('a reference to a record in another currency is refused at its field, with both currencies, and stays where nothing changes', async () => {
  const [dollars, rials] = [await write('purse', { currency: 'USD' }), await write('purse', { currency: 'IRR' })]
  const deal = await write('deal', { currency: 'USD', lines: [{ count: 1, purse: dollars.id }] })
  const fault = await refusal(write('deal', { currency: 'USD', lines: [{ count: 1 }, { count: 1, purse: rials.id }] }))
  expect(fault.errors).toEqual({ 'lines.1.purse': ['errors.reference_currency'] })
  const [line] = deal.lines as { id: number }[]
  expect(await errorsOf('deal_line', { purse: rials.id }, line!.id)).toEqual({ purse: ['errors.reference_currency'] })
  await write('purse', { currency: 'EUR' }, dollars.id)
  expect(await write('deal_line', { count: 3 }, line!.id)).toMatchObject({ count: 3 })
})

test('rows of a list carry the currency of their amounts', async () => {
  const list = await inCall((context) => gridRows(context, 'library/deal/deals', { sort: 'id' }))
  expect(list.rows[0]).toMatchObject({ total: '3.00', currency: 'USD' })
  const items = await inCall((context) => gridRows(context, 'library/item/items', {}))
  expect(items.rows[0]).toMatchObject({ price: '9', coin: { code: 'IRR' } })
})
