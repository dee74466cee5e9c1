import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { demoPassword } from '#server/features/persons/seed.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { lastCode, sentTo } from './sent-codes.ts'

const en = { headers: { 'x-locale': 'en' } }
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe.each(databaseKinds)('codes that are sent, on %s', (kind) => {
  let server: TestServer
  const start = Date.now()
  const at = (seconds: number) => server.setClock(new Date(start + seconds * 1000))
  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.setClock(undefined)
    await server.database.transaction((trx) => trx.deleteFrom('pishkhan.rate_limits').execute())
  })

  const user = (username: string) =>
    server.database.read((trx) =>
      trx.selectFrom('data.user').select(['id', 'email', 'mobile']).where('username', '=', username).executeTakeFirstOrThrow(),
    )
  const send = (identifier: string, channel?: string) => server.post('login-send-otp', { identifier, channel }, en)
  const finish = (challenge: string, code: string) => server.post('login-with-otp', { challenge, code }, en)
  const ask = (identifier: string, channel = 'mail') => server.post('password-recovery-request', { identifier, channel }, en)
  const verify = (challenge: string, code: string) => server.post('verify-token', { challenge, code }, en)
  const recover = (challenge: string, password: string, confirmation = password) =>
    server.post('password-recovery', { challenge, password, password_confirmation: confirmation }, en)
  /** A recovery up to the step that sets the password. */
  async function verified(username: string): Promise<string> {
    const { challenge } = (await ask(`${username}@example.com`)).body.results
    return (await verify(challenge, await lastCode(server, `${username}@example.com`))).body.results.challenge
  }

  it('are offered to visitors, with the form that asks for them', async () => {
    expect((await server.get('login-configs')).body.results).toEqual({
      methods: ['password', 'otp', 'passkey'],
      otp_channels: ['pattern_sms', 'mail', 'two_step'],
      social_providers: [],
      register: true,
      password_recovery: true,
    })
    const otp = await server.get('login-request-otp', {}, en)
    expect(otp.body.results.channels).toEqual(['pattern_sms', 'mail', 'two_step'])
    expect(otp.body.metadata.form).toMatchObject({ data: { channel: 'pattern_sms' }, submit: { options: { name: 'login-send-otp' } } })
    const recovery = await server.get('password-recovery-config', {}, en)
    expect(recovery.body.results.channels).toEqual(['sms', 'mail'])
    expect(recovery.body.metadata.form.ui.channel.options).toHaveLength(2)
  })

  it('sign in once, by mail and by SMS, typed with Persian digits too', async () => {
    const { mobile } = await user('staff')
    const mailed = await send('staff@example.com', 'mail')
    expect(mailed).toMatchObject({ status: 200, body: { results: { expires_in: 120, method: 'mail', resend: 'login-send-otp' } } })
    const code = await lastCode(server, 'staff@example.com')
    expect(code).toMatch(/^[0-9]{6}$/)
    const { challenge } = mailed.body.results
    const persian = code.replace(/[0-9]/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!)
    const signed = await finish(challenge, ` ${persian.slice(0, 3)} ${persian.slice(3)}`)
    expect(signed.body.results).toMatchObject({ token: expect.any(String), user: { username: 'staff' } })
    expect(await finish(challenge, code)).toMatchObject({ status: 403, body: { errorCode: 'challenge-ended' } })
    const texted = await send(String(mobile).replace('+98', '0'))
    expect(texted.body.results.method).toBe('sms')
    expect((await sentTo(server, String(mobile)))[0]).toMatchObject({ channel: 'pattern-sms', template: 'auth/sign_in_code' })
    expect((await finish(texted.body.results.challenge, await lastCode(server, String(mobile)))).status).toBe(200)
  })

  it('are good for two minutes', async () => {
    at(0)
    const { challenge } = (await send('staff')).body.results
    const code = await lastCode(server, 'staff@example.com')
    at(121)
    expect((await finish(challenge, code)).body.errorCode).toBe('challenge-ended')
  })

  it('belong to their challenge, and end after five wrong ones', async () => {
    const { challenge } = (await send('staff', 'mail')).body.results
    const code = await lastCode(server, 'staff@example.com')
    const elsewhere = (await send('editor', 'mail')).body.results.challenge
    expect((await verify(challenge, code)).body.errorCode).toBe('challenge-ended')
    expect((await finish(elsewhere, code)).body.errorCode).toBe('code-refused')
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await finish(challenge, other(code))).toMatchObject({ status: 403, body: { errorCode: 'code-refused' } })
    expect((await finish(challenge, code)).status).not.toBe(200)
  })

  it('say nothing of whether there is an account', async () => {
    const known = await send('staff@example.com', 'mail')
    const unknown = await send('nobody@example.com', 'mail')
    const shape = ({ status, body }: typeof known) => [
      status,
      { ...body, requestId: 0, results: { ...body.results, challenge: 0, expires_at: 0 } },
    ]
    expect(shape(unknown)).toEqual(shape(known))
    expect(await sentTo(server, 'nobody@example.com')).toEqual([])
    const wrong = await finish(known.body.results.challenge, other(await lastCode(server, 'staff@example.com')))
    const never = await finish(unknown.body.results.challenge, '123456')
    expect([never.status, never.body.errorCode, never.body.userMessage]).toEqual([
      wrong.status,
      wrong.body.errorCode,
      wrong.body.userMessage,
    ])
  })

  it('make who asks for many of them wait, and leave the owner in from elsewhere', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect((await send('staff', 'mail')).status).toBe(200)
    expect(await send('staff', 'mail')).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
    expect((await send('nobody', 'mail')).status).toBe(200)
    const elsewhere = await server.inject({
      method: 'POST',
      url: '/api/v1/login-send-otp',
      remoteAddress: '198.51.100.7',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ identifier: 'staff', channel: 'mail' }),
    })
    expect((await finish(elsewhere.body.results.challenge, await lastCode(server, 'staff@example.com'))).status).toBe(200)
  })

  it('are replaced by a new one, which makes the one before void', async () => {
    const first = (await send('staff', 'mail')).body.results.challenge
    const before = await lastCode(server, 'staff@example.com')
    const second = await server.post('login-send-otp', { challenge: first }, en)
    expect(second).toMatchObject({ status: 200, body: { results: { expires_in: 120 } } })
    expect((await finish(first, before)).body.errorCode).toBe('challenge-ended')
    expect((await server.post('login-send-otp', { challenge: first }, en)).body.errorCode).toBe('challenge-ended')
    expect((await finish(second.body.results.challenge, await lastCode(server, 'staff@example.com'))).status).toBe(200)
  })

  it('are no way around the authenticator app', async () => {
    const token = await server.signIn('accountant')
    const { secret } = (await server.patch('two-factor-generate', {}, { token })).body.results
    const app = () => new TOTP({ secret: Secret.fromBase32(secret) })
    await server.patch('two-factor-enable', { code: app().generate() }, { token })
    const { challenge } = (await send('accountant', 'two_step')).body.results
    const next = await finish(challenge, await lastCode(server, 'accountant@example.com'))
    expect(next.body.results).toMatchObject({ method: 'authenticator', form: { name: 'second-factor' } })
    server.setClock(new Date(Date.now() + 30_000))
    const code = app().generate({ timestamp: Date.now() + 30_000 })
    const done = await server.put('login-second-factor', { challenge: next.body.results.challenge, code })
    expect(done.body.results.token).toEqual(expect.any(String))
  })

  it('go to nobody who is blocked, and to no address that is gone', async () => {
    const { id } = await user('moderator')
    const set = (values: Record<string, unknown>) =>
      server.database.transaction((trx) => trx.updateTable('data.user').set(values).where('id', '=', id).execute())
    const held = (await send('moderator', 'mail')).body.results.challenge
    const code = await lastCode(server, 'moderator@example.com')
    await set({ email: 'elsewhere@example.com' })
    expect((await finish(held, code)).body.errorCode).toBe('challenge-ended')
    await set({ blocked: true })
    expect((await send('moderator', 'mail')).status).toBe(200)
    expect(await sentTo(server, 'elsewhere@example.com')).toEqual([])
    await set({ blocked: false, email: 'moderator@example.com' })
  })

  it('tell which field is missing, and which way is closed', async () => {
    expect((await server.post('login-send-otp', {}, en)).body.errors.identifier).toHaveLength(1)
    expect((await server.post('login-send-otp', { identifier: 'staff', channel: 'sms' }, en)).status).toBe(422)
    expect((await finish('a challenge that never was', '123456')).body.errorCode).toBe('challenge-ended')
  })

  it('lead to a new password, with which the user signs in; the old one, his sessions and the step end', async () => {
    const session = await server.signIn('operator')
    const challenge = await verified('operator')
    expect((await recover(challenge, 'password1')).body.errors.password).toHaveLength(1)
    expect((await recover(challenge, 'a fresh secret', 'another secret')).body.errors.password_confirmation).toHaveLength(1)
    expect(await recover(challenge, 'a fresh secret')).toMatchObject({ status: 200, body: { results: { changed: true } } })
    expect((await recover(challenge, 'one more secret')).body.errorCode).toBe('challenge-ended')
    expect((await server.get('check-token', {}, { token: session })).status).toBe(401)
    const login = (password: string) => server.post('login', { username: 'operator', password })
    expect((await login(demoPassword)).status).toBe(403)
    expect((await login('a fresh secret')).status).toBe(200)
    expect((await sentTo(server, 'operator@example.com'))[0]).toMatchObject({ template: 'auth/password-changed' })
  })

  it('set no password once the mail address has changed, or ten minutes have passed', async () => {
    const change = (email: string) =>
      server.database.transaction((trx) => trx.updateTable('data.user').set({ email }).where('username', '=', 'editor').execute())
    const moved = await verified('editor')
    await change('new.editor@example.com')
    expect((await recover(moved, 'a fresh secret')).body.errorCode).toBe('challenge-ended')
    await change('editor@example.com')
    at(0)
    const late = await verified('editor')
    at(601)
    expect((await recover(late, 'a fresh secret')).body.errorCode).toBe('challenge-ended')
  })

  it('set one password, however many tabs send one at the same time', async () => {
    const challenge = await verified('staff')
    const replies = await Promise.all(['first fresh secret', 'second fresh secret'].map((password) => recover(challenge, password)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('are kept as hashes', async () => {
    await send('content_manager', 'mail')
    const code = await lastCode(server, 'content_manager@example.com')
    const rows = await server.database.read((trx) => trx.selectFrom('pishkhan.challenges').selectAll().execute())
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows.map(({ code_hash: hash, data, id }) => [hash, data, id]))).not.toContain(`"${code}"`)
    expect(rows.filter(({ code_hash: hash }) => hash !== null && !/^[\w-]{16}\.[\w-]{43}$/.test(String(hash)))).toEqual([])
  })
})

it('offers nothing that cannot be sent, with a sentence', async () => {
  const server = await startTestServer({ env: { OUTBOX: 'off' } })
  expect((await server.get('login-configs')).body.results).toMatchObject({
    methods: ['password', 'passkey'],
    otp_channels: [],
    password_recovery: false,
  })
  expect(await server.get('login-request-otp', {}, en)).toMatchObject({
    status: 409,
    body: { userMessage: expect.stringContaining('not offered here') },
  })
  expect((await server.post('password-recovery-request', { identifier: 'staff' }, en)).status).toBe(409)
  await server.close()
}, 120_000)
