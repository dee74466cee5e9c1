import { describe, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['operator', 'staff'], { seed: ['stock'] })
const as = () => ({ token: tokens.operator, headers: { 'x-locale': 'en' } })

type Row = Record<string, unknown> & { id: number }
const six = ['effected_at', 'price_average', 'price_end', 'price_max', 'price_min', 'price_start']

const items = async (): Promise<Row[]> => (await server.get('stock-posts-grid', { page_size: 100 }, as())).body.results
const newItem = async (code: string): Promise<number> => {
  const data = { title: { en: code, fa: code }, code, kind: 'gold', currency: 'USD' }
  return (await server.post('save', { model: 'stock_item', data }, as())).body.results.id
}
const save = (payload: Record<string, unknown>) => server.post('stock-prices-save', payload, as())
const aggregates = async (params: Record<string, unknown>) => (await server.get('stock-aggregates-list', params, as())).body

describe('the demo', () => {
  test('has forty things with three years of prices, and each shows its latest', async () => {
    const rows = await items()
    expect(rows).toHaveLength(40)
    for (const row of rows) expect(Number(row.price)).toBeGreaterThan(0)
    const gold = rows.find(({ code }) => code === 'GRAM18')!
    const { body } = await server.get('stock-prices', { id: gold.id }, as())
    expect(body.results[0].price).toBe(gold.price)
    expect(body.results[0].effected_at).toBe(gold.priced_at)
    expect(body.results).toHaveLength(50)
    const { results } = (await server.get('single', { model: 'stock_item', id: gold.id }, as())).body
    expect(results.price_before).toBe(body.results[1].price)
  })

  test('has candles of days, weeks, months and years, the oldest first', async () => {
    const [{ id }] = (await items()) as [Row]
    const counts: number[] = []
    for (const rate_chart_period of ['day', 'week', 'month', 'year']) {
      const { results } = await aggregates({ post: id, rate_chart_period })
      counts.push(results.length)
      const moments = results.map((row: Row) => row.effected_at as string)
      expect(moments).toEqual([...moments].sort())
      for (const row of results) {
        expect(Object.keys(row).sort()).toEqual(six)
        expect(Number(row.price_min)).toBeLessThanOrEqual(Math.min(Number(row.price_start), Number(row.price_end)))
        expect(Number(row.price_max)).toBeGreaterThanOrEqual(Math.max(Number(row.price_start), Number(row.price_end)))
      }
    }
    expect(counts[0]).toBeGreaterThan(600)
    expect(counts).toEqual([...counts].sort((one, other) => other - one))
    expect((await aggregates({ post: id })).results).toHaveLength(counts[0]!)
  })
})

describe('a price that is saved', () => {
  test('is in the history and in the aggregate of today, and is the latest of its item', async () => {
    const id = await newItem('T1')
    for (const price of ['100', '130.5', '90', '110']) expect((await save({ id, price })).status).toBe(200)
    const { results } = (await server.get('stock-prices', { id }, as())).body
    expect(results.map((row: Row) => row.price)).toEqual(['110', '90', '130.5', '100'])
    expect((await aggregates({ post: id })).results).toEqual([
      {
        effected_at: expect.any(String),
        price_start: '100',
        price_max: '130.5',
        price_min: '90',
        price_end: '110',
        price_average: '107.63',
      },
    ])
    const item = (await server.get('single', { model: 'stock_item', id }, as())).body.results
    expect(item).toMatchObject({ price: '110', price_before: '90', change: '20.00', change_percent: '22.22' })
  })

  test('that was a mistake goes to the trash, and nothing counts it any more', async () => {
    const id = await newItem('T2')
    await save({ id, price: '50' })
    const wrong = (await save({ id, price: '5000000' })).body.results
    await server.delete('trash', { model: 'stock_price', id: wrong.id }, as())
    expect((await aggregates({ post: id })).results).toMatchObject([{ price_max: '50', price_end: '50' }])
    expect((await items()).find((row) => row.id === id)).toMatchObject({ price: '50', change_percent: null })
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, 'price'],
    ['zero', { price: '0' }, 'price'],
    ['below zero', { price: '-5' }, 'price'],
    ['letters', { price: 'ten' }, 'price'],
    ['too many decimals', { price: '1.234' }, 'price'],
    ['thirty digits', { price: '9'.repeat(30) }, 'price'],
    ['an item that is not there', { id: 999_999, price: '5' }, 'id'],
    ['no item', { id: null, price: '5' }, 'id'],
    ['another field', { price: '5', effected_at: '2020-01-01T00:00:00.000Z' }, 'effected_at'],
  ])('with %s is refused at its field, and nothing is stored', async (_, payload, field) => {
    const [{ id }] = (await items()) as [Row]
    const count = async () => (await server.get('stock-prices', { id, page_size: 1 }, as())).body.metadata.pagination
    const before = await count()
    const { status, body } = await save({ id, ...payload })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
    expect(await count()).toEqual(before)
  })

  test('takes the permission', async () => {
    const [{ id }] = (await items()) as [Row]
    expect((await server.post('stock-prices-save', { id, price: '5' }, { token: tokens.staff })).status).toBe(403)
  })
})

describe('the list of aggregates', () => {
  test('answers the fields and the order that are asked for', async () => {
    const [{ id }] = (await items()) as [Row]
    const { results } = await aggregates({ post: id, rate_chart_period: 'month', including: 'effected_at,price_end', sort: '-effected_at' })
    expect(Object.keys(results[0])).toEqual(['effected_at', 'price_end'])
    expect(results[0].effected_at > results[1].effected_at).toBe(true)
    const all = { post: id, rate_chart_period: 'year', including: six.join(','), sort: 'effected_at' }
    expect((await aggregates(all)).results).toEqual((await aggregates({ post: id, rate_chart_period: 'year' })).results)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no item', { post: undefined }, 'post'],
    ['an item that is no number', { post: 'gold' }, 'post'],
    ['another period', { rate_chart_period: 'hour' }, 'rate_chart_period'],
    ['an unknown field', { including: 'price_first' }, 'including'],
    ['an unknown order', { sort: 'price' }, 'sort'],
    ['another parameter', { from: '2020-01-01' }, 'from'],
  ])('refuses %s', async (_, params, field) => {
    const [{ id }] = (await items()) as [Row]
    const { status, body } = await server.get('stock-aggregates-list', { post: id, ...params }, as())
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })
})
