import { beforeAll, describe, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'staff', 'operator', 'customer'])
const as = (user: keyof typeof tokens = 'administrator', locale = 'en') => ({ token: tokens[user], headers: { 'x-locale': locale } })
const made = async (model: string, data: object): Promise<number> => {
  const { status, body } = await server.post('save', { model, data }, as())
  expect([status, body.errors]).toEqual([200, undefined])
  return body.results.id
}
const single = async (model: string, id: number) => (await server.get('single', { model, id }, as())).body.results
const saveProduct = (data: object) => server.post('market-post-save', data, as())
const saveWare = (data: object) => server.post('market-ware-save', data, as())

beforeAll(async () => {
  await made('market_type', { titles: { en: 'Goods' }, slug: 'goods' })
  await made('market_type', { titles: { en: 'Books' }, slug: 'books' })
})

describe('units', () => {
  test('are made by a call with a title, and listed by theirs', async () => {
    const saved = await server.post('market-unit-save', { title: 'Kilogram', decimals: 3 }, as())
    expect(saved.status).toBe(200)
    const { body } = await server.get('market-units-grid', {}, as())
    expect(body.metadata.grid).toBeDefined()
    expect(body.results.map(({ title }: { title: string }) => title)).toContain('Kilogram')
  })
})

test('a unit that something is counted in stays, and no two units have one title', async () => {
  const unit = await made('market_unit', { title: { en: 'Crate' } })
  await saveProduct({ title: 'Crated', unit })
  const gone = await server.delete('trash', { model: 'market_unit', id: unit }, as())
  expect([gone.status, gone.body.errorCode]).toEqual([409, 'in-use'])
  expect(gone.body.userMessage).toContain('Crated')
  const twice = await server.post('market-unit-save', { title: 'Crate' }, as())
  expect(Object.keys(twice.body.errors)).toEqual(['title.en'])
})

describe('products', () => {
  test('are made with a title alone, of the type that the call names', async () => {
    const plain = await saveProduct({ title: 'Plain' })
    expect(plain.status).toBe(200)
    const typed = await saveProduct({ type: 'goods', data: { title: 'Typed' } })
    expect(typed.body.results).toMatchObject({ title: 'Typed', slug: 'typed', is_available: true })
    const titles = async (params: object) =>
      (await server.get('market-product-list', { ...params }, as())).body.results.map(({ title }: { title: string }) => title)
    expect(await titles({})).toEqual(expect.arrayContaining(['Plain', 'Typed']))
    expect(await titles({ type: 'goods' })).toEqual(['Typed'])
    expect(await titles({ type: 'books' })).toEqual([])
    const unknown = await saveProduct({ type: 'none', data: { title: 'Odd' } })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['type']])
  })

  test('have all fields of the eight tabs in their form', async () => {
    const data = {
      title: 'Whole',
      description: '<p>Text</p>',
      content: '1.500',
      pack_count: 12,
      minimum_count: '1.000',
      low_level_alarm: '3.000',
      currency: 'IRR',
      original_price: '1200.00',
      sale_price: '1000.00',
      height: 10,
      pay_on_delivery: true,
      activate_tax: true,
      tags: ['new'],
      labels: {},
    }
    const { body } = await saveProduct({ type: 'goods', data })
    const fetched = await server.get('market-post-fetch', { id: body.results.id }, as())
    expect(fetched.body.results).toMatchObject({ ...data, title: { en: 'Whole' }, description: { en: '<p>Text</p>' } })
    const [{ tabs }] = fetched.body.metadata.form.layout
    expect(tabs.map(({ title }: { title: string }) => title)).toEqual([
      'Base',
      'Measure',
      'Inventory',
      'Price',
      'Sizes',
      'Payment',
      'Settings',
      'Tagging',
    ])
  })

  test('refuse amounts with letters and with too many decimals, and a sale price above the original one', async () => {
    const refused = async (data: object) => Object.keys((await saveProduct({ title: 'Bad', ...data })).body.errors ?? {})
    expect(await refused({ original_price: '12a' })).toEqual(['original_price'])
    expect(await refused({ original_price: '12.345' })).toEqual(['original_price'])
    expect(await refused({ original_price: '-1' })).toEqual(['original_price'])
    expect(await refused({ original_price: '10', sale_price: '11' })).toEqual(['sale_price'])
  })

  test('are told in a list with their cell: counts, labels, two wares and what the reader may do', async () => {
    const { body } = await saveProduct({ type: 'goods', data: { title: 'Celled', currency: 'IRR' } })
    const { id } = body.results
    for (const title of ['A', 'B', 'C']) await saveWare({ product: id, currency: 'IRR', full_title: title, sale_price: '5' })
    const cellFor = async (user: keyof typeof tokens) => {
      const answer = await server.get('market-product-grid', { type: 'goods', q: 'Celled' }, as(user))
      return answer.body.results[0].product
    }
    expect(await cellFor('administrator')).toMatchObject({
      productId: id,
      title: 'Celled',
      wareCount: 3,
      saleCount: 0,
      labels: [],
      is_available: true,
      currency: 'IRR',
      wares: [{ full_title: 'A' }, { full_title: 'B' }],
      can_view_product: true,
      can_edit_product: true,
      can_manage_wares: true,
      can_set_prices: true,
    })
    expect(await cellFor('staff')).toMatchObject({
      can_view_product: false,
      can_edit_product: false,
      can_manage_wares: false,
      can_set_prices: false,
    })
    const all = await server.get('market-product-wares', { id }, as())
    expect(all.body.results.map(({ full_title }: { full_title: string }) => full_title)).toEqual(['A', 'B', 'C'])
  })

  test('can be had or not, said as 1 and 0 or as a truth, by those who may', async () => {
    const { body } = await saveProduct({ title: 'Switch' })
    const { id } = body.results
    const set = (availability: unknown, user: keyof typeof tokens = 'administrator') =>
      server.post('market-product-availability', { id, availability }, as(user))
    expect((await set(0)).body.results.is_available).toBe(false)
    expect((await set(true)).body.results.is_available).toBe(true)
    expect((await set(0, 'staff')).status).toBe(403)
    expect((await set('maybe')).status).toBe(422)
    expect((await single('market_product', id)).is_available).toBe(true)
  })

  test('go to the trash, come back, and are gone for good by their own call', async () => {
    const { body } = await saveProduct({ title: 'Gone' })
    const { id } = body.results
    expect((await server.delete('market-product-destroy', { id }, as())).status).toBe(409)
    await server.delete('trash', { model: 'market_product', id }, as())
    await server.patch('restore', { model: 'market_product', id }, as())
    await server.delete('trash', { model: 'market_product', id }, as())
    expect((await server.delete('market-product-destroy', { id }, as())).status).toBe(200)
    expect((await server.get('market-post-fetch', { id }, as())).status).toBe(404)
  })

  test('tell the filters of their list', async () => {
    const { body } = await server.get('market-products-filters', {}, as())
    expect(body.results.map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining(['categories', 'is_available']))
  })

  test('are wished for once by each person', async () => {
    const { body } = await saveProduct({ title: 'Wished', is_available: false })
    const wish = () => server.post('market-availability-alert', { id: body.results.id }, as('customer'))
    expect((await wish()).status).toBe(200)
    expect((await wish()).status).toBe(200)
    const present = (await saveProduct({ title: 'Present' })).body.results.id
    const refused = await server.post('market-availability-alert', { id: present }, as('customer'))
    expect([refused.status, refused.body.errors]).toEqual([422, { id: ['This product can be had already.'] }])
    const listed = await server.get('list', { model: 'market_alert', product: body.results.id }, as())
    expect(listed.body.results).toHaveLength(1)
  })
})

describe('wares', () => {
  let product = 0
  beforeAll(async () => {
    const unit = await made('market_unit', { title: { en: 'Piece' } })
    product = (await saveProduct({ type: 'goods', data: { title: 'Chair', currency: 'USD', unit, original_price: '20' } })).body.results.id
  })
  const wareOf = async (id: number) => (await server.get('market-ware-fetch', { post_id: product, id }, as())).body

  test('need a currency', async () => {
    const { status, body } = await saveWare({ product, full_title: 'No currency' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['currency']])
  })

  test('are called as their product, count in its unit and stand alone where nobody says otherwise', async () => {
    const { body } = await saveWare({ product, currency: 'USD' })
    const { results } = await wareOf(body.results.id)
    expect(results).toMatchObject({
      full_title: { en: 'Chair' },
      slug: 'chair',
      inventory_type: 'standalone',
      supply_type: 'independent',
      currency: 'USD',
    })
    expect(results.unit.title).toBe('Piece')
  })

  test('keep every inventory field', async () => {
    const fields = {
      count: '5.000',
      unit_price: '4.00',
      supply_price: '3.00',
      return_price: '2.00',
      damage_price: '1.00',
      minimum_count: '1.000',
      low_level_alarm: '2.000',
      stop_when_empty: false,
    }
    const payment_path = await made('market_path', { title: { en: 'Cash' }, first_currency: 'USD' })
    const { body } = await saveWare({ product, currency: 'USD', full_title: 'Filled', ...fields, payment_path })
    expect((await wareOf(body.results.id)).results).toMatchObject({ ...fields, payment_path_id: payment_path })
  })

  test('have a supply type that goes with their inventory type', async () => {
    const part = (await saveWare({ product, currency: 'USD', full_title: 'Leg' })).body.results.id
    const { body } = await saveWare({ product, currency: 'USD', full_title: 'Set' })
    const { id } = body.results
    const change = (data: object) => saveWare({ id, ...data })
    expect(Object.keys((await change({ inventory_type: 'related' })).body.errors)).toEqual(['dependent_wares'])
    const related = await change({ inventory_type: 'related', supply_type: 'independent', dependent_wares: [part] })
    expect(related.body.results).toMatchObject({ inventory_type: 'related', supply_type: 'dependent' })
    const other = await change({ supply_type: 'independent' })
    expect([other.status, other.body.errors]).toEqual([422, { supply_type: ['Supply type must be Dependent with these values.'] }])
    const alone = { product, currency: 'USD', inventory_type: 'standalone', dependent_wares: [part] }
    expect(Object.keys((await saveWare(alone)).body.errors)).toEqual(['dependent_wares'])
    expect((await change({ inventory_type: 'unique' })).body.results).toMatchObject({
      supply_type: 'unique independent',
      dependent_wares: null,
    })
    const onlySupply = await saveWare({ product, currency: 'USD', supply_type: 'unique independent' })
    expect((await wareOf(onlySupply.body.results.id)).results.inventory_type).toBe('unique')
  })

  test('depend on others, never on themselves', async () => {
    const { body } = await saveWare({ product, currency: 'USD', full_title: 'Self' })
    const ids = async (params: object) =>
      (await server.get('market-dependable-wares', { ...params, page_size: 200 }, as())).body.results.map(({ id }: { id: number }) => id)
    expect(await ids({})).toContain(body.results.id)
    const others = await ids({ id: body.results.id })
    expect(others).not.toContain(body.results.id)
    expect(others.length).toBeGreaterThan(0)
    const { body: part } = await saveWare({ product, currency: 'USD', full_title: 'Part of it' })
    const offered = (await wareOf(body.results.id)).metadata.inventory_wares_combo.map(({ id }: { id: number }) => id)
    expect(offered).not.toContain(body.results.id)
    expect(offered).toContain(part.results.id)
  })

  test('depend on wares of their own currency only, and not on themselves by a save', async () => {
    const part = async (data: object) => (await saveWare({ product, currency: 'USD', full_title: 'Part', ...data })).body.results.id
    const [same, other, trashed] = [await part({}), await part({ currency: 'EUR' }), await part({})]
    await server.delete('trash', { model: 'market_ware', id: trashed }, as())
    const { id } = (await saveWare({ product, currency: 'USD', full_title: 'Kit' })).body.results
    const refused = async (dependent_wares: number[]) =>
      Object.keys((await saveWare({ id, inventory_type: 'related', dependent_wares })).body.errors ?? {})
    for (const wrong of [id, other, trashed]) expect(await refused([same, wrong])).toEqual(['dependent_wares'])
    expect(await refused([same])).toEqual([])
    const gone = await server.delete('trash', { model: 'market_ware', id: same }, as())
    expect([gone.status, gone.body.errorCode]).toEqual([409, 'in-use'])
    expect(gone.body.userMessage).toContain('Kit')
  })

  test('keep type, currency and product while others depend on them or they have stock, and never take another opening count', async () => {
    const other = (await saveProduct({ title: 'Elsewhere' })).body.results.id
    const { id } = (await saveWare({ product, currency: 'USD', full_title: 'Base', count: '3' })).body.results
    for (const change of [{ currency: 'EUR' }, { product: other }, { inventory_type: 'unique' }, { count: '4' }])
      expect(Object.keys((await saveWare({ id, ...change })).body.errors ?? {})).toEqual(Object.keys(change))
    const fresh = (await saveWare({ product, currency: 'USD', full_title: 'Fresh' })).body.results.id
    expect((await saveWare({ id: fresh, currency: 'EUR', inventory_type: 'unique' })).status).toBe(200)
  })

  test('have a known currency and prices of a sensible size', async () => {
    const refused = async (data: object) => (await saveWare({ product, currency: 'USD', ...data })).body.errors
    expect(Object.keys(await refused({ currency: 'ZZZ' }))).toEqual(['currency'])
    expect(Object.keys(await refused({ sale_price: '9'.repeat(30) }))).toEqual(['sale_price'])
    expect(Object.keys((await saveProduct({ title: 'Odd', currency: 'ZZZ' })).body.errors)).toEqual(['currency'])
  })

  test('are found beneath their own product only', async () => {
    const other = (await saveProduct({ title: 'Stranger' })).body.results.id
    const { id } = (await saveWare({ product, currency: 'USD', full_title: 'Mine' })).body.results
    expect((await server.get('market-ware-fetch', { post_id: other, id }, as())).status).toBe(404)
  })

  test('move in the order of their product', async () => {
    const own = (await saveProduct({ title: 'Ordered' })).body.results.id
    const ids: number[] = []
    for (const title of ['1', '2', '3']) ids.push((await saveWare({ product: own, currency: 'USD', full_title: title })).body.results.id)
    const order = async () =>
      (await server.get('market-product-wares', { id: own }, as())).body.results.map(({ full_title }: { full_title: string }) => full_title)
    expect(await order()).toEqual(['1', '2', '3'])
    expect((await server.post('market-wares-save-order', { id: ids[2], before: ids[0] }, as())).status).toBe(200)
    expect(await order()).toEqual(['3', '1', '2'])
  })

  test('have prices that only those who may set them change', async () => {
    const { body } = await saveWare({ product, currency: 'USD', full_title: 'Priced', sale_price: '10' })
    const price = (user: keyof typeof tokens) => server.post('market-ware-price', { id: body.results.id, sale_price: '9' }, as(user))
    expect((await price('staff')).status).toBe(403)
    expect((await price('operator')).body.results.sale_price).toBe('9')
  })

  test('tell their form with its choices, the currencies and the wallets', async () => {
    const configs = (await server.get('market-ware-form-configs', {}, as())).body
    expect(configs.metadata.options.supply_types.map(({ value }: { value: string }) => value)).toEqual([
      'independent',
      'dependent',
      'unique independent',
    ])
    expect(configs.metadata.form.ui.supply_type.value).toHaveLength(3)
    const currencies = (await server.get('market-ware-currencies', {}, as())).body.results
    expect(currencies.map(({ value }: { value: string }) => value)).toContain('IRR')
    await made('market_path', { title: { en: 'Purse' }, kind: 'wallet' })
    const wallets = (await server.get('market-ware-editor-wallets-combo', {}, as())).body.results
    expect(wallets.map(({ title }: { title: string }) => title)).toEqual(['Purse'])
  })
})

test('a ware may be sent as a form, with its product beside it', async () => {
  const product = (await saveProduct({ title: 'Stool' })).body.results.id
  const sent = { product, data: { currency: 'IRR', inventory_type: 'standalone' } }
  const made = await saveWare(sent)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect(made.body.results).toMatchObject({ product_id: product, full_title: 'Stool' })
  expect((await saveWare({ ...sent, product: 999_999 })).body.errors).toHaveProperty('product')
})

describe('sale settings', () => {
  test('are one record for each market, with percents up to a hundred', async () => {
    const market = await made('market_place', { title: { en: 'Main' }, slug: 'main', currency: 'IRR' })
    const other = await made('market_place', { title: { en: 'Other' }, slug: 'other' })
    expect(market).not.toBe(other)
    const before = await server.get('market-sale-settings-fetch', { slug: 'main' }, as())
    expect(before.body.results).toMatchObject({ id: null, tax_enabled: false, market_id: market })
    const save = (payload: object) =>
      server.inject({
        method: 'PUT',
        url: '/api/v1/market-sale-settings-save?slug=main',
        headers: { authorization: `Bearer ${tokens.administrator}`, 'content-type': 'application/json', 'x-locale': 'en' },
        payload: JSON.stringify(payload),
      })
    const category = await made('market_category', { title: { en: 'Food' } })
    const rule = {
      tax_enabled: true,
      tax_should_add_to_price: true,
      tax_value_added: '9.00',
      tax_withholding: '3.00',
      tax_municipality: '1.00',
    }
    const saved = await save({ ...rule, tax_specific_cats: [category], tax_seller_id: 1 })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const after = (await server.get('market-sale-settings-fetch', { slug: 'main' }, as())).body.results
    expect(after).toMatchObject({ ...rule, tax_specific_cats: [category], tax_seller_id: 1 })
    expect(Object.keys((await save({ tax_value_added: '100.01' })).body.errors)).toEqual(['tax_value_added'])
    for (const percent of [8, 9]) expect((await save({ tax_value_added: percent })).body.results.tax_value_added).toBe(String(percent))
    expect((await save({ tax_value_added: '60', tax_withholding: '41' })).body.errors).toEqual({
      tax_value_added: ['The three percents are above 100 together.'],
    })
    expect(Object.keys((await save({ tax_value_added: null })).body.errors)).toEqual(['tax_value_added'])
    expect((await server.get('market-sale-settings-fetch', { slug: 'other' }, as())).body.results.tax_enabled).toBe(false)
  })

  test('are saved for the market that the address or the body names, never for two', async () => {
    const save = (url: string, payload: object) =>
      server.inject({
        method: 'PUT',
        url: `/api/v1/market-sale-settings-save${url}`,
        headers: { authorization: `Bearer ${tokens.administrator}`, 'content-type': 'application/json', 'x-locale': 'en' },
        payload: JSON.stringify(payload),
      })
    const saved = await save('', { slug: 'other', tax_value_added: '7' })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const after = await server.get('market-sale-settings-fetch', { slug: 'other' }, as())
    expect(after.body.results.tax_value_added).toBe('7')
    expect((await save('?slug=other', { slug: 'other', tax_value_added: '8' })).status).toBe(200)
    expect(Object.keys((await save('?slug=other', { slug: 'main', tax_value_added: '9' })).body.errors)).toEqual(['slug'])
    expect(Object.keys((await save('', { tax_value_added: '9' })).body.errors)).toEqual(['slug'])
  })

  test('and the tax of a product are independent, and tell the prices of wares with and without tax', async () => {
    const market = (await server.get('market-place-single', { slug: 'main' }, as())).body.results.id
    const category = (await server.get('list', { model: 'market_category' }, as())).body.results[0].id
    const product = (await saveProduct({ title: 'Taxed', market, categories: [category], activate_tax: true })).body.results.id
    const ware = (await saveWare({ product, currency: 'IRR', sale_price: '1000' })).body.results.id
    const facts = async () => (await server.get('market-ware-fetch', { id: ware }, as())).body.results
    expect(await facts()).toMatchObject({ sale_price_with_tax: '1130', sale_price_without_tax: '1000' })
    await saveProduct({ id: product, activate_tax: false })
    expect(await facts()).toMatchObject({ sale_price_with_tax: '1000', sale_price_without_tax: '1000' })
    expect((await server.get('market-sale-settings-fetch', { slug: 'main' }, as())).body.results.tax_enabled).toBe(true)
  })
})

describe('campaigns', () => {
  const dates = { starts_at: '2030-01-01T00:00:00.000Z', ends_at: '2030-02-01T00:00:00.000Z' }
  const save = (data: object) => server.post('market-campaign-save', data, as())

  test('give an amount, or a percent with a maximum', async () => {
    const fee = await save({ title: 'Fee', ...dates, discount_type: 'fee', fee: '100.00', currency: 'IRR' })
    const percent = { discount_type: 'percent', percent: '50.00', maximum: '100.00', currency: 'IRR' }
    const product = (await saveProduct({ title: 'Covered' })).body.results.id
    const second = await save({ title: 'Percent', ...dates, ...percent, products: [product] })
    const fetched = async (id: number) => (await server.get('market-campaign-fetch', { id }, as())).body.results
    expect(await fetched(fee.body.results.id)).toMatchObject({
      ...dates,
      discount_type: 'fee',
      fee: '100.00',
      currency: 'IRR',
      slug: 'fee',
    })
    expect(await fetched(second.body.results.id)).toMatchObject({ ...percent, products: [product] })
  })

  test('end after they begin, and have what their discount needs', async () => {
    const refused = async (data: object) => Object.keys((await save({ title: 'Bad', ...dates, ...data })).body.errors ?? {}).sort()
    expect(await refused({ ends_at: '2029-12-31T00:00:00.000Z', discount_type: 'percent', percent: '5' })).toEqual(['ends_at'])
    expect(await refused({})).toEqual(['discount_type'])
    expect(await refused({ discount_type: 'percent', percent: '0' })).toEqual(['percent'])
    expect(await refused({ discount_type: 'percent', percent: '5', fee: '5', currency: 'IRR' })).toEqual(['fee'])
    expect(await refused({ discount_type: 'fee', fee: '5', currency: 'ZZZ' })).toEqual(['currency'])
    expect(await refused({ discount_type: 'fee', fee: '9'.repeat(30), currency: 'IRR' })).toEqual(['fee'])
    expect(await refused({ discount_type: 'fee' })).toEqual(['currency', 'fee'])
    expect(await refused({ discount_type: 'percent' })).toEqual(['percent'])
    expect(await refused({ discount_type: 'percent', percent: '101' })).toEqual(['percent'])
    expect(await refused({ discount_type: 'percent', percent: '10', maximum: '5' })).toEqual(['currency'])
  })

  test('are not saved over what somebody else has changed meanwhile', async () => {
    const { body } = await save({ title: 'Twice', ...dates, discount_type: 'percent', percent: '5' })
    const { id, version } = body.results
    expect((await save({ id, version, title: 'First' })).status).toBe(200)
    const second = await save({ id, version, title: 'Second' })
    expect([second.status, second.body.errorCode]).toEqual([409, 'stale-version'])
  })
})

describe('products and wares', () => {
  test('are found within the type of their page alone, and wares within their product', async () => {
    const goods = (await saveProduct({ type: 'goods', data: { title: 'Within' } })).body.results.id
    const other = (await saveProduct({ type: 'goods', data: { title: 'Beside' } })).body.results.id
    const ware = (await saveWare({ product: goods, currency: 'IRR' })).body.results.id
    const status = async (call: 'market-product-single' | 'market-ware-single', params: Record<string, unknown>) =>
      (await server.get(call, params, as())).status
    expect(await status('market-product-single', { id: goods, type: 'goods' })).toBe(200)
    expect(await status('market-product-single', { id: goods, type: 'books' })).toBe(404)
    expect(await status('market-ware-single', { id: ware, product: goods })).toBe(200)
    expect(await status('market-ware-single', { id: ware, product: other })).toBe(404)
  })
})
