import { generateKeyPairSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { relyingParty } from '#server/features/auth/passkeys/relying-party.ts'
import { mostPasskeys } from '#server/features/auth/passkeys/routes.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { Authenticator } from '#tests/helpers/authenticator.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const origin = 'https://panel.example'
const en = { 'x-locale': 'en' }

describe.each(databaseKinds)('passkeys on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind, env: { SITE_URL: origin } })
  }, 240_000)
  afterAll(() => server.close())
  afterEach(() => server.setClock(undefined))

  const device = () => new Authenticator(origin, 'panel.example')
  const startAdding = async (token: string) => (await server.post('passkey-add-start', {}, { token, headers: en })).body.results
  const send = (token: string, challenge: string, response: object, name?: string) =>
    server.post('passkey-add', { challenge, response, ...(name && { name }) }, { token, headers: en })
  /** A passkey of a user that is registered. */
  async function registered(username: string, name = 'Phone') {
    const token = await server.signIn(username)
    const authenticator = device()
    const { challenge, options } = await startAdding(token)
    const { status, body } = await send(token, challenge, authenticator.register(options), name)
    expect(status, JSON.stringify(body)).toBe(200)
    return { token, authenticator, challenge }
  }
  const start = async () => (await server.post('passkey-login-start', {}, { headers: en })).body.results
  const answer = (challenge: string, response: object) => server.post('passkey-login', { challenge, response }, { headers: en })
  async function signInWith(authenticator: Authenticator, changes: Parameters<Authenticator['assert']>[1] = {}) {
    const { challenge, options } = await start()
    return answer(challenge, authenticator.assert(options, changes))
  }

  it('are registered and listed by their owner, with an entry in the audit', async () => {
    const { token } = await registered('editor', 'Blue key')
    const { results } = (await server.get('passkeys', {}, { token })).body
    expect(results).toMatchObject({ available: true, passkeys: [{ name: 'Blue key', used_at: null }] })
    const { rows } = await server.database.read(async (trx) => ({
      rows: await trx.selectFrom('pishkhan.audit').select('action').where('action', '=', 'passkey-add').execute(),
    }))
    expect(rows).not.toEqual([])
    const [told] = (await server.get('user-notification-list', {}, { token, headers: en })).body.results as { data: { title: string } }[]
    expect(told!.data.title).toBe('A passkey was added to your account: Blue key')
    expect((await server.get('passkeys', {}, { token: await server.signIn('staff') })).body.results.passkeys).toEqual([])
  })

  it('are renamed by their owner alone, with an entry in the audit', async () => {
    const { token } = await registered('accountant', 'Old name')
    const { id } = (await server.get('passkeys', {}, { token })).body.results.passkeys.at(-1)
    const rename = (name: string, by: string) => server.put('passkey-rename', { id, name }, { token: by, headers: en })
    expect((await rename('Blue key', await server.signIn('staff'))).status).toBe(404)
    expect((await rename('   ', token)).status).toBe(422)
    expect((await rename('x'.repeat(61), token)).status).toBe(422)
    expect((await rename('  Blue key ', token)).body.results).toEqual({ name: 'Blue key' })
    expect((await server.get('passkeys', {}, { token })).body.results.passkeys.at(-1).name).toBe('Blue key')
    const entry = await server.database.read((trx) =>
      trx.selectFrom('pishkhan.audit').select(['before', 'after']).where('action', '=', 'passkey-rename').executeTakeFirstOrThrow(),
    )
    expect(entry).toEqual({ before: { name: 'Old name' }, after: { name: 'Blue key' } })
  })

  it('of somebody else are removed by administrators, who have just proved themselves; he is told, and his password stays', async () => {
    const { token, authenticator } = await registered('customer', 'Lost phone')
    const user = await server.database.read(async (trx) =>
      Number((await trx.selectFrom('data.user').select('id').where('username', '=', 'customer').executeTakeFirstOrThrow()).id),
    )
    const { passkeys } = (await server.get('passkeys', {}, { token })).body.results
    const params = { id: user, passkey: passkeys.at(-1).id }
    for (const other of ['staff', 'editor']) {
      const denied = { token: await server.signIn(other) }
      expect((await server.get('user-passkeys', { id: user }, denied)).status).toBe(403)
      expect((await server.delete('user-passkey-remove', params, denied)).status).toBe(403)
    }
    const admin = { token: await server.signIn('administrator'), headers: en }
    expect((await server.get('user-passkeys', { id: user }, admin)).body.results.passkeys).toEqual(passkeys)
    server.setClock(new Date(Date.now() + 20 * 60_000))
    expect((await server.delete('user-passkey-remove', params, admin)).body.errorCode).toBe('identity-unproved')
    server.setClock(undefined)
    expect((await server.delete('user-passkey-remove', params, admin)).status).toBe(200)
    expect((await server.delete('user-passkey-remove', params, admin)).status).toBe(404)
    expect((await signInWith(authenticator)).body.errorCode).toBe('login-failed')
    const [told] = (await server.get('user-notification-list', {}, { token, headers: en })).body.results as {
      data: Record<string, string>
    }[]
    expect(told!.data.title).toBe('A passkey was removed from your account: Lost phone')
    expect(told!.data.text).toContain('by an administrator')
    const entry = await server.database.read((trx) =>
      trx
        .selectFrom('pishkhan.audit')
        .select(['record_id', 'before'])
        .where('action', '=', 'passkey-remove')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect([Number(entry.record_id), entry.before]).toEqual([user, { name: 'Lost phone' }])
    expect(typeof (await server.signIn('customer'))).toBe('string')
  })

  it('sign in who holds them, in place of both factors, and the history says so', async () => {
    const { token: before, authenticator } = await registered('operator')
    const { secret } = (await server.patch('two-factor-generate', {}, { token: before })).body.results
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect((await server.patch('two-factor-enable', { code }, { token: before })).status).toBe(200)
    expect((await server.post('login', { username: 'operator', password: demoPassword })).body.results).toHaveProperty('challenge')
    const { status, body } = await signInWith(authenticator)
    expect([status, body.results.user.username]).toEqual([200, 'operator'])
    const { method } = await server.database.read((trx) =>
      trx.selectFrom('data.login_entry').select('method').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    expect(method).toBe('passkey')
    const { token } = body.results
    expect((await server.get('passkeys', {}, { token })).body.results.passkeys[0].used_at).not.toBeNull()
    expect((await signInWith(authenticator)).status).toBe(200)
  })

  it('are offered by the sign-in page, which learns nothing of anybody', async () => {
    expect((await server.get('login-configs')).body.results.methods).toContain('passkey')
    const { options } = await start()
    expect(options).toMatchObject({ rpId: 'panel.example', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
  })

  it.each([
    ['without the proof that it is its owner', { isUserVerified: false }],
    ['for another site', { origin: 'https://panel.example.evil' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['over another challenge', { challenge: 'b3RoZXI' }],
    ['for another user', { userHandle: 'b3RoZXI' }],
    ['with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['with a counter that has gone back', { counter: 1 }],
  ])('are refused %s', async (_, changes) => {
    const { authenticator } = await registered('staff')
    for (const _use of [1, 2]) expect((await signInWith(authenticator)).status).toBe(200)
    const { status, body } = await signInWith(authenticator, changes)
    expect([status, body.errorCode]).toEqual([403, 'login-failed'])
    expect(body.userMessage).toContain('not accepted')
    expect((await signInWith(authenticator)).status).toBe(200)
  })

  it('take each challenge once, and in time', async () => {
    const { authenticator } = await registered('moderator')
    const { challenge, options } = await start()
    const response = authenticator.assert(options)
    expect((await answer(challenge, response)).status).toBe(200)
    expect((await answer(challenge, response)).body.errorCode).toBe('challenge-ended')
    expect((await answer(challenge, authenticator.assert(options))).body.errorCode).toBe('challenge-ended')
    const late = await start()
    server.setClock(new Date(Date.now() + 11 * 60_000))
    expect((await answer(late.challenge, authenticator.assert(late.options))).body.errorCode).toBe('challenge-ended')
  })

  it('that are not known here are told as such, and what is no answer of a device is refused', async () => {
    const { body } = await signInWith(device())
    expect([body.errorCode, body.userMessage]).toEqual(['login-failed', expect.stringContaining('not known here')])
    const { authenticator } = await registered('accountant')
    const { challenge } = await start()
    const id = authenticator.id.toString('base64url')
    expect((await answer(challenge, { id, response: 'x' })).body.errorCode).toBe('login-failed')
    expect((await server.post('passkey-login', { challenge })).status).toBe(422)
  })

  it('of a blocked user sign nobody in', async () => {
    const { authenticator } = await registered('developer')
    const blocked = (value: boolean) =>
      server.database.transaction((trx) =>
        trx.updateTable('data.user').set({ blocked: value }).where('username', '=', 'developer').execute(),
      )
    await blocked(true)
    const { body } = await signInWith(authenticator)
    expect([body.errorCode, body.userMessage]).toEqual(['login-failed', expect.stringContaining('blocked')])
    await blocked(false)
    expect((await signInWith(authenticator)).status).toBe(200)
  })

  it('sign nobody in once they are removed, also the last one, by their owner alone', async () => {
    const { token, authenticator } = await registered('content_manager')
    const [{ id }] = (await server.get('passkeys', {}, { token })).body.results.passkeys
    expect((await server.delete('passkey-remove', { id }, { token: await server.signIn('customer') })).status).toBe(404)
    expect((await server.delete('passkey-remove', { id }, { token })).body.results).toEqual({ removed: 1 })
    expect((await signInWith(authenticator)).body.userMessage).toContain('not known here')
    expect((await server.get('passkeys', {}, { token })).body.results.passkeys).toEqual([])
  })

  it('are added and removed by who has proved lately that it is him, in the session that asked, once', async () => {
    const { token, authenticator, challenge } = await registered('customer')
    expect((await send(token, challenge, device().register({ challenge: 'x' }))).body.errorCode).toBe('challenge-ended')
    const taken = await startAdding(token)
    expect(taken.options.excludeCredentials).toMatchObject([{ id: authenticator.id.toString('base64url') }])
    expect((await send(token, taken.challenge, authenticator.register(taken.options))).body.userMessage).toContain('already')
    const unverified = await startAdding(token)
    expect((await send(token, unverified.challenge, device().register(unverified.options, { isUserVerified: false }))).status).toBe(409)
    const elsewhere = await startAdding(token)
    const other = await server.signIn('customer')
    expect((await send(other, elsewhere.challenge, device().register(elsewhere.options))).body.errorCode).toBe('challenge-ended')
    server.setClock(new Date(Date.now() + 16 * 60_000))
    expect((await server.post('passkey-add-start', {}, { token })).body.errorCode).toBe('identity-unproved')
    expect((await server.delete('passkey-remove', { id: 1 }, { token })).body.errorCode).toBe('identity-unproved')
  })

  it('are so many at most for a person', async () => {
    const { token } = await registered('administrator')
    const pending = await startAdding(token)
    for (let at = 1; at < mostPasskeys; at++) {
      const { challenge, options } = await startAdding(token)
      expect((await send(token, challenge, device().register(options))).status).toBe(200)
    }
    expect((await send(token, pending.challenge, device().register(pending.options))).body.userMessage).toContain(String(mostPasskeys))
    const { status, body } = await server.post('passkey-add-start', {}, { token, headers: en })
    expect([status, body.userMessage]).toEqual([409, expect.stringContaining(String(mostPasskeys))])
  })
})

describe('the domain of passkeys', () => {
  const of = (siteOrigin: string | undefined, origin?: string) => relyingParty({ config: { siteOrigin } as never, origin })

  it('is that of the configured address, else of the one that is called', () => {
    expect(of('https://panel.example', 'https://evil.example')).toEqual({ id: 'panel.example', origin: 'https://panel.example' })
    expect(of(undefined, 'http://localhost:4600')).toEqual({ id: 'localhost', origin: 'http://localhost:4600' })
  })

  it('is none where browsers have no passkeys', () => {
    for (const address of ['http://127.0.0.1:4600', 'https://192.0.2.7', 'https://[::1]', 'http://panel.example', 'nonsense', undefined])
      expect(of(undefined, address)).toBeUndefined()
  })
})
