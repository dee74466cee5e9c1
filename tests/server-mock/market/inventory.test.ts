import { beforeAll, describe, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'customer'])
const as = () => ({ token: tokens.administrator, headers: { 'x-locale': 'en' } })
const made = async (model: string, data: object): Promise<number> => {
  const { status, body } = await server.post('save', { model, data }, as())
  expect([status, body.errors]).toEqual([200, undefined])
  return body.results.id
}
let product = 0
let path = 0
beforeAll(async () => {
  product = (await server.post('market-post-save', { title: 'Lamp', currency: 'IRR' }, as())).body.results.id
  path = await made('market_path', { title: { en: 'Cash' }, first_currency: 'IRR' })
})
const ware = async (data: object = {}): Promise<number> =>
  (await server.post('market-ware-save', { product, currency: 'IRR', ...data }, as())).body.results.id
const change = (data: object) => server.post('market-inventory-save', { path_id: path, ...data }, as())
const stockOf = async (id: number) => (await server.get('market-ware-fetch', { id }, as())).body.results
const refused = async (data: object) => {
  const { status, body } = await change(data)
  return status === 200 ? {} : (body.errors as Record<string, string[]>)
}

describe('an inventory change', () => {
  test('adds supplies and returns to the stock and takes damages away, never below nothing', async () => {
    const id = await ware()
    expect((await change({ ware_id: id, kind: 1, alter: 10, fee: '100' })).body.results).toMatchObject({
      stock: '10',
      average_purchase_price: '100',
    })
    await change({ ware_id: id, kind: 3, reason_id: 1, alter: '4' })
    expect((await change({ ware_id: id, kind: 5, alter: '1' })).body.results.stock).toBe('7')
    expect(await refused({ ware_id: id, kind: 3, reason_id: 3, alter: '8' })).toEqual({ alter: ['Insufficient stock: 7 left.'] })
    expect((await stockOf(id)).stock).toBe('7')
  })

  test('that returns what another one took out brings back no more than that, also of two at once, and only of its ware', async () => {
    const id = await ware()
    await change({ ware_id: id, kind: 1, alter: 10, fee: '100' })
    const out = (await change({ ware_id: id, kind: 3, reason_id: 1, alter: '4' })).body.results.id as number
    const back = { ware_id: id, kind: 5, returns_id: out }
    expect(await refused({ ...back, alter: '5' })).toEqual({ alter: ['At most 4 can be returned.'] })
    expect((await change({ ...back, alter: '3' })).body.results.stock).toBe('9')
    expect(await refused({ ...back, alter: '2' })).toEqual({ alter: ['At most 1 can be returned.'] })
    const open = async () => (await server.get('market-inventory-returnable', { id }, as())).body.results as object[]
    expect(await open()).toMatchObject([{ id: out, returnable: '1' }])
    const both = await Promise.all([change({ ...back, alter: '1' }), change({ ...back, alter: '1' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect([await open(), (await stockOf(id)).stock]).toEqual([[], '10'])
    expect(Object.keys(await refused({ ...back, ware_id: await ware(), alter: '1' }))).toEqual(['returns_id'])
  })

  test('tells the mean of supply prices by their quantities', async () => {
    const id = await ware()
    await change({ ware_id: id, kind: 1, alter: '10', fee: '100' })
    expect((await change({ ware_id: id, kind: 1, alter: '10', fee: '200' })).body.results.average_purchase_price).toBe('150')
    expect((await change({ ware_id: id, kind: 1, alter: '5' })).body.results).toMatchObject({ stock: '25', average_purchase_price: '150' })
    expect((await change({ ware_id: id, kind: 1, alter: '20', fee: '0' })).body.results.average_purchase_price).toBe('75')
  })

  test('needs a ware, a kind, a path, of damages a reason, and of unique wares a price', async () => {
    const id = await ware()
    const unique = await ware({ inventory_type: 'unique' })
    const missing = async (data: object) => Object.keys(await refused({ alter: '1', ...data })).sort()
    expect(await missing({ kind: 1 })).toEqual(['ware_id'])
    expect(await missing({ ware_id: id })).toEqual(['kind'])
    expect(await missing({ ware_id: id, kind: 1, path_id: null })).toEqual(['path_id'])
    expect(await missing({ ware_id: id, kind: 3 })).toEqual(['reason_id'])
    expect(await missing({ ware_id: id, kind: 1 })).toEqual([])
    expect(await missing({ ware_id: unique, kind: 1, unique_wares: ['X'] })).toEqual(['fee'])
    expect(await missing({ ware_id: id, kind: 2 })).toEqual(['kind'])
    expect(await missing({ ware_id: id, kind: 1, alter: null })).toEqual(['alter'])
    expect(await missing({ ware_id: id, kind: 1, path_id: 999_999 })).toEqual(['path_id'])
  })

  test('refuses letters, too many decimals, nothing and less than nothing', async () => {
    const id = await ware()
    for (const alter of ['2a', '1.2345', '0', '-3']) expect(Object.keys(await refused({ ware_id: id, kind: 1, alter }))).toEqual(['alter'])
    for (const fee of ['x', '1.234', '-1']) expect(Object.keys(await refused({ ware_id: id, kind: 1, alter: '1', fee }))).toEqual(['fee'])
    expect((await stockOf(id)).stock).toBe('0')
  })

  test('is as exact as the unit, no greater than a sensible amount, and neither to come nor before 2000', async () => {
    const unit = await made('market_unit', { title: { en: 'Piece' }, decimals: 0 })
    const id = await ware({ unit })
    const keys = async (data: object) => Object.keys(await refused({ ware_id: id, kind: 1, alter: '1', ...data }))
    expect(await keys({ alter: '1.5' })).toEqual(['alter'])
    expect(await keys({ alter: '9'.repeat(30) })).toEqual(['alter'])
    expect(await keys({ fee: '9'.repeat(30) })).toEqual(['fee'])
    expect(await keys({ effected_at: '2999-01-01T00:00:00.000Z' })).toEqual(['effected_at'])
    expect(await keys({ effected_at: '1999-12-31T00:00:00.000Z' })).toEqual(['effected_at'])
    expect(await keys({ reason_id: 1 })).toEqual([])
    const trashed = (await server.post('market-post-save', { title: 'Trashed' }, as())).body.results.id
    const orphan = await ware({ product: trashed })
    await server.delete('trash', { model: 'market_product', id: trashed }, as())
    expect(await refused({ ware_id: orphan, kind: 1, alter: '1' })).toEqual({ ware_id: ['The product of this ware is in the trash.'] })
  })

  test('is written by its call alone, and stays as it is', async () => {
    const id = await ware()
    const { body } = await change({ ware_id: id, kind: 1, alter: '1' })
    for (const data of [
      { ware: id, kind: 1 },
      { id: body.results.id, kind: 5 },
    ])
      expect((await server.post('save', { model: 'market_inventory_change', data }, as())).status).toBe(403)
    expect((await server.delete('trash', { model: 'market_inventory_change', id: body.results.id }, as())).status).toBe(403)
  })
})

describe('unique codes', () => {
  const codes = async (id: number) =>
    (await server.get('market-inventory-uniques-combo', { id }, as())).body.results.map(({ code }: { code: string }) => code)

  test('are new when supplied, once each, and as many as the quantity', async () => {
    const id = await ware({ inventory_type: 'unique' })
    const supply = { ware_id: id, kind: 1, fee: '5' }
    expect(await refused({ ...supply, alter: 3, unique_wares: ['A1', 'A2'] })).toEqual({
      unique_wares: ['1 other code(s) must be selected'],
    })
    expect(await refused({ ...supply, alter: 2, unique_wares: ['A1', 'A1'] })).toEqual({ unique_wares: ['The code “A1” is there twice.'] })
    expect(Object.keys(await refused({ ...supply, alter: 1, unique_wares: ['A1', 'A2'] }))).toEqual(['unique_wares'])
    expect(Object.keys(await refused({ ...supply, alter: '1.5', unique_wares: ['A1', 'A2'] }))).toEqual(['alter'])
    expect(await codes(id)).toEqual([])
    expect((await change({ ...supply, alter: 2, unique_wares: ['A1', 'A2'] })).body.results.stock).toBe('2')
    expect(await codes(id)).toEqual(['A1', 'A2'])
    expect(Object.keys(await refused({ ...supply, alter: 1, unique_wares: ['A1'] }))).toEqual(['unique_wares'])
  })

  test('that are sold, damaged or of another ware cannot be picked', async () => {
    const [id, other] = [await ware({ inventory_type: 'unique' }), await ware({ inventory_type: 'unique' })]
    await change({ ware_id: id, kind: 1, fee: '5', alter: 3, unique_wares: ['B1', 'B2', 'B3'] })
    await change({ ware_id: other, kind: 1, fee: '5', alter: 1, unique_wares: ['C1'] })
    const [found] = (await server.get('market-inventory-uniques-find', { id, code: 'B1' }, as())).body.results
    expect(found).toMatchObject({ code: 'B1', status: 'free' })
    expect((await server.post('market-unique-sell', { id: found.id }, as())).status).toBe(200)
    const damage = { ware_id: id, kind: 3, reason_id: 1, fee: '5', alter: 1 }
    expect(await refused({ ...damage, unique_wares: ['B1'] })).toEqual({ unique_wares: ['Some selected items have been sold.'] })
    expect(Object.keys(await refused({ ...damage, unique_wares: ['C1'] }))).toEqual(['unique_wares'])
    expect((await change({ ...damage, unique_wares: ['B2'] })).body.results.stock).toBe('1')
    expect(await codes(id)).toEqual(['B3'])
    const back = { ware_id: id, kind: 5, fee: '5', alter: 1 }
    expect(await refused({ ...back, unique_wares: ['B2'] })).toEqual({ unique_wares: ['These codes are not sold: B2'] })
    expect((await change({ ware_id: id, kind: 5, fee: '5', alter: 1, unique_wares: ['B1'] })).body.results.stock).toBe('2')
    expect(await codes(id)).toEqual(['B1', 'B3'])
    const all = (await server.get('market-inventory-uniques-find', { id }, as())).body.results
    expect(all).toHaveLength(3)
  })
})

describe('the spelling of unique codes', () => {
  const listed = async (id: number) =>
    (await server.get('market-inventory-uniques-find', { id }, as())).body.results.map(({ code }: { code: string }) => code)

  test('makes no second piece: digits of another script, case and spaces around', async () => {
    const id = await ware({ inventory_type: 'unique' })
    const supply = { ware_id: id, kind: 1, fee: '5' }
    expect(await refused({ ...supply, alter: 2, unique_wares: ['T12-6', 'T12-۶'] })).toEqual({
      unique_wares: ['The code “T12-6” is there twice.'],
    })
    expect(await refused({ ...supply, alter: 2, unique_wares: ['T12-4', ' t12-4 '] })).toEqual({
      unique_wares: ['The code “t12-4” is there twice.'],
    })
    expect((await change({ ...supply, alter: 2, unique_wares: [' t12-۶ ', 'T12-4'] })).body.results.stock).toBe('2')
    expect(await listed(id)).toEqual(['T12-4', 't12-6'])
    expect(await refused({ ...supply, alter: 1, unique_wares: ['T12-6'] })).toEqual({
      unique_wares: ['These codes are there already: T12-6'],
    })
    expect((await change({ ...supply, kind: 3, reason_id: 1, alter: 1, unique_wares: ['t12-۴'] })).body.results.stock).toBe('1')
  })

  test('is that of no piece in the stock of another ware, which is named', async () => {
    const [id, other] = [await ware({ inventory_type: 'unique' }), await ware({ full_title: 'Red lamp', inventory_type: 'unique' })]
    await change({ ware_id: other, kind: 1, fee: '5', alter: 2, unique_wares: ['E1', 'E2'] })
    const fault = { unique_wares: ['These codes stand in the stock of “Red lamp”: e1'] }
    expect(await refused({ ware_id: id, kind: 1, fee: '5', alter: 1, unique_wares: ['e1'] })).toEqual(fault)
    expect(await refused({ ware_id: id, kind: 3, reason_id: 1, fee: '5', alter: 1, unique_wares: ['e1'] })).toEqual(fault)
    await change({ ware_id: other, kind: 3, reason_id: 1, fee: '5', alter: 1, unique_wares: ['E1'] })
    expect(await refused({ ware_id: id, kind: 1, fee: '5', alter: 1, unique_wares: ['E1'] })).toEqual({})
  })

  test('a damaged piece that is to be sold is said to be not in stock', async () => {
    const id = await ware({ inventory_type: 'unique' })
    await change({ ware_id: id, kind: 1, fee: '5', alter: 1, unique_wares: ['F1'] })
    const [piece] = (await server.get('market-inventory-uniques-find', { id }, as())).body.results
    await change({ ware_id: id, kind: 3, reason_id: 1, fee: '5', alter: 1, unique_wares: ['F1'] })
    const { status, body } = await server.post('market-unique-sell', { id: piece.id }, as())
    expect([status, JSON.stringify(body)]).toEqual([expect.any(Number), expect.stringContaining('This piece is not in stock')])
    expect(status).not.toBe(200)
  })
})

describe('a related ware', () => {
  test('has the smallest stock of those that it depends on, which a change of it changes', async () => {
    const [one, two] = [await ware({ full_title: 'One' }), await ware({ full_title: 'Two' })]
    await change({ ware_id: one, kind: 1, alter: '4' })
    await change({ ware_id: two, kind: 1, alter: '7' })
    const id = await ware({ inventory_type: 'related', dependent_wares: [one, two] })
    expect((await stockOf(id)).stock).toBe('4')
    const parts = [
      { id: one, selected: true, alter: '5', fee: '3' },
      { id: two, selected: false, alter: '9' },
    ]
    expect((await change({ ware_id: id, kind: 1, dependent_wares: parts })).body.results.stock).toBe('7')
    expect((await stockOf(two)).stock).toBe('7')
    expect(Object.keys(await refused({ ware_id: id, kind: 1, dependent_wares: [] }))).toEqual(['dependent_wares'])
    const { body: list } = await server.get('list', { model: 'market_ware', page_size: 200 }, as())
    const related = (list.results as { id: number; stock: string; available_stock: string }[]).find((row) => row.id === id)
    expect([Number(related?.stock), Number(related?.available_stock)]).toEqual([7, 7])
    const { body: grid } = await server.get('market-ware-grid', { product, sort: 'stock', order: 'desc', page_size: 100 }, as())
    const stocks = (grid.results as { stock: string }[]).map(({ stock }) => Number(stock))
    expect(stocks).toEqual([...stocks].sort((high, low) => low - high))
    const bare = { ware_id: id, kind: 1, path_id: path, dependent_wares: [{ id: one, selected: true }] }
    for (const [locale, sentence] of [
      ['en', 'Quantity is required.'],
      ['fa', 'تعداد'],
    ] as const) {
      const { body } = await server.post('market-inventory-save', bare, { ...as(), headers: { 'x-locale': locale } })
      expect(body.errors).toEqual({ 'dependent_wares.0.alter': [expect.stringContaining(sentence)] })
    }
    const tooMuch = await refused({ ware_id: id, kind: 3, reason_id: 1, dependent_wares: [{ id: two, selected: true, alter: '8' }] })
    expect(Object.keys(tooMuch)).toEqual(['dependent_wares.0.alter'])
  })
})

describe('stock', () => {
  test('begins with what a ware is made with, and is marked at its alarm', async () => {
    const id = await ware({ count: '5', supply_price: '20', low_level_alarm: '3' })
    expect(await stockOf(id)).toMatchObject({ stock: '5', average_purchase_price: '20', stock_level: 'enough' })
    await change({ ware_id: id, kind: 3, reason_id: 1, alter: '2' })
    expect((await stockOf(id)).stock_level).toBe('low')
    await change({ ware_id: id, kind: 3, reason_id: 1, alter: '3' })
    const listed = await server.get('market-product-wares', { id: product, page_size: 200 }, as())
    expect(listed.body.results.find((row: { id: number }) => row.id === id).stock_level).toBe('empty')
  })

  test('is set right by a stocktaking, which posts all differences or none', async () => {
    const [more, less, same] = [await ware({ count: '5' }), await ware({ count: '5' }), await ware({ count: '5' })]
    const counts = [
      { ware: more, counted: '8' },
      { ware: less, counted: '1' },
      { ware: same, counted: '5' },
    ]
    const id = await made('market_stocktaking', { title: 'Year', counts })
    for (const [ware, stock] of [
      [more, '8'],
      [less, '1'],
      [same, '5'],
    ] as const)
      expect((await stockOf(ware)).stock).toBe(stock)
    const sheet = (await server.get('single', { model: 'market_stocktaking', id }, as())).body.results
    expect(sheet.counts.map(({ expected, difference }: Record<string, string>) => [Number(expected), Number(difference)])).toEqual([
      [5, 3],
      [5, -4],
      [5, 0],
    ])
    const twice = {
      title: 'Twice',
      counts: [
        { ware: more, counted: '1' },
        { ware: more, counted: '2' },
      ],
    }
    expect((await server.post('save', { model: 'market_stocktaking', data: twice }, as())).status).toBe(422)
    const [counted] = sheet.counts
    const later = { model: 'market_stocktaking', id, data: { counts: [{ id: counted.id, ware_id: more, counted: '50' }] } }
    const changed = await server.post('save', later, as())
    expect([changed.status, changed.body.errors]).toEqual([
      422,
      { counts: ['The stocktaking has been posted, so its counts stay as they are.'] },
    ])
    const alone = await server.post('save', { model: 'market_stock_count', id: counted.id, data: { counted: '50' } }, as())
    expect([alone.status, alone.body.errors]).toEqual([422, changed.body.errors])
    expect((await server.post('save', { model: 'market_stocktaking', id, data: { title: 'Year 1405' } }, as())).status).toBe(200)
    expect((await stockOf(more)).stock).toBe('8')
  })

  test('is counted in whole pieces where the unit of the ware has no parts', async () => {
    const unit = await made('market_unit', { title: { en: 'Box of counts' }, decimals: 0 })
    const id = await ware({ count: '5', unit_id: unit })
    const data = { title: 'Halves', counts: [{ ware: id, counted: '3.5' }] }
    const { status, body } = await server.post('save', { model: 'market_stocktaking', data }, as())
    expect([status, Object.keys(body.errors)]).toEqual([422, ['counts.0.counted']])
    expect((await stockOf(id)).stock).toBe('5')
  })

  test('is told to the form: kinds, reasons and paths with their currency; a ware is found by slug and code', async () => {
    const { results } = (await server.get('market-inventory-fetch-form-configs', {}, as())).body
    expect(results.kinds.map(({ value }: { value: number }) => value)).toEqual([1, 3, 5])
    expect(results.reasons.map(({ title }: { title: string }) => title)).toEqual(['Broken', 'Expired', 'Lost'])
    expect(results.paths).toContainEqual(expect.objectContaining({ title: 'Cash', first_currency: 'IRR' }))
    const id = await ware({ full_title: 'Blue lamp', code: 'BL-1' })
    for (const slug of ['blue-lamp', 'BL-1'])
      expect((await server.get('market-inventory-form-ware-find', { slug }, as())).body.results.id).toBe(id)
    expect((await server.get('market-inventory-form-ware-find', { slug: 'none' }, as())).status).toBe(404)
  })
})
