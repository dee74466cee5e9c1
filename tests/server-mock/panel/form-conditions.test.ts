import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const texts = {
  shop: 'Shop',
  parcel: 'Parcel',
  librarian: 'Librarian',
  'entities.parcel.city': 'City',
  'entities.parcel.way': 'Way',
  'entities.parcel.fee': 'Fee',
  'entities.parcel.note': 'Note',
  'entities.parcel.sender': 'Sender',
  'entities.parcel.code': 'Code',
  'entities.parcel.seal': 'Seal',
  'entities.parcel.box': 'Box',
  'entities.parcel.box.size': 'Size',
  'entities.parcel.rows': 'Rows',
  'entities.parcel.rows.kind': 'Kind',
  'entities.parcel.rows.weight': 'Weight',
}
const is = (field: string, value: unknown) => ({ properties: { [field]: { const: value } } })
const documents = {
  'module.json': {
    name: 'shop',
    title: '$shop',
    version: '1.0.0',
    requires: ['persons'],
    permissions: ['shop.use'],
    roles: { librarian: '$librarian' },
    grants: { librarian: ['shop.use'] },
  },
  'entities/parcel.json': {
    name: 'parcel',
    title: '$parcel',
    display: '{city}',
    schema: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        way: { type: 'string' },
        fee: { type: 'integer' },
        note: { type: 'string' },
        code: { type: 'string' },
        seal: { type: 'string' },
        sender: { type: 'integer', references: 'user' },
        box: { type: 'object', required: ['size'], properties: { size: { type: 'string' } } },
        rows: { type: 'array', items: { type: 'object', properties: { kind: { type: 'string' }, weight: { type: 'integer' } } } },
      },
    },
    access: { read: 'shop.use', write: 'shop.use' },
  },
  'forms/parcel.json': {
    entity: 'parcel',
    ui: {
      way: { options: [{ value: 'post' }, { value: 'courier', when: is('city', 'tehran') }] },
      fee: { value: [{ when: is('way', 'post'), set: 0 }] },
      note: { visible: is('way', 'courier'), required: is('way', 'courier') },
      sender: { visible: is('note', 'gift') },
      box: { visible: is('way', 'courier') },
      'rows[].weight': { visible: is('kind', 'heavy') },
    },
  },
  'forms/sealed-parcel.json': {
    entity: 'parcel',
    ui: { code: { disabled: is('way', 'courier') }, seal: { disabled: true }, 'rows[].weight': { disabled: is('kind', 'heavy') } },
  },
  'screens/sealed-parcel.json': {
    name: 'sealed-parcel-create',
    path: 'sealed-parcels/create',
    title: '$parcel',
    access: 'shop.use',
    body: [{ form: 'sealed-parcel', submit: 'save' }],
  },
  'screens/parcel.json': {
    name: 'parcel-create',
    path: 'parcels/create',
    title: '$parcel',
    access: 'shop.use',
    body: [{ form: 'parcel', submit: 'save' }],
  },
  'locales/en.json': texts,
  'locales/fa.json': texts,
}

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('developer')
  const { status, body } = await server.post('publish', { module: 'shop', documents }, { token })
  expect([status, JSON.stringify(body.metadata?.problems ?? [])]).toEqual([200, '[]'])
})
afterAll(() => server.close())

const save = (data: object, more: object = { form: 'shop/parcel' }) =>
  server.post('save', { model: 'parcel', data, ...more }, { token, headers: { 'x-locale': 'en' } })

describe('a save of a form with conditions', () => {
  it('is told to the form, which names it when it saves', async () => {
    expect((await server.get('screen', { name: 'parcel-create' }, { token })).body.results.body[0].form).toMatchObject({
      document: 'shop/parcel',
    })
  })
  it.each([
    [{ city: 'rasht', way: 'courier', note: 'x' }, ['way']],
    [{ city: 'tehran', way: 'courier' }, ['note']],
    [{ way: 'post', fee: 3 }, ['fee']],
    [{ way: 'post', fee: 0, note: 'x' }, ['note']],
    [{ city: 'tehran', way: 'courier', note: 'x', sender_id: 1 }, ['sender_id']],
    [{ way: 'post', fee: 0, box: { size: 'L' } }, ['box']],
    [
      {
        rows: [
          { kind: 'heavy', weight: 2 },
          { kind: 'light', weight: 1 },
        ],
      },
      ['rows.1.weight'],
    ],
  ])('refuses %o for %o', async (data, fields) => {
    const { status, body } = await save(data)
    expect([status, Object.keys(body.errors)]).toEqual([422, fields])
  })
  it('is stored where the conditions are met, and nothing of what was refused', async () => {
    const { body } = await save({ city: 'tehran', way: 'courier', note: 'gift', sender_id: null })
    expect(body.results).toMatchObject({ way: 'courier', note: 'gift' })
    expect((await server.get('list', { model: 'parcel' }, { token })).body.metadata.pagination.total).toBe(1)
    expect((await save({ way: 'post' }, { form: 'shop/parcel', id: body.results.id, version: 1 })).body.errors).toMatchObject({
      fee: ['Fee must be 0 with these values.'],
    })
  })
  it('is not asked for what stands in a hidden part that nobody filled in', async () => {
    const { status, body } = await save({ way: 'post', fee: 0, box: { size: '' }, rows: [{ kind: 'light', weight: null }] })
    expect([status, body.results]).toMatchObject([200, { box: null, rows: [{ kind: 'light' }] }])
    expect((await save({ city: 'tehran', way: 'courier', note: 'x', box: {} })).body.errors).toHaveProperty(['box.size'])
  })
  it('is left to the entity without a form, and refused with one of another entity', async () => {
    expect((await save({ city: 'rasht', way: 'courier' }, {})).status).toBe(200)
    expect([
      (await save({}, { form: 'shop/no' })).status,
      (await save({}, { form: 'content/post' })).status,
      (await save({}, { form: '__proto__/constructor' })).status,
    ]).toEqual([422, 422, 422])
  })
})

describe('a disabled field keeps its stored value', () => {
  const form = { form: 'shop/sealed-parcel' }
  const first = {
    way: 'courier',
    code: 'a',
    seal: 's',
    rows: [
      { kind: 'heavy', weight: 1 },
      { kind: 'heavy', weight: 2 },
      { kind: 'light', weight: 3 },
    ],
  }
  const made = async (data: object = first) => (await save(data, form)).body.results
  const change = async (data: object) => {
    const { id, version } = await made()
    const { status, body } = await save(data, { ...form, id, version })
    return status === 200 ? body.results : { status, errors: body.errors }
  }

  it('and the form says whose conditions hold when it saves', async () => {
    expect((await server.get('screen', { name: 'sealed-parcel-create' }, { token })).body.results.body[0].form).toMatchObject({
      document: 'shop/sealed-parcel',
    })
  })
  it.each([
    [{ code: 'b' }, ['code']],
    [{ code: null }, ['code']],
    [{ ...first, seal: 't' }, ['seal']],
    [{ rows: [{ kind: 'heavy', weight: 5 }, ...first.rows.slice(1)] }, ['rows.0.weight']],
    [{ rows: [first.rows[2], { kind: 'heavy', weight: 7 }, first.rows[0]] }, ['rows.1.weight']],
  ])('refuses %j for %j', async (data, fields) => {
    expect(await change(data)).toMatchObject({
      status: 422,
      errors: Object.fromEntries(fields.map((field) => [field, [expect.stringContaining('cannot be changed')]])),
    })
  })
  it.each([
    ['the stored values', first, first],
    ['a field that is no longer disabled, or not yet', { way: 'post', code: 'b' }, { code: 'b' }],
    [
      'rows in another order, fewer of them, and a new one',
      { rows: [{ kind: 'heavy', weight: 9 }, first.rows[1], first.rows[0], first.rows[2]] },
      {},
    ],
    ['fewer rows', { rows: [first.rows[1]] }, { rows: [first.rows[1]] }],
    ['a cell beside the disabled one', { rows: [first.rows[0], first.rows[1], { kind: 'light', weight: 8 }] }, {}],
  ])('stores %s', async (_, data, stored) => {
    const after = await change(data)
    expect(after).toMatchObject(stored)
    expect(after).not.toHaveProperty('errors')
  })
  it('and a save without the form is left to the entity', async () => {
    const { id } = await made()
    expect((await save({ code: 'b' }, { id })).body.results).toMatchObject({ code: 'b' })
  })
  it('until another save changes what disables it', async () => {
    const { id } = await made({ way: 'post', code: 'a' })
    expect((await save({ way: 'courier', code: 'b' }, { ...form, id })).body.results).toMatchObject({ code: 'b' })
    expect((await save({ code: 'c' }, { ...form, id })).status).toBe(422)
    expect((await save({ way: 'post' }, { ...form, id })).status).toBe(200)
    expect((await save({ code: 'c' }, { ...form, id })).body.results).toMatchObject({ code: 'c' })
  })
})

it('publishing makes the roles that a module declares', async () => {
  expect((await server.get('combo-dump', { name: 'roles' }, { token, headers: { 'x-locale': 'en' } })).body.results).toContainEqual(
    expect.objectContaining({ value: 'librarian', title: 'Librarian' }),
  )
})
