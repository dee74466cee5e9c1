import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { importForm } from '#tests/server-mock/panel/import-form.ts'

const amount = (more: object = {}) => ({ type: 'string', format: 'decimal', scale: 2, ...more })
const texts = Object.fromEntries(
  ['mill', 'sack', 'sacks', 'too_dear', ...['title', 'count', 'price', 'total', 'each'].map((name) => `entities.sack.${name}`)].map(
    (key) => [key, key],
  ),
)
const documents = {
  'module.json': { name: 'mill', title: '$mill', version: '1.0.0', permissions: ['mill.use'] },
  'entities/sack.json': {
    name: 'sack',
    title: '$sack',
    schema: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string' },
        count: { type: 'string', format: 'decimal' },
        price: amount(),
        total: amount({ computed: 'count * price' }),
        each: amount({ computed: 'price / count' }),
      },
    },
    checks: [{ formula: 'count * price', at_most: '1000', field: 'price', message: '$too_dear' }],
    storage: { search: ['title'] },
    access: { read: 'mill.use', write: 'mill.use' },
  },
  'endpoints.json': {
    endpoints: [
      { name: 'mill-make', operation: 'create', method: 'POST', entity: 'sack', access: 'mill.use' },
      { name: 'mill-save', operation: 'save', method: 'POST', entity: 'sack', access: 'mill.use' },
      {
        name: 'mill-double',
        operation: 'set',
        method: 'POST',
        entity: 'sack',
        access: 'mill.use',
        values: { price: '{payload.price}' },
        payload: { type: 'object', properties: { id: { type: 'integer' }, price: { type: 'string' } } },
      },
    ],
  },
  'grids/sacks.json': {
    entity: 'sack',
    class: 'sack',
    part: 'list',
    title: '$sacks',
    columns: [{ key: 'title' }, { key: 'price', editable: true }, { key: 'total', sortable: true, summary: 'sum' }],
    filters: ['total'],
    import: { fields: ['title', 'count', 'price'], key: 'title' },
  },
  'locales/en.json': texts,
  'locales/fa.json': texts,
}

let server: TestServer
let options: { token: string; headers: Record<string, string> }
let id: number

beforeAll(async () => {
  server = await startTestServer()
  options = { token: await server.signIn('developer'), headers: { 'x-locale': 'en' } }
  const { body } = await server.post('publish', { module: 'mill', documents }, options)
  expect([body.errors, body.metadata?.problems ?? []]).toEqual([undefined, []])
})
afterAll(() => server.close())
beforeEach(async () => {
  id = (await server.post('save', { model: 'sack', data: { title: `Rye ${Math.random()}`, count: '2', price: '3.50' } }, options)).body
    .results.id
})

const totalOf = async (one = id) => (await server.get('single', { model: 'sack', id: one }, options)).body.results.total
const grid = { name: 'grid', params: { module: 'mill', class: 'sack', part: 'list' } }

it.each<[string, () => Promise<{ status: number; body: unknown }>]>([
  ['save', () => server.post('save', { model: 'sack', id, data: { price: '4', total: '1' } }, options)],
  ['a declared save', () => server.post('mill-save', { id, data: { price: '4', total: '1' } }, options)],
  ['a declared set', () => server.post('mill-double', { id, price: '4' }, options)],
  [
    'bulk work',
    () =>
      server.post(
        'bulk',
        {
          grid,
          title: 'Price',
          call: { name: 'save', method: 'POST', payload: { model: 'sack', id: '{row.id}', data: { price: '4', total: '1' } } },
          rows: [{ id, version: 1 }],
        },
        options,
      ),
  ],
])('%s computes again, and what is sent for a computed field is dropped', async (_, change) => {
  const { status, body } = await change()
  expect([status, JSON.stringify(body).includes('errors":{"')]).toEqual([200, false])
  expect(await totalOf()).toBe('8.00')
})

it('a declared create computes', async () => {
  const { body } = await server.post('mill-make', { title: 'Oats', count: '3', price: '1.10', total: '9' }, options)
  expect(await totalOf(body.results.id)).toBe('3.30')
})

it.each<[string, () => Promise<{ status: number; body: { errors?: object } }>]>([
  ['save', () => server.post('save', { model: 'sack', id, data: { price: '501' } }, options)],
  ['a declared save', () => server.post('mill-save', { id, data: { price: '501' } }, options)],
  ['a declared set', () => server.post('mill-double', { id, price: '501' }, options)],
  ['a declared create', () => server.post('mill-make', { title: 'Oats', count: '2', price: '501' }, options)],
])('%s is held to the checks, at their field', async (_, change) => {
  const { status, body } = await change()
  expect([status, body.errors]).toEqual([422, { price: ['too_dear'] }])
  expect(await totalOf()).toBe('7.00')
})

it('an import computes what it brings and changes, and holds it to the checks', async () => {
  const bring = async (lines: string, mode: string) => {
    const form = importForm(`title,count,price\n${lines}\n`, 'mill/sack/list')
    const headers = { authorization: `Bearer ${options.token}`, ...options.headers, ...form.headers }
    const opened = await server.inject({ method: 'POST', url: '/api/v1/grid-import-open', ...form, headers })
    expect(opened.status, JSON.stringify(opened.body)).toBe(200)
    const { import: file, mapping, fields } = opened.body.results
    expect(fields.map(({ name }: { name: string }) => name)).not.toContain('total')
    return (await server.post('grid-import-run', { import: file, mapping, mode }, options)).body
  }
  const barley = async () => (await server.get('list', { model: 'sack', q: 'Barley' }, options)).body.results
  await bring('Barley,5,2.5\nRice,1,1', 'create')
  expect(await barley()).toMatchObject([{ total: '12.50', each: '0.50' }])
  await bring('Barley,4,2.5', 'update')
  expect(await barley()).toMatchObject([{ total: '10.00', each: '0.63' }])
  expect(JSON.stringify(await bring('Barley,2,900', 'update'))).toContain('too_dear')
  expect(await barley()).toMatchObject([{ total: '10.00' }])
})

it('lists filter, sort and sum by what is computed; a division by zero is empty', async () => {
  const zero = await server.post('save', { model: 'sack', data: { title: 'None', count: '0', price: '3' } }, options)
  expect(zero.body.results).toMatchObject({ total: '0.00', each: null })
  const { body } = await server.get('grid', { ...grid.params, where: 'total:between(7,7)', sort: 'total', order: 'asc' }, options)
  expect(body.results.map(({ total }: { total: string }) => total)).toContain('7.00')
  expect(new Set(body.results.map(({ total }: { total: string }) => total))).toEqual(new Set(['7.00']))
  expect(JSON.stringify(body.metadata)).toContain((7 * body.results.length).toFixed(2))
})
