import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { offlineContext } from '#schemas/cli/module-folder.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { provideHooks } from '#server/model/lifecycles/hooks.ts'
import { writeRecord } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '#tests/helpers/database.ts'
import { entities, libraryRegistry, migrate, run } from '#tests/server-mock/model/library.ts'

const amount = (computed?: unknown) => ({ type: 'string', format: 'decimal', scale: 2, ...(computed !== undefined && { computed }) })
const basket = {
  name: 'basket',
  title: 'Basket',
  display: '{id}',
  schema: {
    type: 'object',
    properties: {
      coupon: { type: 'string' },
      lines: { type: 'array', rows: 'basket_line' },
      discount: amount({ compute: 'library/coupons' }),
      payable: amount('sum(lines.amount) - discount'),
    },
  },
  access: { read: 'library.read', write: 'library.write' },
}
const line = {
  name: 'basket_line',
  title: 'Line',
  parent: 'basket',
  display: '{id}',
  schema: {
    type: 'object',
    properties: {
      count: { type: 'integer' },
      price: amount(),
      amount: amount('count * price'),
      part: amount({ share: 'basket.discount', by: 'amount' }),
    },
  },
}
const documents = [...entities, basket, line] as unknown as EntityDocument[]
const registry = libraryRegistry(documents)
let asked: unknown[] = []
let database: TestDatabase
beforeAll(async () => {
  provideHooks([
    {
      module: 'library',
      computes: {
        coupons: (_, records) => {
          asked.push(records)
          return Promise.resolve(records.map(({ coupon }) => (coupon === 'TEN' ? '10.004' : null)))
        },
      },
    },
  ])
  database = await freshDatabase(usualKind)
  expect(await migrate(database, documents)).toEqual([])
})
afterAll(async () => {
  provideHooks([])
  await database.close()
})

test('a hook sees the record with its rows as they will be; formulas and shares follow what it answers', async () => {
  const lines = [
    { count: 2, price: '20' },
    { count: 1, price: '60' },
  ]
  const write = (data: Record<string, unknown>, id?: number) =>
    run(database, registry, (context) => writeRecord(context, 'basket', { id, data }))
  const stored = await write({ coupon: 'TEN', lines })
  expect(stored).toMatchObject({ discount: '10.00', payable: '90.00', lines: [{ part: '4.00' }, { part: '6.00' }] })
  expect(asked).toMatchObject([[{ coupon: 'TEN', lines: [{ amount: '40.00' }, { amount: '60.00' }] }]])
  asked = []
  expect(await write({ coupon: null }, stored.id)).toMatchObject({ discount: null, payable: '100.00' })
  expect(asked).toHaveLength(1)
})

test('a hook that no feature has is refused', () => {
  const files = {
    'module.json': JSON.stringify({ name: 'shop', title: 'Shop', version: '1.0.0' }),
    'entities/basket.json': JSON.stringify(basket),
    'entities/basket_line.json': JSON.stringify(line),
    'locales/en.json': '{}',
  }
  const messages = checkModule(files, { ...offlineContext({}, {}), hooks: { computes: ['library/coupon'] } }).map(({ message }) => message)
  expect(messages).toContain('nobody can compute "library/coupons": no feature of the server has it')
})
