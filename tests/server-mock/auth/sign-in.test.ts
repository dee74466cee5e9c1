import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { demoPassword } from '#server/features/persons/seed.ts'
import { freeAttempts } from '#server/features/auth/attempt-limits.ts'
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
        .selectFrom('data.login_entry')
        .select(['status', 'reason', 'user_id', 'ip'])
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
    expect((await server.get('login-configs')).body.results).toMatchObject({
      methods: ['password', 'otp', 'passkey'],
      password_recovery: true,
    })
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
    expect(await history()).toMatchObject({ status: 'successful', reason: null, ip: '127.0.0.1' })
  })

  it.each(['  Staff ', 'staff@example.com', 'STAFF@EXAMPLE.COM'])('knows a user by %j', async (name) => {
    expect((await login(name)).body.results.user.username).toBe('staff')
  })

  it('answers an unknown name as it answers a wrong password', async () => {
    const wrong = await login('staff', 'wrong')
    expect(wrong).toMatchObject({ status: 403, body: { errorCode: 'login-failed', userMessage: 'The username or the password is wrong.' } })
    expect((await login('nobody', 'wrong')).body).toEqual(wrong.body)
    expect(await history()).toMatchObject({ status: 'unsuccessful', reason: 'login-failed', user_id: null })
  })

  it('makes whoever guesses wait, longer each time, with a sentence that says for how long', async () => {
    const start = Date.now()
    const at = (seconds: number) => server.setClock(new Date(start + seconds * 1000))
    at(0)
    for (let attempt = 0; attempt < freeAttempts; attempt += 1) expect((await login('editor', 'wrong')).status).toBe(403)
    const { status, body, headers } = await login('editor')
    expect([status, body.errorCode, headers['retry-after']]).toEqual([429, 'too-many-requests', '5'])
    expect(body.userMessage).toMatch(/5 s/)
    expect((await login('staff')).status).toBe(200)
    at(6)
    expect((await login('editor', 'wrong')).status).toBe(403)
    expect((await login('editor')).headers['retry-after']).toBe('10')
    at(17)
    expect((await login('editor', 'wrong')).status).toBe(403)
    at(17 + 21)
    expect((await login('editor')).status).toBe(200)
    expect((await login('editor', 'wrong')).status).toBe(403)
    expect((await login('editor')).status).toBe(200)
    server.setClock(undefined)
  })

  it.each(['staff', 'STAFF', '  Staff ', 'staff@example.com'])('counts the account, not the spelling: %j', async (name) => {
    for (const spelling of ['staff', 'Staff@Example.com', 'STAFF ', ' staff@example.com', 'sTaff'])
      expect((await login(spelling, 'wrong')).status).toBe(403)
    expect((await login(name)).status).toBe(429)
  })

  it('counts a mobile number once, however it is written and whether or not somebody has it', async () => {
    const spellings = ['09121112233', '+989121112233', '00989121112233', '۰۹۱۲ ۱۱۱ ۲۲۳۳', '0912 111 2233']
    for (const spelling of spellings) expect((await login(spelling, 'wrong')).status).toBe(403)
    expect((await login('989121112233', 'wrong')).status).toBe(429)
  })

  it('leaves the owner of a name in from elsewhere, however often it is guessed', async () => {
    const from = (remoteAddress: string, password: string) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/login',
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ username: 'staff', password }),
      })
    for (let host = 1; host <= 6; host += 1)
      for (let attempt = 0; attempt <= freeAttempts; attempt += 1) await from(`198.51.100.${host}`, 'wrong')
    expect((await from('198.51.100.1', demoPassword)).status).toBe(429)
    expect((await from('203.0.113.9', demoPassword)).status).toBe(200)
    for (let host = 1; host <= freeAttempts; host += 1) await from(`2001:db8::${host}`, 'wrong')
    expect((await from('2001:db8::ffff', demoPassword)).status).toBe(429)
  })

  it('is not got around by many attempts at once', async () => {
    const replies = await Promise.all(Array.from({ length: freeAttempts + 6 }, () => login('operator', 'wrong')))
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(freeAttempts)
  })

  it('does not count what succeeded', async () => {
    for (let attempt = 0; attempt < freeAttempts + 3; attempt += 1) expect((await login('staff')).status).toBe(200)
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
