import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '#server/features/persons/store.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const labels = ['title', 'secret', 'serial', 'price', 'state', 'spec', 'spec.model', 'spec.code', 'hint']
const texts = {
  depot: 'Depot',
  crate: 'Crate',
  crates: 'Crates',
  keeper: 'Keeper',
  ...Object.fromEntries(labels.map((name) => [`entities.crate.${name}`, name.toUpperCase()])),
  'entities.box.title': 'TITLE',
  'entities.box.note': 'NOTE',
}
const record = { type: 'object', properties: { id: { type: 'integer' }, version: { type: 'integer' }, data: { type: 'object' } } }
const call = (name: string, operation: string, more: object = {}) => ({
  name,
  method: operation === 'single' || operation === 'list' ? 'GET' : 'POST',
  access: 'depot.use',
  entity: 'crate',
  operation,
  ...more,
})
const documents = {
  'module.json': {
    name: 'depot',
    title: '$depot',
    version: '1.0.0',
    requires: ['persons'],
    permissions: ['depot.use', 'depot.secret'],
    roles: { keeper: '$keeper' },
    grants: { keeper: ['depot.use'] },
  },
  'entities/crate.json': {
    name: 'crate',
    title: '$crate',
    schema: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', rules: 'required|max:20' },
        secret: { type: 'string' },
        serial: { type: 'string', readOnly: true },
        price: { type: 'string', format: 'decimal', minimum: 10, exclusiveMaximum: 1000, rules: 'regex:^[1-9]' },
        state: { enum: ['open', 'sealed'], default: 'open', readOnly: true },
        spec: { type: 'object', properties: { model: { type: 'string' }, code: { type: 'string', readOnly: true } } },
        hint: { type: 'string' },
      },
    },
    access: { read: 'depot.use', write: 'depot.use', fields: { secret: 'depot.secret' } },
  },
  'entities/box.json': {
    name: 'box',
    title: '$crate',
    schema: { type: 'object', required: ['title'], properties: { title: { type: 'string', rules: 'max:5' }, note: { type: 'string' } } },
    access: { read: 'depot.use', write: 'depot.use' },
    calls: { save: 'depot-box-save' },
  },
  'endpoints.json': {
    endpoints: [
      call('depot-create', 'create', { payload: { type: 'object', additionalProperties: true } }),
      call('depot-save', 'save', { payload: record }),
      call('depot-mark', 'set', {
        values: { secret: '{payload.secret}' },
        payload: { type: 'object', properties: { id: { type: 'integer' }, secret: { type: 'string' } } },
      }),
      call('depot-seal', 'set', {
        values: { state: 'sealed' },
        only_if: { properties: { price: { formatMinimum: '20' } } },
        payload: { type: 'object', properties: { id: { type: 'integer' } } },
      }),
      call('depot-single', 'single', { params: { type: 'object', properties: { id: { type: 'integer' } } } }),
      call('depot-list', 'list', { where: { title: 'Lamps' }, params: { type: 'object', additionalProperties: true } }),
      call('depot-box-save', 'save', { entity: 'box', payload: record }),
    ],
  },
  'grids/crates.json': {
    entity: 'crate',
    class: 'crate',
    part: 'list',
    title: '$crates',
    columns: ['title', 'secret', 'price'],
    filters: ['title'],
  },
  'forms/box.json': {
    entity: 'box',
    ui: { note: { visible: { properties: { title: { const: 'gift' } } }, required: { properties: { title: { const: 'gift' } } } } },
  },
  'locales/en.json': texts,
  'locales/fa.json': texts,
}

let server: TestServer
let developer: string
let keeper: string
let crate: { id: number; version: number }

const as = (token: string) => ({ token, headers: { 'x-locale': 'en' } })

beforeAll(async () => {
  server = await startTestServer()
  developer = await server.signIn('developer')
  const { status, body } = await server.post('publish', { module: 'depot', documents }, as(developer))
  expect([status, JSON.stringify([body.errors, body.metadata?.problems ?? []])]).toEqual([200, JSON.stringify([undefined, []])])
  await createUser(server.database, { username: 'keeper', password: demoPassword, role: 'keeper' })
  keeper = await server.signIn('keeper')
  const made = await server.post(
    'save',
    { model: 'crate', data: { title: 'Lamps', secret: 'gold', price: '12.50', spec: { model: 'A' } } },
    as(developer),
  )
  expect(made.status).toBe(200)
  crate = made.body.results
})
afterAll(() => server.close())

/** Everything that a call tells, as text. */
const told = async (answer: Promise<{ body: unknown }>) => JSON.stringify((await answer).body)

describe('a field that needs a permission', () => {
  it.each<[string, () => Promise<{ body: unknown }>]>([
    ['single', () => server.get('single', { model: 'crate', id: crate.id }, as(keeper))],
    ['single for editing', () => server.get('single', { model: 'crate', id: crate.id, edit: 1 }, as(keeper))],
    ['list', () => server.get('list', { model: 'crate' }, as(keeper))],
    ['list of that field', () => server.get('list', { model: 'crate', fields: 'secret' }, as(keeper))],
    ['grid', () => server.get('grid', { module: 'depot', class: 'crate', part: 'list' }, as(keeper))],
    ['a declared single', () => server.get('depot-single', { id: crate.id }, as(keeper))],
    ['a declared list', () => server.get('depot-list', {}, as(keeper))],
    ['the answer of a declared save', () => server.post('depot-save', { id: crate.id, data: { hint: 'x' } }, as(keeper))],
    ['the answer of a save', () => server.post('save', { model: 'crate', id: crate.id, data: { hint: 'y' } }, as(keeper))],
    ['history', () => server.get('history', { model: 'crate', id: crate.id }, as(keeper))],
    ['a conflict', () => server.post('save', { model: 'crate', id: crate.id, version: 1, data: { hint: 'z' } }, as(keeper))],
    ['a conflict of a declared save', () => server.post('depot-save', { id: crate.id, version: 1, data: { hint: 'z' } }, as(keeper))],
  ])('is not told by %s', async (_, ask) => {
    const text = await told(ask())
    expect(text).not.toContain('gold')
    expect(text).not.toContain('SECRET')
  })
  it.each<[string, () => Promise<{ status: number }>]>([
    ['save', () => server.post('save', { model: 'crate', id: crate.id, data: { secret: 'lead' } }, as(keeper))],
    ['a declared save', () => server.post('depot-save', { id: crate.id, data: { secret: 'lead' } }, as(keeper))],
    ['a declared create', () => server.post('depot-create', { title: 'New', secret: 'lead' }, as(keeper))],
    ['a declared set', () => server.post('depot-mark', { id: crate.id, secret: 'lead' }, as(keeper))],
  ])('is not written by %s', async (_, write) => {
    expect((await write()).status).toBe(403)
    expect(await told(server.get('single', { model: 'crate', id: crate.id }, as(developer)))).toContain('gold')
  })
  it.each(['secret=gold', 'sort=secret&order=asc', 'where=secret:is(gold)'])('neither filters nor sorts: %s', async (query) => {
    const { status } = await server.get('list', { model: 'crate', ...Object.fromEntries(new URLSearchParams(query)) }, as(keeper))
    expect(status).toBe(422)
  })
})

describe('a read-only field', () => {
  it.each<[string, object, string]>([
    ['save', { model: 'crate', data: { serial: 'forged' } }, 'serial'],
    ['save', { model: 'crate', data: { state: 'sealed' } }, 'state'],
    ['save', { model: 'crate', data: { spec: { model: 'A', code: 'forged' } } }, 'spec.code'],
    ['depot-save', { data: { state: 'sealed' } }, 'state'],
  ])('is refused by name: %s %o', async (name, payload, field) => {
    const { status, body } = await server.post(name, { id: crate.id, ...payload }, as(developer))
    expect([status, body.errors]).toEqual([422, { [field]: [expect.stringContaining('cannot be changed')] }])
  })
  it('is refused in a new record, but for its default', async () => {
    const make = (data: object) => server.post('save', { model: 'crate', data: { title: 'New', ...data } }, as(developer))
    expect([(await make({ serial: '1' })).status, (await make({ state: 'open' })).status]).toEqual([422, 200])
  })
  it('may be echoed by a form', async () => {
    const { status } = await server.post(
      'save',
      { model: 'crate', id: crate.id, data: { state: 'open', serial: null, hint: 'a' } },
      as(developer),
    )
    expect(status).toBe(200)
  })
  it('is set by an endpoint that names it, where its condition over a decimal holds', async () => {
    expect((await server.post('depot-seal', { id: crate.id }, as(keeper))).status).toBe(409)
    await server.post('save', { model: 'crate', id: crate.id, data: { price: '20.0' } }, as(keeper))
    const { status, body } = await server.post('depot-seal', { id: crate.id }, as(keeper))
    expect([status, body.results?.state]).toEqual([200, 'sealed'])
  })
})

describe('limits of a decimal', () => {
  it.each<[string, number]>([
    ['9.99', 422],
    ['10', 200],
    ['999.999999999999999999', 200],
    ['1000.00', 422],
  ])('hold exactly: %s', async (price, status) => {
    for (const [name, payload] of [
      ['save', { model: 'crate', id: crate.id, data: { price } }],
      ['depot-save', { id: crate.id, data: { price } }],
    ] as const)
      expect((await server.post(name, payload, as(developer))).status).toBe(status)
  })
})

describe('a decimal that is sent as a number', () => {
  const calls = (price: number) =>
    [
      ['save', { model: 'crate', id: crate.id, data: { price } }],
      ['depot-save', { id: crate.id, data: { price } }],
    ] as const
  it('is taken while it is exact, and kept digit by digit', async () => {
    for (const [index, price] of [12.25, 13.75].entries()) {
      const [name, payload] = calls(price)[index]!
      const { status } = await server.post(name, payload, as(developer))
      const { body } = await server.get('single', { model: 'crate', id: crate.id }, as(keeper))
      expect([name, status, body.results?.price]).toEqual([name, 200, String(price)])
    }
  })
  it('is refused with how it is written when it is not exact', async () => {
    for (const [name, payload] of calls(123.45678901234567)) {
      const { body } = await server.post(name, payload, as(developer))
      expect(body.errors, name).toEqual({ price: [expect.stringMatching(/ must be an amount written as text, e\.g\. "12\.50"\.$/)] })
    }
  })
})

describe('the rule regex on a decimal', () => {
  it('is held against the number as it is stored, so that what was saved can be saved again', async () => {
    const save = (price: string) => server.post('save', { model: 'crate', id: crate.id, data: { price } }, as(keeper))
    expect((await save('012.50')).status).toBe(200)
    const { body } = await server.get('single', { model: 'crate', id: crate.id }, as(keeper))
    const { price } = body.results as { price: string }
    expect([price, (await save(price)).status]).toEqual(['12.50', 200])
  })
})

describe('an entity with a call of its own for saving', () => {
  const save = (data: object, more: object = {}) => server.post('save', { model: 'box', data, ...more }, as(keeper))
  it('is held to its rules', async () => {
    expect((await save({ title: 'too long' })).body.errors).toHaveProperty('title')
  })
  it('is held to the conditions of the form that was filled in', async () => {
    expect((await save({ title: 'gift' }, { form: 'depot/box' })).body.errors).toHaveProperty('note')
    expect((await save({ title: 'tool', note: 'x' }, { form: 'depot/box' })).body.errors).toHaveProperty('note')
    expect((await save({ title: 'gift', note: 'x' }, { form: 'depot/box' })).status).toBe(200)
  })
  it('refuses a form of another entity', async () => {
    expect((await save({ title: 'a' }, { form: 'content/post' })).body.errors).toHaveProperty('form')
  })
})

it('a declared list cannot be asked for other records by their ids', async () => {
  const other = await server.post('save', { model: 'crate', data: { title: 'Other' } }, as(developer))
  const { body } = await server.get('depot-list', { ids: String(other.body.results.id) }, as(keeper))
  expect(body.results).toEqual([])
})

describe('a record that is read by itself', () => {
  it('says what its reader may do with it, and can be sent back with it', async () => {
    const { results } = (await server.get('single', { model: 'crate', id: crate.id }, as(keeper))).body
    expect(results).toMatchObject({ can_view: true, can_edit: true, can_destroy: false })
    expect(results.created_by).toMatchObject({ title: expect.any(String), name_full: results.created_by.title })
    expect(results.created_by).not.toHaveProperty('mobile')
    const declared = (await server.get('depot-single', { id: crate.id }, as(keeper))).body
    expect(declared.results).toMatchObject({ can_view: true })
    const { can_view, can_edit } = results
    const { status } = await server.post('save', { model: 'crate', id: crate.id, data: { can_view, can_edit, hint: 'b' } }, as(keeper))
    expect(status).toBe(200)
  })
})

describe('a role that a module declares', () => {
  it('is offered where a user is given roles, is called by its title there, and can be given', async () => {
    const { body } = await server.get('grid', { module: 'persons', class: 'user', part: 'list' }, as(developer))
    const column = body.metadata.grid.columns.find(({ key }: { key: string }) => key === 'roles')
    expect(column.options).toContainEqual({ value: 'keeper', title: 'Keeper' })
    const made = { username: 'second_keeper', first_name: 'Second', roles: ['keeper'], password: 'a-door-9-blue' }
    expect((await server.post('user-create', made, as(developer))).status).toBe(200)
    const { body: list } = await server.get('users-grid', { role: 'keeper' }, as(developer))
    expect(list.results.map(({ username }: { username: string }) => username).sort()).toEqual(['keeper', 'second_keeper'])
  })
  it('that nobody declares is a page that is not there', async () => {
    expect((await server.get('users-grid', { role: 'nobody' }, as(developer))).status).toBe(404)
  })
})
