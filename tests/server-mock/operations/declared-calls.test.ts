import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.ts'
import { call, shopDocuments, texts, shopForms } from './shop-documents.ts'

const ware = { entity: 'ware' }
const documents = shopDocuments(
  [
    call('ware-save', 'POST', 'save', ware),
    call('ware-change', 'PUT', 'save', ware),
    call('ware-sell', 'POST', 'set', {
      ...ware,
      find: { buyer: { by: 'username', from: '{payload.username}' } },
      values: { state: 'sold' },
    }),
    call('ware-import', 'POST', 'save', { ...ware, find: { market: { by: 'slug', from: '{payload.market_slug}' } } }),
    call('ware-sell-out', 'POST', 'run', {
      ...ware,
      effects: [
        { set: 'record', values: { state: 'sold' } },
        { set: 'ware', where: 'market:any_of({record.market_id}),id:is_not({record.id})', values: { stock: '{payload.stock}' } },
        { create: 'bookmark', values: { ware: '{record.id}', user: '{session.user.id}' } },
      ],
    }),
    call('ware-trash', 'DELETE', 'trash', ware),
    call('ware-fetch', 'GET', 'form', {
      form: 'ware',
      values: { market: '{params.market}' },
      from: { id: '{params.like}', copy: ['title', 'stock'] },
      options: { states: 'ware.state', money: 'currencies' },
    }),
    call('ware-by-code', 'GET', 'form', { form: 'ware', by: 'code', missing: '$ware_unknown' }),
    call('settings-fetch', 'GET', 'form', { form: 'settings' }),
    call('ware-states', 'GET', 'options', { combo: 'ware.state' }),
    call('ware-lists', 'GET', 'options', { options: { states: 'ware.state', locales: 'locales' } }),
    call('code-exists', 'GET', 'exists', { ...ware, by: 'code' }),
    call('favour', 'POST', 'toggle', { entity: 'bookmark', values: { user: '{session.user.id}', ware: '{payload.id}' } }),
    call('ware-move', 'POST', 'reorder', { ...ware, field: 'order', within: 'market' }),
    call('ware-preview', 'POST', 'preview', ware),
    call('ware-public', 'GET', 'single', { ...ware, access: 'guest', fields: ['title', 'cost'] }),
    call('shelf-save', 'POST', 'save', { entity: 'shelf', texts: 'all' }),
    call('shelf-single', 'GET', 'single', { entity: 'shelf', texts: 'all' }),
    call('shelf-list', 'GET', 'list', { entity: 'shelf', fields: ['name'], texts: 'all', sort: '-place,name', page_size: 2 }),
    call('shelf-names', 'GET', 'list', { entity: 'shelf', fields: ['name'] }),
    call('ware-export', 'GET', 'export', { grid: 'ware/list', format: 'csv' }),
  ],
  {
    'grids/wares.json': {
      entity: 'ware',
      class: 'ware',
      part: 'list',
      title: '$wares',
      columns: ['title', 'code'],
      filters: ['title'],
      export: true,
    },
    ...shopForms,
    'locales/en.json': texts,
    'entities/shelf.json': {
      name: 'shelf',
      title: '$shop',
      display: '{name}',
      schema: { type: 'object', properties: { name: { type: 'string', title: 'Name' }, place: { type: 'integer', title: 'Place' } } },
      storage: { translate: ['name'] },
      access: { read: 'shop.use', write: 'shop.use' },
    },
  },
)

let shop: Shop
const markets: number[] = []
const get = (name: string, params: object = {}) => shop.server.get(`shop-${name}`, { ...params }, shop.keeper)
const post = (name: string, payload: object = {}) => shop.server.post(`shop-${name}`, payload, shop.keeper)
const made = async (data: object) => (await post('ware-save', data)).body.results as { id: number; version: number }

beforeAll(async () => {
  shop = await openShop(documents)
  for (const slug of ['north', 'south'])
    markets.push((await shop.server.post('save', { model: 'market', data: { title: slug, slug } }, shop.developer)).body.results.id)
}, 300_000)
afterAll(() => shop?.server.close())

describe('translated fields, the order and the size of a page', () => {
  it('are those that the document says, and the call may say others of a list', async () => {
    const shelves: { id: number; name: object }[] = []
    for (const [en, place] of [
      ['Low', 1],
      ['High', 3],
      ['Middle', 2],
    ] as const)
      shelves.push((await post('shelf-save', { name: { en, fa: `${en}-fa` }, place })).body.results)
    expect(shelves.map(({ name }) => name)).toEqual(['Low', 'High', 'Middle'].map((en) => ({ en, fa: `${en}-fa` })))
    expect((await get('shelf-single', { id: shelves[0]!.id })).body.results.name).toEqual({ en: 'Low', fa: 'Low-fa' })
    const names = async (params: object, call = 'shelf-list') =>
      (await get(call, params)).body.results.map(({ name }: { name: { en: string } | string }) =>
        typeof name === 'string' ? name : name.en,
      )
    expect(await names({})).toEqual(['High', 'Middle'])
    expect(await names({ sort: 'place', page_size: 3 })).toEqual(['Low', 'Middle', 'High'])
    expect((await get('shelf-names')).body.results.map(({ name }: { name: unknown }) => name).sort()).toEqual(['High', 'Low', 'Middle'])
  })
})

describe('form', () => {
  it('answers the form with the start of a new record, and the lists it names', async () => {
    const { status, body } = await get('ware-fetch', { market: markets[0] })
    expect(status).toBe(200)
    expect(body.results).toMatchObject({
      id: null,
      version: null,
      state: 'new',
      market_id: markets[0],
      market: { title: 'north' },
      title: null,
    })
    expect(body.metadata.form).toMatchObject({ entity: 'ware', schema: { properties: { title: {}, market_id: {} } } })
    expect(body.metadata.options.states).toMatchObject([{ value: 'new', title: 'New' }, { value: 'sold' }])
    expect(body.metadata.options.money.length).toBeGreaterThan(100)
  })
  it('answers a stored record, and fills a new one from it', async () => {
    const { id, version } = await made({ title: 'Lamp', code: 'L-1', stock: 4, state: 'sold' })
    expect((await get('ware-fetch', { id })).body.results).toMatchObject({ id, version, title: 'Lamp', can_edit: true })
    expect((await get('ware-fetch', { like: id })).body.results).toMatchObject({
      id: null,
      title: 'Lamp',
      stock: 4,
      state: 'new',
      code: null,
    })
    expect(await get('ware-fetch', { id: 999 })).toMatchObject({ status: 404 })
  })
  it('finds its record by a unique field', async () => {
    await made({ title: 'Vase', code: 'V-1' })
    expect((await get('ware-by-code', { code: 'V-1' })).body.results).toMatchObject({ title: 'Vase' })
    expect(await get('ware-by-code', { code: 'V-2' })).toMatchObject({ status: 404, body: { userMessage: 'We have no such ware.' } })
  })
  it('opens the only record of its kind before it has been saved', async () =>
    expect((await get('settings-fetch')).body.results).toMatchObject({ id: null, greeting: 'Welcome' }))
})

describe('options', () => {
  it('answers the choices of a field', async () =>
    expect((await get('ware-states')).body.results).toEqual([
      { value: 'new', title: 'New' },
      { value: 'sold', title: 'Sold' },
    ]))
  it('answers several lists by name', async () =>
    expect((await get('ware-lists')).body.results).toMatchObject({
      states: [{ value: 'new' }, { value: 'sold' }],
      locales: expect.any(Array),
    }))
})

describe('exists', () => {
  it('says whether a record has the value, but for the one that asks', async () => {
    const { id } = await made({ title: 'Cup', code: 'C-1' })
    const answer = async (params: object) => (await get('code-exists', params)).body.results
    expect(await answer({ code: 'C-1' })).toEqual({ exists: true })
    expect(await answer({ code: 'C-1', id })).toEqual({ exists: false })
    expect(await answer({ code: 'C-2' })).toEqual({ exists: false })
  })
})

describe('toggle', () => {
  it('makes the record, removes it, and makes it again', async () => {
    const { id } = await made({ title: 'Rug' })
    const answers = []
    for (let times = 0; times < 3; times += 1) answers.push((await post('favour', { id })).body.results.exists)
    expect(answers).toEqual([true, false, true])
  })
  it('twice at once makes and removes', async () => {
    const { id } = await made({ title: 'Mat' })
    const replies = await Promise.all([post('favour', { id }), post('favour', { id })])
    expect(replies.map(({ body }) => body.results.exists).sort()).toEqual([false, true])
  })
  it('refuses a record that is not there', async () => expect(await post('favour', { id: 4711 })).toMatchObject({ status: 422 }))
})

describe('reorder', () => {
  it('moves a record among those that share the field', async () => {
    const inNorth = []
    for (const title of ['a', 'b', 'c']) inNorth.push((await made({ title, market: markets[0], order: inNorth.length + 1 })).id)
    const [a, , c] = inNorth as [number, number, number]
    const other = await made({ title: 'd', market: markets[1], order: 2 })
    expect(await post('ware-move', { id: c, at: 'first' })).toMatchObject({ status: 200 })
    const orders = await shop.server.get(
      'list',
      { model: 'ware', ids: [...inNorth, other.id].join(), sort: 'order', fields: 'title' },
      shop.developer,
    )
    const names = orders.body.results.map(({ title }: { title: string }) => title)
    expect(names.filter((title: string) => title !== 'd')).toEqual(['c', 'a', 'b'])
    expect(await post('ware-move', { id: a, after: other.id })).toMatchObject({
      status: 422,
      body: { errors: { after: [expect.any(String)] } },
    })
    expect(await post('ware-move', { id: a })).toMatchObject({ status: 422 })
  })
})

describe('preview', () => {
  const count = async () => (await shop.server.get('list', { model: 'ware' }, shop.developer)).body.metadata.pagination.total as number
  it('answers the record as it would be, and stores nothing', async () => {
    const before = await count()
    expect((await post('ware-preview', { title: 'New', market: markets[0] })).body.results).toMatchObject({
      id: null,
      version: null,
      title: 'New',
      state: 'new',
      market: { title: 'north' },
    })
    const { id, version } = await made({ title: 'Old' })
    expect((await post('ware-preview', { id, version, title: 'Newer' })).body.results).toMatchObject({
      id,
      title: 'Newer',
      version: version + 1,
    })
    expect((await shop.server.get('single', { model: 'ware', id }, shop.developer)).body.results).toMatchObject({ title: 'Old', version })
    expect(await count()).toBe(before + 1)
  })
  it('refuses what a save would refuse', async () =>
    expect(await post('ware-preview', { title: 'x'.repeat(30) })).toMatchObject({
      status: 422,
      body: { errors: { title: [expect.any(String)] } },
    }))
})

describe('export', () => {
  const file = (query: Record<string, string>, token = shop.keeper.token) =>
    shop.server.app.inject({
      method: 'GET',
      url: '/api/v1/shop-ware-export',
      query,
      headers: { authorization: `Bearer ${token}`, 'x-locale': 'en' },
    })
  it('answers the rows that the query leaves as a file', async () => {
    await made({ title: 'Exported', code: 'E-1' })
    const { statusCode, headers, body } = await file({ title: 'Exported' })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(body).toContain('E-1')
    expect(body.trim().split('\n')).toHaveLength(2)
  })
  it('refuses a format that is none, and who may not call it', async () => {
    expect((await file({ format: 'pdf' })).statusCode).toBe(422)
    expect((await file({}, await shop.server.signIn('customer'))).statusCode).toBe(403)
  })
})

describe('find', () => {
  it('turns a code into the reference, and leaves it where none is sent', async () => {
    const { id } = await made({ title: 'Sold' })
    const sold = (await post('ware-sell', { id, username: 'keeper' })).body.results
    expect(sold).toMatchObject({ state: 'sold', buyer: { id: sold.buyer_id } })
    expect((await post('ware-sell', { id })).body.results).toMatchObject({ buyer_id: sold.buyer_id })
    expect((await post('ware-import', { title: 'Found', market_slug: 'south' })).body.results).toMatchObject({ market_id: markets[1] })
  })
  it('says at the code that there is no such record', async () => {
    const { id } = await made({ title: 'Unsold' })
    expect(await post('ware-sell', { id, username: 'nobody' })).toMatchObject({
      status: 422,
      body: { errors: { username: [expect.any(String)] } },
    })
  })
})

describe('run', () => {
  const read = async (id: number) => (await shop.server.get('single', { model: 'ware', id }, shop.developer)).body.results
  const pair = async () => {
    const market = (await shop.server.post('save', { model: 'market', data: { title: 'Run' } }, shop.developer)).body.results.id as number
    return [await made({ title: 'One', market }), await made({ title: 'Two', market, stock: 4 })] as const
  }
  it('changes the record, others and makes new ones', async () => {
    const [one, two] = await pair()
    expect(await post('ware-sell-out', { id: one.id, version: one.version, stock: 7 })).toMatchObject({
      status: 200,
      body: { results: { id: one.id, state: 'sold', can_edit: true } },
    })
    expect(await read(two.id)).toMatchObject({ stock: 7, state: 'new' })
    const favourites = await shop.server.get('list', { model: 'bookmark', ware: one.id }, shop.developer)
    expect(favourites.body.results).toHaveLength(1)
  })
  it('changes nothing where one change is refused', async () => {
    const [one, two] = await pair()
    expect((await post('ware-sell-out', { id: one.id, stock: -1 })).status).toBe(422)
    expect([await read(one.id), await read(two.id)]).toMatchObject([
      { state: 'new', version: 1 },
      { stock: 4, version: 1 },
    ])
  })
  it('names a record that is there, in the version that the caller knows', async () => {
    const [one] = await pair()
    expect((await post('ware-sell-out', { id: 99999, stock: 1 })).status).toBe(404)
    expect((await post('ware-sell-out', { id: one.id, version: 9, stock: 1 })).status).toBe(409)
    expect(await post('ware-sell-out', { id: one.id })).toMatchObject({ status: 422, body: { errors: { stock: [expect.any(String)] } } })
  })
})

describe('a call that is sent twice with one key', () => {
  const headers = (key: string) => ({ ...shop.keeper, headers: { ...shop.keeper.headers, 'idempotency-key': key } })
  it('is made once by POST, PUT and DELETE', async () => {
    const { id } = await made({ title: 'Once' })
    const calls = [
      () => shop.server.post('shop-favour', { id }, headers('once-post')),
      () => shop.server.put('shop-ware-change', { id, stock: 2 }, headers('once-put')),
      () => shop.server.delete('shop-ware-trash', { id }, headers('once-delete')),
    ]
    for (const send of calls) {
      const first = await send()
      await post('ware-save', { id, stock: 9 })
      expect([first.status, (await send()).body.results]).toEqual([200, first.body.results])
    }
  })
  it('is refused for something else', async () => {
    const { id } = await made({ title: 'Else' })
    await shop.server.put('shop-ware-change', { id, stock: 2 }, headers('else-put'))
    expect(await shop.server.put('shop-ware-change', { id, stock: 3 }, headers('else-put'))).toMatchObject({ status: 409 })
  })
})

describe('a visitor who is not signed in', () => {
  it('reads the fields of a record that a call makes public, but none that needs a permission', async () => {
    const { id } = await made({ title: 'Lamp', code: 'public-lamp' })
    const { status, body } = await shop.server.get('shop-ware-public', { id })
    expect(status).toBe(200)
    expect(body.results).toMatchObject({ id, title: 'Lamp' })
    expect(Object.keys(body.results as object)).not.toContain('cost')
    expect(Object.keys(body.results as object)).not.toContain('code')
    expect((await shop.server.get('shop-ware-public', { id: 999_999 })).status).toBe(404)
  })

  it('is told nothing by calls that are not', async () => {
    expect((await shop.server.get('shop-ware-fetch', { id: 1 })).status).toBe(401)
  })
})
