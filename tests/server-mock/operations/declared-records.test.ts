import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.ts'
import { call, shopDocuments } from './shop-documents.ts'

const ware = { entity: 'ware' }
const documents = shopDocuments([
  call('ware-create', 'POST', 'create', ware),
  call('ware-save', 'PUT', 'save', ware),
  call('ware-single', 'GET', 'single', ware),
  call('ware-list', 'GET', 'list', { ...ware, where: { 'market.slug': '{params.market_slug}' } }),
  call('ware-grid', 'GET', 'grid', { grid: 'ware/list' }),
  call('ware-sell', 'POST', 'set', { ...ware, values: { state: 'sold', buyer: '{payload.customer}' } }),
  call('ware-trash', 'DELETE', 'trash', ware),
  call('ware-restore', 'POST', 'restore', ware),
  call('ware-destroy', 'DELETE', 'destroy', ware),
  call('ware-track', 'GET', 'single', { ...ware, by: 'code', fields: ['code', 'state', 'market.title'], missing: '$ware_unknown' }),
  call('ware-track-save', 'PUT', 'save', { ...ware, by: 'code' }),
  call('ware-track-change', 'PUT', 'save', { ...ware, by: 'code', missing: '$ware_unknown' }),
  call('ware-track-trash', 'DELETE', 'trash', { ...ware, by: 'code' }),
  call('sale-settings', 'GET', 'single', { entity: 'sale_settings', by: { 'market.slug': '{params.slug}' } }),
  call('sale-settings-save', 'PUT', 'save', { entity: 'sale_settings', by: { 'market.slug': '{params.slug}' } }),
  call('settings', 'GET', 'single', { entity: 'shop_settings' }),
  call('settings-save', 'PUT', 'save', { entity: 'shop_settings' }),
])

let shop: Shop
let market: number
const get = (name: string, params: object = {}) => shop.server.get(`shop-${name}`, { ...params }, shop.keeper)
const post = (name: string, payload: object = {}) => shop.server.post(`shop-${name}`, payload, shop.keeper)
const put = (name: string, payload: object = {}) => shop.server.put(`shop-${name}`, payload, shop.keeper)
const remove = (name: string, params: object = {}) => shop.server.delete(`shop-${name}`, { ...params }, shop.keeper)
const putAt = (name: string, query: Record<string, string>, payload: object) =>
  shop.server.inject({
    method: 'PUT',
    url: `/api/v1/shop-${name}`,
    query,
    payload,
    headers: { authorization: `Bearer ${shop.keeper.token}`, 'x-locale': 'en' },
  })

beforeAll(async () => {
  shop = await openShop(documents)
  const made = await shop.server.post('save', { model: 'market', data: { title: 'North', slug: 'north' } }, shop.developer)
  market = made.body.results.id
}, 300_000)
afterAll(() => shop?.server.close())

describe('calls of one line', () => {
  it('make, read, change, list, trash, restore and destroy a record', async () => {
    const made = await post('ware-create', { title: 'Lamp', market_id: market })
    expect(made).toMatchObject({ status: 200, body: { results: { title: 'Lamp', state: 'new', market: { title: 'North' } } } })
    const { id, version } = made.body.results
    expect(await get('ware-single', { id })).toMatchObject({ status: 200, body: { results: { id, can_edit: true } } })
    expect(await put('ware-save', { id, version, data: { stock: 3 } })).toMatchObject({ body: { results: { stock: 3, version: 2 } } })
    expect((await get('ware-list', { market_slug: 'north', title: 'Lamp' })).body.results).toMatchObject([{ id }])
    expect((await get('ware-list', { market_slug: 'south' })).body.results).toEqual([])
    expect((await get('ware-grid')).body.results).toMatchObject([{ id }])
    expect(await remove('ware-trash', { id })).toMatchObject({ status: 200, body: { results: { deleted_at: expect.any(String) } } })
    expect(await post('ware-restore', { id })).toMatchObject({ status: 200, body: { results: { deleted_at: null } } })
    await remove('ware-trash', { id })
    expect(await remove('ware-destroy', { id })).toMatchObject({ status: 200, body: { results: { id } } })
  })
  it('take a form’s record back as it was read', async () => {
    const { id } = (await post('ware-create', { title: 'Rug' })).body.results
    const record = (await get('ware-single', { id })).body.results
    expect(await put('ware-save', { id, version: record.version, data: record })).toMatchObject({ status: 200, body: { results: record } })
  })
  it('say what is wrong at the field, in the sentences of the entity', async () => {
    const refused = await post('ware-create', { title: '', colour: 'red' })
    expect(refused).toMatchObject({ status: 422, body: { errors: { colour: [expect.any(String)] } } })
    const long = await post('ware-create', { data: { title: 'x'.repeat(21), stock: 'many' } })
    expect(long).toMatchObject({ status: 422, body: { errors: { stock: [expect.any(String)] } } })
  })
  it('write what the document takes from the body under another name, and refuse a call without it', async () => {
    const { id } = (await post('ware-create', { title: 'Vase' })).body.results
    expect(await post('ware-sell', { id })).toMatchObject({ status: 422, body: { errors: { customer: [expect.any(String)] } } })
    expect(await post('ware-sell', { id, customer: 1, extra: 1 })).toMatchObject({
      status: 422,
      body: { errors: { extra: [expect.any(String)] } },
    })
    expect(await post('ware-sell', { id, customer: 1 })).toMatchObject({ status: 200, body: { results: { state: 'sold', buyer_id: 1 } } })
  })
  it('do not answer a field that needs a permission', async () => {
    const { id } = (await post('ware-create', { title: 'Safe' })).body.results
    expect((await get('ware-single', { id })).body.results).not.toHaveProperty('cost')
  })
})

describe('a record that a unique field names', () => {
  it('is read, made, changed and trashed by it', async () => {
    expect(await put('ware-track-save', { code: 'W-7', title: 'Mat', market_id: market })).toMatchObject({
      status: 200,
      body: { results: { code: 'W-7' } },
    })
    expect((await get('ware-track', { code: 'W-7' })).body.results).toEqual({
      id: expect.any(Number),
      version: 1,
      code: 'W-7',
      state: 'new',
      market_id: market,
      market: { id: market, title: 'North' },
    })
    for (const code of [' W-۷', '–W-٧ ', '\u200fW-７\u200e'])
      expect((await get('ware-track', { code })).body.results).toMatchObject({ code: 'W-7' })
    expect(await get('ware-track', { code: 'W۷' })).toMatchObject({ status: 404 })
    expect(await put('ware-track-save', { code: 'W-7', stock: 5 })).toMatchObject({
      body: { results: { version: 2, stock: 5, title: 'Mat' } },
    })
    expect(await remove('ware-track-trash', { code: 'W-7' })).toMatchObject({ status: 200 })
  })
  it('is missed in a sentence of the document', async () => {
    expect(await get('ware-track', { code: 'none' })).toMatchObject({ status: 404, body: { userMessage: 'We have no such ware.' } })
    expect(await put('ware-track-change', { code: 'none', title: 'x' })).toMatchObject({
      status: 404,
      body: { userMessage: 'We have no such ware.' },
    })
  })
  it('is asked for', async () =>
    expect(await get('ware-track')).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } }))
})

describe('the only record of its kind', () => {
  it('answers its defaults until it is saved, and is then the saved one', async () => {
    expect(await get('settings')).toMatchObject({
      status: 200,
      body: { results: { id: null, version: null, greeting: 'Welcome', can_edit: true } },
    })
    expect(await put('settings-save', { greeting: 'Hello' })).toMatchObject({
      status: 200,
      body: { results: { version: 1, greeting: 'Hello' } },
    })
    expect(await put('settings-save', { version: 1, greeting: 'Salam' })).toMatchObject({ status: 200, body: { results: { version: 2 } } })
    expect(await put('settings-save', { version: 1, greeting: 'Late' })).toMatchObject({
      status: 409,
      body: { errorCode: 'stale-version' },
    })
    expect(await get('settings')).toMatchObject({ body: { results: { greeting: 'Salam', version: 2 } } })
  })
  it('has no second one by the generic call either', async () => {
    await put('settings-save', { greeting: 'Salam' })
    expect(await shop.server.post('save', { model: 'shop_settings', data: { greeting: 'Two' } }, shop.developer)).toMatchObject({
      status: 409,
      body: { errorCode: 'precondition-failed' },
    })
  })
  it('is one for each record that it is about; two saves at once make one', async () => {
    expect(await get('sale-settings', { slug: 'north' })).toMatchObject({
      body: { results: { id: null, rate: 9, market: { title: 'North' } } },
    })
    expect(await get('sale-settings', { slug: 'nowhere' })).toMatchObject({ status: 404 })
    const [first, second] = await Promise.all([
      putAt('sale-settings-save', { slug: 'north' }, { rate: 10 }),
      putAt('sale-settings-save', { slug: 'north' }, { rate: 11 }),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.results.id).toBe(second.body.results.id)
    expect(await get('sale-settings', { slug: 'north' })).toMatchObject({ body: { results: { market_id: market, version: 2 } } })
  })
})
