import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin: string
let customer: number

beforeAll(async () => {
  server = await startTestServer({ seed: ['divisions'] })
  admin = await server.signIn('administrator')
  const [row] = (await server.get('user-search', { search: 'customer', slug: 'customer' }, as())).body.results
  customer = row.id
})
afterAll(() => server.close())

const as = (token = admin) => ({ token, headers: { 'x-locale': 'en' } })
const save = (fields: object[]) => server.post('profile-fields-save', { role: 'customer', fields }, as())
const fetch = async (role = 'customer') => (await server.get('profile-fields-fetch', { role }, as())).body
const fieldOf = async (key: string, role?: string) => (await fetch(role)).results.fields.find((field: Json) => field.key === key)
const form = async (id: number | undefined = customer) => (await server.get('users-panel-fetch', { id }, as())).body.metadata.form
const write = (data: object) => server.post('user-save', { id: customer, data }, as())
const fieldsIn = (layout: Json): string[] => (JSON.stringify(layout).match(/"[a-z_]+"/g) ?? []).map((name) => name.slice(1, -1))

afterEach(async () => {
  const { results } = await fetch()
  await save(
    results.fields.map(({ key, can_change: open }: Json) => ({
      key,
      ...Object.fromEntries(open.map((name: string) => [name, !['required', 'unique'].includes(name)])),
    })),
  )
})

describe('settings of the fields of users', () => {
  it('are one set for all roles, and say what can be changed', async () => {
    expect(await fieldOf('code_melli')).toMatchObject({
      display: true,
      required: false,
      unique: false,
      can_change: ['display', 'required', 'unique'],
    })
    expect((await save([{ key: 'code_melli', required: true, unique: true, group: 'further', order: 5 }])).status).toBe(200)
    expect(await fieldOf('code_melli', 'staff')).toMatchObject({
      required: true,
      unique: true,
      group: 'further',
      order: 5,
      version: expect.any(Number),
    })
    for (const [key, name] of [
      ['addresses', 'multi_address'],
      ['phones', 'multi_phone'],
      ['mobile', 'country_code'],
      ['phones', 'phone_validation'],
    ] as const) {
      expect((await save([{ key, [name]: false }])).status).toBe(200)
      expect((await fieldOf(key))[name]).toBe(false)
    }
    expect((await server.get('profile-fields-fetch', { role: 'nobody' }, as())).status).toBe(404)
  })

  it('are refused where they make no sense, and nothing is stored then', async () => {
    const reply = await save([
      { key: 'birthday', required: true },
      { key: 'username', display: false },
      { key: 'shoe_size', display: true },
    ])
    expect(reply).toMatchObject({
      status: 422,
      body: { errors: { 'fields.1.display': [expect.any(String)], 'fields.2.key': ['There is no field “shoe_size”.'] } },
    })
    expect((await fieldOf('birthday')).required).toBe(false)
  })

  it('are not stored over newer ones', async () => {
    await save([{ key: 'birthday', required: true }])
    const { version } = await fieldOf('birthday')
    await save([{ key: 'birthday', required: false, version }])
    expect((await save([{ key: 'birthday', display: false, version }])).body.errorCode).toBe('stale-version')
  })

  it('are for those who may write users', async () => {
    const staff = await server.signIn('staff')
    expect((await server.post('profile-fields-save', { fields: [{ key: 'birthday', required: true }] }, as(staff))).status).toBe(403)
  })
})

describe('a required field', () => {
  it('is marked in every form of users, and refused when it is empty', async () => {
    await save([{ key: 'code_melli', required: true }])
    expect((await form()).schema.properties.code_melli.rules).toContain('required')
    expect((await server.get('users-panel-fetch', {}, as())).body.metadata.form.schema.properties.code_melli.rules).toContain('required')
    const create = (await server.get('screen', { name: 'persons-users-create' }, as())).body.results
    expect(JSON.stringify(create)).toContain('"code_melli"')
    const own = await server.get('edit-profile-fetch', {}, as(await server.signIn('customer')))
    expect(own.body.metadata.form.schema.properties.code_melli.rules).toContain('required')
    expect((await write({ first_name: 'Ema', code_melli: '' })).body.errors).toEqual({ code_melli: [expect.stringContaining('required')] })
    const user = { username: 'no.code', roles: ['customer'], password: 'a first password' }
    expect((await server.post('user-create', user, as())).body.errors).toEqual({ code_melli: [expect.any(String)] })
    expect((await server.post('user-create', { ...user, code_melli: '0499370899' }, as())).status).toBe(200)
  })

  it('locks nobody out who lacks it', async () => {
    await write({ birthday: null })
    await save([{ key: 'birthday', required: true }])
    const token = await server.signIn('customer')
    expect((await server.post('user-preferences-save', { panel_locale: 'en' }, { token })).status).toBe(200)
    expect((await server.post('user-panel-role-assign', { id: customer, role: 'operator' }, as())).status).toBe(200)
    expect((await server.delete('user-panel-role-resign', { id: customer, role: 'operator' }, as())).status).toBe(200)
    expect((await write({ blocked: true })).status).toBe(200)
    expect((await write({ blocked: false })).status).toBe(200)
    expect((await write({ first_name: 'Emma' })).body.errors).toEqual({ birthday: [expect.any(String)] })
    expect((await write({ first_name: 'Emma', birthday: '1990-01-02' })).status).toBe(200)
  })
})

describe('a field that is turned off', () => {
  it('is nowhere: in forms, answers, lists, details, and writes', async () => {
    await write({ birthday: '1990-01-02' })
    await save([
      { key: 'birthday', display: false },
      { key: 'email', display: false },
      { key: 'mobile', display: false },
    ])
    const whole = await form(customer)
    expect(whole.schema.properties).not.toHaveProperty('birthday')
    expect(fieldsIn(whole.layout)).not.toContain('email')
    for (const [call, params] of [
      ['view-profile', { id: customer }],
      ['single', { model: 'user', id: customer }],
    ] as const) {
      const { body } = await server.get(call, params, as())
      expect(body.results).toHaveProperty('first_name')
      for (const name of ['birthday', 'email', 'mobile']) expect(body.results).not.toHaveProperty(name)
    }
    const grid = await server.get('users-grid', { role: 'customer' }, as())
    expect(JSON.stringify(grid.body.metadata.grid.columns.map(({ key }: Json) => key))).not.toMatch(/email|mobile/)
    const screen = await server.get('screen', { name: 'persons-user-profile', id: customer }, as())
    expect(JSON.stringify(screen.body.results)).not.toMatch(/"birthday"/)
    const [found] = (await server.get('user-search', { search: 'customer' }, as())).body.results
    expect(found).toMatchObject({ email: null, mobile: null })
    const own = await server.get('profile-fetch', {}, as(await server.signIn('customer')))
    expect(own.body.results).not.toHaveProperty('email')
    expect((await write({ birthday: '1991-01-02' })).body.errors).toEqual({ birthday: [expect.stringContaining('not a known field')] })
  })

  it('keeps what is stored for when it is turned on again', async () => {
    await write({ birthday: '1990-01-02' })
    await save([{ key: 'birthday', display: false }])
    expect((await write({ first_name: 'Emma' })).status).toBe(200)
    await save([{ key: 'birthday', display: true }])
    expect((await server.get('view-profile', { id: customer }, as())).body.results.birthday).toBe('1990-01-02')
  })

  it('takes the pages and calls of addresses away', async () => {
    await save([{ key: 'addresses', display: false }])
    expect((await server.get('screen', { name: 'persons-user-addresses', id: customer }, as())).status).toBe(403)
    expect((await server.get('address-list', {}, as())).status).toBe(403)
    const layout = await server.get('layout', {}, as())
    expect(JSON.stringify(layout.body.results.profile)).not.toContain('persons-profile-addresses')
  })
})

describe('a unique field', () => {
  it('is refused when somebody else has the value, also at once', async () => {
    await save([{ key: 'postal_code', unique: true }])
    const made = (username: string) =>
      server.post('user-create', { username, roles: ['customer'], password: 'a first password', postal_code: '12345' }, as())
    const both = await Promise.all([made('post.one'), made('post.two')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await write({ postal_code: '12345' })).body.errors).toEqual({ postal_code: ['This value is already taken.'] })
  })

  it('cannot be made of one whose values are shared', async () => {
    const [one, two] = (await server.get('user-search', { search: '', slug: 'customer' }, as())).body.results
    for (const { id } of [one, two]) await server.post('user-save', { id, data: { postal_code: '54321' } }, as())
    expect((await save([{ key: 'postal_code', unique: true }])).body.errors['fields.0.unique']).toEqual([
      expect.stringContaining('2 users'),
    ])
  })
})

describe('numbers and addresses', () => {
  it('are of this country alone without country codes', async () => {
    expect((await write({ mobile: '+4915112345678' })).status).toBe(200)
    await save([
      { key: 'mobile', country_code: false },
      { key: 'phones', country_code: false },
    ])
    expect((await write({ mobile: '+4915112345679' })).body.errors).toEqual({ mobile: ['Only numbers of this country are accepted.'] })
    expect((await write({ phones: [{ number: { country_code: '49', phone: '3012345' } }] })).status).toBe(422)
    expect((await write({ mobile: '09121234500' })).status).toBe(200)
  })

  it('are not checked without validation', async () => {
    expect((await write({ mobile: '123' })).status).toBe(422)
    await save([{ key: 'mobile', phone_validation: false }])
    expect((await write({ mobile: '1234' })).status).toBe(200)
    await write({ mobile: '09121234500' })
  })

  it('are one or several', async () => {
    const phones = [
      { title: 'Home', number: { country_code: '98', phone: '2112345678' } },
      { title: 'Work', number: { country_code: '98', phone: '2187654321' } },
    ]
    expect((await write({ phones })).status).toBe(200)
    await save([
      { key: 'phones', multi_phone: false },
      { key: 'addresses', multi_address: false },
    ])
    expect((await write({ phones })).status).toBe(422)
    expect((await write({ phones: phones.slice(0, 1) })).status).toBe(200)
    const [place] = await server.database.read((trx) =>
      trx.selectFrom('data.division').select('id').where('type', '=', 'city').limit(1).execute(),
    )
    const address = { title: 'Home', city: place!.id, text: 'Street 1' }
    const token = await server.signIn('operator')
    const replies = [await server.post('address-save', address, as(token)), await server.post('address-save', address, as(token))]
    expect(replies[1]!.body.errors).toMatchObject({ title: ['A user has one address only.'] })
  })
})

it('forms ask for the fields by group and in their order', async () => {
  await save([{ key: 'birthday', group: 'contact', order: 1 }])
  const { layout } = await form(customer)
  expect(layout.map(({ panel }: Json) => panel)).toEqual(['Identity', 'Contact', 'Account', 'Further'])
  expect(fieldsIn(layout[1].fields).filter((name) => name !== 'columns')[0]).toBe('birthday')
  await save([{ key: 'birthday', group: 'identity', order: 60 }])
})
