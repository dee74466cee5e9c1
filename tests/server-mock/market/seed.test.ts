import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator'], { seed: ['market'] })

test('the demo has a shop of 400 products with 1,200 wares, which count as the server counts', async () => {
  const { database } = server
  const counted = await database.transaction(async (trx) => {
    const { rows } = await sql<{ products: number; wares: number; wrong: number }>`select
      (select count(*)::int from data.market_product) as products, (select count(*)::int from data.market_ware) as wares,
      (select count(*)::int from data.market_product p where p.ware_count is distinct from (
        select count(*) from data.market_ware w where w.product_id = p.id) or p.sale_count is distinct from (
        select sum(sale_count) from data.market_ware w where w.product_id = p.id)) as wrong`.execute(trx)
    return rows[0]
  })
  expect(counted).toEqual({ products: 400, wares: 1200, wrong: 0 })
})

test('a product and a ware of the demo can be saved as they are', async () => {
  const as = { token: tokens.administrator, headers: { 'x-locale': 'en' } }
  for (const model of ['market_product', 'market_ware', 'market_campaign', 'market_sale_settings']) {
    const [{ id, version, ...record }] = (await server.get('list', { model, page_size: 1 }, as)).body.results
    const { status, body } = await server.post('save', { model, id, version, data: record }, as)
    expect([model, status, body.errors ?? {}]).toEqual([model, 200, {}])
  }
})

test('a year of inventory changes of the demo comes to what its ledger keeps', async () => {
  const stock = await server.database.transaction(async (trx) => {
    const { rows } = await sql<{
      changes: number
      wrong: number
    }>`select (select count(*)::int from data.market_inventory_change) as changes,
      (select count(*)::int from ledger.market_stock_balance b where b.on_hand <> (
        select sum(case when p.entry = 'damage' then -p.quantity else p.quantity end)
        from data.market_inventory_part p where p.ware_id = b.market_ware_id)) as wrong`.execute(trx)
    return rows[0]!
  })
  expect(stock.changes).toBeGreaterThan(2000)
  expect(stock.wrong).toBe(0)
})
