import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { providersVariable, startOidcProvider, type OidcProvider } from '#tests/helpers/oidc-provider.ts'
import { startTestServer, type Reply, type TestServer } from '#tests/helpers/server.ts'

describe.each(databaseKinds)('signing in at a provider on %s', (kind) => {
  let server: TestServer
  let provider: OidcProvider
  beforeAll(async () => {
    provider = await startOidcProvider()
    server = await startTestServer({ kind, env: { SITE_URL: 'https://panel.example', OIDC_PROVIDERS: providersVariable(provider) } })
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })
  beforeEach(() => {
    for (const key of Object.keys(provider.behaviour)) Reflect.deleteProperty(provider.behaviour, key)
    Object.assign(provider.behaviour, { subject: 'nobody', claims: {} })
  })

  const headers = { 'accept-language': 'en', 'x-locale': 'en' }
  const start = async () => (await server.post('social-login-start', { provider: 'example' })).body.results as Visit
  interface Visit {
    url: string
    challenge: string
  }
  /** Goes to the provider and comes back; what comes back may be changed on the way. */
  const comeBack = async ({ url, challenge }: Visit, changes: Record<string, string> = {}): Promise<Reply> =>
    server.post('social-login', { provider: 'example', challenge, ...(await provider.visit(url)), ...changes }, { headers })
  const signInAs = async (subject: string) => {
    provider.behaviour.subject = subject
    return comeBack(await start())
  }
  async function link(username: string, subject: string): Promise<{ token: string; reply: Reply }> {
    const token = await server.signIn(username)
    provider.behaviour.subject = subject
    const { url, challenge } = (await server.post('social-link-start', { provider: 'example' }, { token })).body.results as Visit
    const payload = { provider: 'example', challenge, ...(await provider.visit(url)) }
    return { token, reply: await server.post('social-link', payload, { token, headers }) }
  }

  it('offers the providers of the configuration, and names one that there is not', async () => {
    const { results } = (await server.get('login-configs')).body
    expect(results).toMatchObject({
      methods: expect.arrayContaining(['password', 'social']),
      social_providers: [{ name: 'example', title: 'Example ID' }],
    })
    expect(JSON.stringify(results)).not.toContain(provider.clientSecret)
    const unknown = await server.post('social-login', { provider: 'elsewhere' }, { headers })
    expect(unknown.status).toBe(422)
    expect(unknown.body.errors.provider).toEqual(['Sign-in with “elsewhere” is not set up here.'])
  })

  it('goes there with state, nonce and PKCE, and comes back to the configured address alone', async () => {
    const { url } = (
      await server.post(
        'social-login-start',
        { provider: 'example' },
        { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
      )
    ).body.results
    const query = Object.fromEntries(new URL(url).searchParams)
    expect(query).toMatchObject({
      redirect_uri: 'https://panel.example/auth/social',
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: 'panel',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/)
  })

  it('signs in who has linked the account, also without an e-mail address', async () => {
    expect((await link('editor', 'e-1')).reply.body.results).toEqual({ linked: true })
    const { status, body } = await signInAs('e-1')
    expect(status).toBe(200)
    expect(body.results.user.username).toBe('editor')
    expect((await server.get('check-token', {}, { token: body.results.token })).status).toBe(200)
  })

  it('never takes a verified e-mail address for an account', async () => {
    const { email } = await server.database.read((trx) =>
      trx.selectFrom('data.user').select('email').where('username', '=', 'administrator').executeTakeFirstOrThrow(),
    )
    provider.behaviour.claims = { email: email ?? 'administrator@example.com', email_verified: true, preferred_username: 'administrator' }
    const { status, body } = await signInAs('a stranger')
    expect(status).toBe(403)
    expect(body).toMatchObject({ errorCode: 'login-failed', userMessage: expect.stringContaining('No user here is linked') })
  })

  it('refuses another nonce, state, issuer, and a code of another visit', async () => {
    await link('staff', 's-1')
    provider.behaviour.subject = 's-1'
    provider.behaviour.nonce = 'another'
    expect((await comeBack(await start())).body.errorCode).toBe('login-failed')
    delete provider.behaviour.nonce
    expect((await comeBack(await start(), { state: 'another' })).body.errorCode).toBe('login-failed')
    expect((await comeBack(await start(), { iss: 'https://elsewhere.example' })).body.errorCode).toBe('login-failed')
    provider.behaviour.issuer = 'https://elsewhere.example'
    expect((await comeBack(await start())).body.errorCode).toBe('login-failed')
    delete provider.behaviour.issuer
    const stolen = await provider.visit((await start()).url)
    const mine = await start()
    const reply = await comeBack(mine, { ...stolen })
    expect(reply.body).toMatchObject({
      errorCode: 'login-failed',
      userMessage: 'The provider’s answer was not accepted. Please begin again.',
    })
    expect((await signInAs('s-1')).status).toBe(200)
  })

  it('ends a visit with its first return, and in time', async () => {
    await link('operator', 'o-1')
    provider.behaviour.subject = 'o-1'
    const visit = await start()
    expect((await comeBack(visit, { error: 'access_denied' })).body.userMessage).toBe('Signing in with Example ID was cancelled.')
    expect((await comeBack(visit)).body.errorCode).toBe('challenge-ended')
    const late = await start()
    server.setClock(new Date(Date.now() + 11 * 60_000))
    expect((await comeBack(late)).body.errorCode).toBe('challenge-ended')
    server.setClock(undefined)
  })

  it('says that a provider does not answer', async () => {
    const visit = await start()
    provider.behaviour.hangs = true
    const { status, body } = await comeBack(visit)
    expect(status).toBe(502)
    expect(body).toMatchObject({ errorCode: 'upstream-failed', userMessage: expect.stringContaining('could not be reached') })
  }, 20_000)

  it('refuses a blocked user', async () => {
    await link('accountant', 'b-1')
    await server.database.transaction((trx) =>
      trx.updateTable('data.user').set({ blocked: true }).where('username', '=', 'accountant').execute(),
    )
    expect((await signInAs('b-1')).body.userMessage).toContain('blocked')
  })

  it('asks for the second factor', async () => {
    const { token } = await link('developer', 'd-1')
    const { secret } = (await server.patch('two-factor-generate', {}, { token })).body.results
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect((await server.patch('two-factor-enable', { code }, { token })).status).toBe(200)
    const { results } = (await signInAs('d-1')).body
    expect(results).toMatchObject({ method: 'authenticator' })
    expect(results).not.toHaveProperty('token')
  })

  it('keeps an account with one user, and a visit with the session that began it', async () => {
    await link('editor', 'one-owner')
    const { token, reply } = await link('staff', 'one-owner')
    expect(reply.status).toBe(409)
    expect(reply.body.userMessage).toBe('This Example ID account is linked with another user already.')
    const victim = await server.signIn('staff')
    const { url, challenge } = (await server.post('social-link-start', { provider: 'example' }, { token })).body.results as Visit
    provider.behaviour.subject = 'of the attacker'
    const payload = { provider: 'example', challenge, ...(await provider.visit(url)) }
    expect((await server.post('social-link', payload, { token: victim })).body.errorCode).toBe('challenge-ended')
    expect((await server.post('social-login', payload)).body.errorCode).toBe('challenge-ended')
  })

  it('is linked and unlinked by who has proved lately that it is him', async () => {
    const { token } = await link('staff', 'to-unlink')
    const mine = async () => (await server.get('social-accounts', {}, { token })).body.results.accounts as { id: number; title: string }[]
    const last = (await mine()).at(-1)!
    expect(last.title).toBe('Example ID')
    const stranger = await server.signIn('editor')
    expect((await server.delete('social-unlink', { id: last.id }, { token: stranger })).status).toBe(404)
    server.setClock(new Date(Date.now() + 16 * 60_000))
    const [unlinked, linked] = [
      await server.delete('social-unlink', { id: last.id }, { token }),
      await server.post('social-link-start', { provider: 'example' }, { token }),
    ]
    server.setClock(undefined)
    expect([unlinked.body.errorCode, linked.body.errorCode]).toEqual(['identity-unproved', 'identity-unproved'])
    expect((await server.delete('social-unlink', { id: last.id }, { token })).status).toBe(200)
    expect((await signInAs('to-unlink')).status).toBe(403)
  })
})
