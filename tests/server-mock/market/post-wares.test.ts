import { beforeAll, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'editor'])
const as = (user: keyof typeof tokens = 'administrator', locale = 'en') => ({ token: tokens[user], headers: { 'x-locale': locale } })

beforeAll(() => server.post('content-type-save', { slug: 'product', titles: { en: 'Product' }, features: [], template: 'product' }, as()))

async function post(data: Record<string, unknown>, user: keyof typeof tokens = 'administrator') {
  const { status, body } = await server.post('content-post-save', { type: 'product', locale: 'en', data }, as(user))
  return { status, body, id: body.results?.id as number }
}
const single = async (id: number, user: keyof typeof tokens = 'administrator', locale = 'en') =>
  (await server.get('content-post-single', { id }, as(user, locale))).body.results

async function made(data: Record<string, unknown>) {
  const { status, body, id } = await post(data)
  expect([status, body.errors]).toEqual([200, undefined])
  return id
}

async function productWithWares() {
  const product = (await server.post('save', { model: 'market_product', data: { title: 'Desk lamp', currency: 'IRR' } }, as())).body.results
  const wares = [
    { full_title: { en: 'Lamp, white', fa: 'چراغ سفید' }, is_available: true, stop_when_empty: false },
    { full_title: 'Lamp, black', is_available: true, stop_when_empty: true },
    { full_title: 'Lamp, red', is_available: false, stop_when_empty: false },
  ]
  for (const ware of wares) {
    const saved = await server.post('save', { model: 'market_ware', data: { product_id: product.id, currency: 'IRR', ...ware } }, as())
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  }
  return product as { id: number }
}

test('a post of a product tells the wares of it: titles, how many are available, and whether any is', async () => {
  const product = await productWithWares()
  const id = await made({ title: 'About a lamp', market__product_id: product.id })
  const told = await single(id)
  expect(told).toMatchObject({
    market__product_id: product.id,
    wares_titles: ['Lamp, white', 'Lamp, black', 'Lamp, red'],
    ware_is_available: true,
    available_wares_count: 1,
    unavailable_wares_count: 2,
  })
  expect((await single(id, 'administrator', 'fa')).wares_titles[0]).toBe('چراغ سفید')
  const { body } = await server.get('content-post-list', { type: 'product', ids: String(id) }, as())
  expect(body.results[0]).toMatchObject({ available_wares_count: 1, unavailable_wares_count: 2 })
  await server.delete('trash', { model: 'market_product', id: product.id }, as())
  expect(await single(id)).toMatchObject({ wares_titles: [], ware_is_available: false, available_wares_count: 0 })
})

test('a post without a product has no wares', async () => {
  const id = await made({ title: 'Alone' })
  expect(await single(id)).toMatchObject({
    market__product_id: null,
    wares_titles: [],
    ware_is_available: null,
    available_wares_count: 0,
    unavailable_wares_count: 0,
  })
})

test('who may not read the market neither sees nor changes the product of a post, and keeps it by saving the rest', async () => {
  const product = await productWithWares()
  const id = await made({ title: 'Kept product', market__product_id: product.id })
  expect(await single(id, 'editor')).not.toHaveProperty('market__product_id')
  const { version } = await single(id)
  const saved = await server.post('content-post-save', { id, version, data: { title: 'Kept product, again' } }, as('editor'))
  expect(saved.status).toBe(200)
  expect((await single(id)).market__product_id).toBe(product.id)
  const refused = await post({ title: 'Mine', market__product_id: product.id }, 'editor')
  expect(refused.status).toBe(403)
})

test('a product that is not there is refused by name', async () => {
  const { status, body } = await post({ title: 'Nowhere', market__product_id: 99_999 })
  expect(status).toBe(422)
  expect(Object.keys(body.errors)).toEqual(['market__product_id'])
})

test('a property that no module adds to posts is refused by name', async () => {
  const { status, body } = await post({ title: 'Odd', market__nothing: 1 })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['market__nothing']])
})
