import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { validateData } from '#schemas/rules/validation/validate-rules.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const en = { headers: { 'x-locale': 'en' } }

describe.each(databaseKinds)('making an account on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind, seed: ['settings'] })
  })
  afterAll(() => server.close())
  afterEach(() => server.database.transaction((trx) => trx.deleteFrom('pishkhan.rate_limits').execute()))

  const password = 'a fresh secret'
  const register = (values: Record<string, unknown>) =>
    server.post('register', { password, password_confirmation: password, ...values }, en)

  it('asks for the fields of users, with a password', async () => {
    const { results } = (await server.get('register-form', {}, en)).body
    expect(results.schema.required).toEqual(expect.arrayContaining(['username', 'password', 'password_confirmation']))
    expect(results.ui.mobile.title).toBe('Mobile')
    expect(results.schema.properties).not.toHaveProperty('roles')
  })

  it('gives the role of customers and signs in', async () => {
    const made = await register({ username: 'new.customer', first_name: 'Mina', email: 'mina@example.com', mobile: '۰۹۳۵ ۱۱۱ ۲۲۳۳' })
    expect(made.body.results).toMatchObject({ token: expect.any(String), user: { username: 'new.customer', name_full: 'Mina' } })
    const row = await server.database.read((trx) =>
      trx.selectFrom('data.user').select(['roles', 'mobile']).where('username', '=', 'new.customer').executeTakeFirstOrThrow(),
    )
    expect(row).toEqual({ roles: ['customer'], mobile: '+989351112233' })
    expect((await server.post('login', { username: 'new.customer', password })).status).toBe(200)
    expect((await server.get('edit-profile-fetch', {}, { token: made.body.results.token })).status).toBe(200)
  })

  it.each([
    ['username', { username: 'staff' }],
    ['email', { username: 'another.one', email: 'staff@example.com' }],
    ['password', { username: 'another.one', password: 'another.one1', password_confirmation: 'another.one1' }],
    ['password_confirmation', { username: 'another.one', password_confirmation: 'something else' }],
    ['username', { username: 'Bad Name!' }],
    ['roles', { username: 'another.one', roles: ['administrator'] }],
  ])('refuses a wrong %s and makes nothing', async (field, values) => {
    const { status, body } = await register(values)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect((await server.post('login', { username: 'another.one', password })).status).toBe(403)
  })

  it('says of a mobile number what the form says, however it is wrong', async () => {
    const { schema } = (await server.get('register-form', {}, en)).body.results
    for (const mobile of ['12345', '0912', 'abc', '12', '+1']) {
      const { body } = await register({ username: 'another.one', mobile })
      const inForm = validateData(schema, { username: 'another.one', password, password_confirmation: password, mobile })
      expect(body.errors.mobile, mobile).toEqual(
        inForm.mobile!.map(({ key, values }) => ruleMessage('en', key, { ...values, label: 'Mobile' })),
      )
    }
  })

  it('asks for what the settings of the fields require, and has no field that they turn off', async () => {
    const token = await server.signIn('administrator')
    const fields = [
      { key: 'mobile', required: true },
      { key: 'last_name', display: false },
    ]
    expect((await server.post('profile-fields-save', { fields }, { token })).status).toBe(200)
    const { schema } = (await server.get('register-form', {}, en)).body.results
    expect(schema.properties).not.toHaveProperty('last_name')
    expect(schema.properties.mobile.rules).toContain('required')
    expect(Object.keys((await register({ username: 'no.mobile' })).body.errors)).toEqual(['mobile'])
    expect((await register({ username: 'has.mobile', mobile: '09351112244' })).status).toBe(200)
  })

  it('is not offered once the settings close it', async () => {
    const token = await server.signIn('administrator')
    const { id } = await server.database.read((trx) =>
      trx.selectFrom('data.setting').select('id').where('key', '=', 'sign_in_ways').executeTakeFirstOrThrow(),
    )
    expect((await server.post('settings-save', { id, data: { choices: ['otp'] } }, { token })).status).toBe(200)
    expect((await server.get('login-configs')).body.results).toMatchObject({ register: false, password_recovery: false })
    const closed = await server.get('register-form', {}, en)
    expect([closed.status, closed.body.userMessage]).toEqual([409, expect.stringContaining('Registration is closed')])
    expect((await register({ username: 'too.late' })).status).toBe(409)
  })
})
