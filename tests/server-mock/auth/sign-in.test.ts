import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { demoPassword } from '#server/features/persons/seed.ts'
import { everywhereLimit, nameLimit } from '#server/features/auth/sign-in.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  afterAll(() => server.close())
  afterEach(() => server.database.transaction((trx) => trx.deleteFrom('pishkhan.rate_limits').execute()))

  const login = (username: string, password = demoPassword) =>
    server.post('login', { username, password }, { headers: { 'x-locale': 'en' } })
  const history = () =>
    server.database.read((trx) =>
      trx
        .selectFrom('pishkhan.login_history')
        .select(['success', 'reason', 'user_id', 'username', 'ip'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    )

  it('offers its form to visitors, in their language', async () => {
    const form = async (locale: string) => (await server.get('login-form', {}, { headers: { 'x-locale': locale } })).body.results
    expect(await form('en')).toMatchObject({
      schema: { required: ['username', 'password'] },
      ui: { username: { title: 'Username' }, password: { title: 'Password', widget: 'password' } },
      submit: { title: 'Sign in', options: { name: 'login' } },
    })
    expect((await form('fa')).ui.password.title).toBe('گذرواژه')
    expect((await server.get('login-configs')).body.results).toMatchObject({ methods: ['password'], otp_channels: [] })
  })

  it('gives a token whose payload says who it is for', async () => {
    const { body } = await login('developer')
    expect(body.results).toMatchObject({
      user: { username: 'developer' },
      preferences: { panel_locale: null, timezone: null },
      two_fa: false,
      password_force_change: false,
    })
    const payload = JSON.parse(Buffer.from(body.results.token.split('.')[1], 'base64url').toString())
    expect(payload).toMatchObject({ sub: String(body.results.user.id), roles: ['developer'], is_admin: false, is_developer: true })
    expect(await history()).toMatchObject({ success: true, reason: null, ip: '127.0.0.1' })
  })

  it.each(['  Staff ', 'staff@example.com', 'STAFF@EXAMPLE.COM'])('knows a user by %j', async (name) => {
    expect((await login(name)).body.results.user.username).toBe('staff')
  })

  it('answers an unknown name as it answers a wrong password', async () => {
    const wrong = await login('staff', 'wrong')
    expect(wrong).toMatchObject({ status: 403, body: { errorCode: 'login-failed', userMessage: 'The username or the password is wrong.' } })
    expect((await login('nobody', 'wrong')).body).toEqual(wrong.body)
    expect(await history()).toMatchObject({ success: false, reason: 'login-failed', user_id: null, username: '' })
  })

  it('stops guessing a name after some failures, with a sentence that says for how long', async () => {
    for (let attempt = 0; attempt < nameLimit; attempt += 1) expect((await login('editor', 'wrong')).status).toBe(403)
    const { status, body, headers } = await login('editor')
    expect(status).toBe(429)
    expect(body.errorCode).toBe('too-many-requests')
    expect(body.userMessage).toMatch(/15 min/)
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
    expect(
      (await server.post('login', { username: 'editor', password: 'wrong' }, { headers: { 'x-locale': 'fa' } })).body.userMessage,
    ).toContain('۱۵ دقیقه')
    expect((await login('staff')).status).toBe(200)
    server.setClock(new Date(Date.now() + 16 * 60_000))
    expect((await login('editor')).status).toBe(200)
    server.setClock(undefined)
  })

  it('leaves the owner of a name in from elsewhere, until the name is guessed from everywhere', async () => {
    for (let attempt = 0; attempt <= nameLimit; attempt += 1) await login('staff', 'wrong')
    const elsewhere = (password: string) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/login',
        remoteAddress: '203.0.113.9',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ username: 'staff', password }),
      })
    expect((await login('staff')).status).toBe(429)
    expect((await elsewhere(demoPassword)).status).toBe(200)
    await elsewhere('wrong')
    await server.database.transaction((trx) =>
      trx.updateTable('pishkhan.rate_limits').set({ count: everywhereLimit }).where('key', 'like', 'login-name:%').execute(),
    )
    expect((await elsewhere(demoPassword)).status).toBe(429)
  })

  it('is not got around by many attempts at once', async () => {
    const replies = await Promise.all(Array.from({ length: nameLimit + 6 }, () => login('operator', 'wrong')))
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(nameLimit)
  })

  it('does not count what succeeded', async () => {
    for (let attempt = 0; attempt < nameLimit + 3; attempt += 1) expect((await login('staff')).status).toBe(200)
  })

  it('refuses a blocked user, and ends what he has open', async () => {
    const token = await server.signIn('moderator')
    const block = (blocked: boolean) =>
      server.database.transaction((trx) => trx.updateTable('data.user').set({ blocked }).where('username', '=', 'moderator').execute())
    await block(true)
    expect(await server.get('check-token', {}, { token })).toMatchObject({ status: 401, body: { errorCode: 'endpoint-401' } })
    expect((await login('moderator')).body).toMatchObject({ errorCode: 'login-failed', userMessage: expect.stringContaining('blocked') })
    expect((await login('moderator', 'wrong')).body.userMessage).not.toContain('blocked')
    await block(false)
    expect((await login('moderator')).status).toBe(200)
  })

  it('stores no password in clear', async () => {
    const rows = await server.database.read((trx) => trx.selectFrom('pishkhan.credentials').select('password_hash').execute())
    expect(rows.length).toBeGreaterThan(40)
    expect(rows.filter(({ password_hash: hash }) => !String(hash).startsWith('$argon2id$'))).toEqual([])
    expect(new Set(rows.map(({ password_hash: hash }) => hash)).size).toBe(rows.length)
  })
})
