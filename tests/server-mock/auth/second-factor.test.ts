import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const codeAt = (secret: string, moment: Date) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment.getTime() })

describe.each(databaseKinds)('the second factor on %s', (kind) => {
  let server: TestServer
  let clock = Date.now()
  /** Half a minute later, so that the next code of an app is another one. */
  const later = (ms = 30_000): Date => {
    clock += ms
    server.setClock(new Date(clock))
    return new Date(clock)
  }
  beforeAll(async () => {
    server = await startTestServer({ kind })
    later()
  })
  afterAll(() => server.close())

  const login = (username: string, ip = '203.0.113.5') =>
    server.inject({
      method: 'POST',
      url: '/api/v1/login',
      remoteAddress: ip,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username, password: demoPassword }),
    })
  const finish = (challenge: string, code: string, ip = '203.0.113.5') =>
    server.inject({
      method: 'PUT',
      url: '/api/v1/login-second-factor',
      remoteAddress: ip,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ challenge, code }),
    })
  async function enrol(username: string) {
    const token = await server.signIn(username)
    const { secret } = (await server.patch('two-factor-generate', {}, { token })).body.results
    const reply = await server.patch('two-factor-enable', { code: codeAt(secret, later()) }, { token })
    expect(reply.status).toBe(200)
    return { token, secret: secret as string, codes: reply.body.results.backup_codes as string[] }
  }
  const idOf = (username: string) =>
    server.database.read(
      async (trx) =>
        (await trx.selectFrom('data.user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id as number,
    )

  it('shows a secret that is not active until a current code confirms it', async () => {
    const token = await server.signIn('editor')
    const { body } = await server.patch('two-factor-generate', {}, { token })
    expect(body.results).toMatchObject({ active: false, secret: expect.stringMatching(/^[A-Z2-7]{32}$/) })
    expect(new URL(body.results.uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' })
    expect(new URL(body.results.uri).searchParams.get('secret')).toBe(body.results.secret)
    const wrong = await server.patch('two-factor-enable', { code: codeAt(body.results.secret, new Date(clock - 300_000)) }, { token })
    expect(wrong).toMatchObject({ status: 403, body: { errorCode: 'code-refused', errors: { code: [expect.any(String)] } } })
    expect((await server.get('two-factor', {}, { token })).body.results).toMatchObject({ active: false, required: false })
    expect((await server.patch('two-factor-generate', {}, { token })).body.results.secret).toBe(body.results.secret)
    const right = await server.patch('two-factor-enable', { code: codeAt(body.results.secret, later()) }, { token })
    expect(right.body.results).toEqual({ active: true, backup_codes: expect.any(Array) })
    expect(new Set(right.body.results.backup_codes).size).toBe(6)
    expect(await server.patch('two-factor-enable', { code: '123456' }, { token })).toMatchObject({ status: 409 })
    expect((await server.get('check-token', {}, { token })).body.results.two_fa).toBe(true)
  })

  it('asks for a code after the password, and takes each code once', async () => {
    const { secret } = await enrol('staff')
    const first = (await login('staff')).body.results
    expect(first).toMatchObject({ method: 'authenticator', expires_in: 300, form: { name: 'second-factor' } })
    expect(first.token).toBeUndefined()
    const code = codeAt(secret, later())
    expect(await finish(first.challenge, '000000')).toMatchObject({ status: 403, body: { errorCode: 'code-refused' } })
    const persian = [...code].map((digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]).join('')
    const session = await finish(first.challenge, ` ${persian.slice(0, 3)} ${persian.slice(3)} `)
    expect(session.body.results).toMatchObject({ token: expect.any(String), two_fa: true })
    expect((await server.get('check-token', {}, { token: session.body.results.token })).status).toBe(200)
    expect(await finish(first.challenge, code)).toMatchObject({ status: 403, body: { errorCode: 'challenge-ended' } })
    const second = (await login('staff')).body.results
    expect(await finish(second.challenge, code)).toMatchObject({ status: 403, body: { errorCode: 'code-refused' } })
  })

  it('refuses codes that are late, of another step, or guessed too often', async () => {
    const { secret, codes } = await enrol('moderator')
    const late = (await login('moderator')).body.results
    const now = later(301_000)
    expect(await finish(late.challenge, codeAt(secret, now))).toMatchObject({ body: { errorCode: 'challenge-ended' } })
    expect(await finish('00000000-0000-4000-8000-000000000000', codes[0]!)).toMatchObject({ body: { errorCode: 'challenge-ended' } })
    const guessed = (await login('moderator', '203.0.113.9')).body.results
    for (let guess = 0; guess < 5; guess += 1)
      expect(await finish(guessed.challenge, `00000${guess}`, `198.51.100.${guess}`)).toMatchObject({ body: { errorCode: 'code-refused' } })
    expect(await finish(guessed.challenge, codes[0]!, '198.51.100.9')).toMatchObject({ body: { errorCode: 'challenge-ended' } })
  })

  it('takes a backup code once, however many try it at the same time', async () => {
    const { token, codes } = await enrol('operator')
    const steps = await Promise.all(
      [0, 1, 2, 3].map(async (host) => (await login('operator', `203.0.113.2${host}`)).body.results.challenge),
    )
    const tried = await Promise.all(steps.map((challenge, host) => finish(challenge, codes[2]!.toUpperCase(), `203.0.113.2${host}`)))
    expect(tried.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403])
    const used = (await server.get('used-backup-codes', {}, { token })).body.results
    expect(used).toEqual([expect.objectContaining({ code: `…${codes[2]!.slice(-4)}`, used_at: expect.any(String) })])
    expect((await server.get('two-factor', {}, { token })).body.results.backup_codes_left).toBe(5)
  })

  it('shows backup codes once, and for ten minutes; new ones discard the old', async () => {
    const { token, codes } = await enrol('accountant')
    expect((await server.get('backup-codes', {}, { token })).body.results).toEqual({ codes, total: 6, left: 6 })
    expect((await server.get('backup-codes', {}, { token })).body.results.codes).toEqual([])
    const made = (await server.patch('backup-codes-generate', {}, { token })).body.results.codes
    expect(made).toHaveLength(6)
    later(10 * 60_000 + 1)
    expect((await server.get('backup-codes', {}, { token })).body.results.codes).toEqual([])
    const { challenge } = (await login('accountant')).body.results
    expect(await finish(challenge, codes[0]!)).toMatchObject({ status: 403 })
    expect(await finish(challenge, made[0])).toMatchObject({ status: 200 })
  })

  it('is turned off with a code alone, and by an administrator for somebody else', async () => {
    const { token, secret } = await enrol('content_manager')
    expect(await server.patch('two-factor-disable', { code: '000000' }, { token })).toMatchObject({ status: 403 })
    expect((await server.patch('two-factor-disable', { code: codeAt(secret, later()) }, { token })).body.results).toEqual({ active: false })
    expect((await login('content_manager')).body.results.token).toEqual(expect.any(String))
    await enrol('content_manager')
    const id = await idOf('content_manager')
    const customer = await server.signIn('customer')
    expect(await server.patch('two-factor-disable-for-user', { id }, { token: customer })).toMatchObject({ status: 403 })
    const administrator = await server.signIn('administrator')
    const off = await server.patch('two-factor-disable-for-user', { id }, { token: administrator })
    expect(off.body.results).toEqual({ id, active: false })
    expect((await login('content_manager')).body.results.token).toEqual(expect.any(String))
    const own = await server.patch('two-factor-disable-for-user', { id: await idOf('administrator') }, { token: administrator })
    expect(own.status).toBe(422)
  })

  it('lets who must have one and has none reach its page and the way out alone', async () => {
    const administrator = await server.signIn('administrator')
    const role = await server.database.read((trx) =>
      trx.selectFrom('data.role').select(['id', 'version']).where('slug', '=', 'customer').executeTakeFirstOrThrow(),
    )
    const required = await server.post('role-two-step', { ...role, two_step_required: true }, { token: administrator })
    expect(required.status).toBe(200)
    const { token, second_factor_required } = (await login('customer')).body.results
    expect(second_factor_required).toBe(true)
    for (const name of ['profile-fetch', 'sessions', 'login-history-grid', 'change-password-form'])
      expect([name, (await server.get(name, {}, { token })).body.errorCode]).toEqual([name, 'second-factor-required'])
    for (const name of ['layout', 'check-token', 'two-factor', 'preferences-fetch'])
      expect([name, (await server.get(name, {}, { token })).status]).toEqual([name, 200])
    expect((await server.get('screen', { name: 'persons-profile-two-factor' }, { token })).status).toBe(200)
    expect((await server.get('screen', { name: 'persons-profile-edit' }, { token })).status).toBe(403)
    const { secret } = (await server.patch('two-factor-generate', {}, { token })).body.results
    await server.patch('two-factor-enable', { code: codeAt(secret, later()) }, { token })
    expect((await server.get('profile-fetch', {}, { token })).status).toBe(200)
    const off = await server.patch('two-factor-disable', { code: codeAt(secret, later()) }, { token })
    expect(off).toMatchObject({ status: 409, body: { userMessage: expect.stringMatching(/\S/) } })
  })

  it('is changed by who has proved lately that it is him', async () => {
    const token = await server.signIn('olivia.bennett')
    later(16 * 60_000)
    expect(await server.patch('two-factor-generate', {}, { token })).toMatchObject({
      status: 403,
      body: { errorCode: 'identity-unproved' },
    })
    expect((await server.get('confirm-identity-form', {}, { token })).body.results.name).toBe('confirm-password')
    expect(await server.post('confirm-identity', { password: 'wrong' }, { token })).toMatchObject({ status: 422 })
    expect((await server.post('confirm-identity', { password: demoPassword }, { token })).body.results).toEqual({ confirmed: true })
    expect((await server.patch('two-factor-generate', {}, { token })).status).toBe(200)
  })

  it('keeps no secret and no code in clear text', async () => {
    const { secret, codes } = await enrol('lucas.moreau')
    const { rows } = await server.database.read((trx) =>
      sql<{ text: string }>`select row_to_json(f)::text as text from pishkhan.second_factors f
        union all select row_to_json(b)::text from pishkhan.backup_codes b
        union all select row_to_json(i)::text from pishkhan.idempotency i`.execute(trx),
    )
    const text = rows.map((row) => row.text).join()
    for (const word of [secret, ...codes]) expect(text).not.toContain(word)
  })
})
