import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer({ kind })
    token = await server.signIn('staff')
  })
  afterAll(() => server.close())

  describe('envelope', () => {
    it('of a success has results and metadata with the publication', async () => {
      const { status, body, headers } = await server.get('preferences-fetch', {}, { token })
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['results', 'metadata'])
      expect(body.metadata.publication).toBeGreaterThan(0)
      expect(headers['cache-control']).toBe('no-store')
    })

    it('of a failure has errorCode, userMessage and errors, in the locale of the call', async () => {
      const call = (locale: string) => server.post('login', {}, { headers: { 'x-locale': locale } })
      const english = await call('en')
      expect(english).toMatchObject({
        status: 422,
        body: {
          errorCode: 422,
          userMessage: 'Please check the marked fields.',
          errors: { username: ['Username is required.'], password: ['Password is required.'] },
        },
      })
      expect((await call('fa')).body.errors.username).toEqual(['نام کاربری الزامی است.'])
      expect((await call('xx')).body.errors.username).toEqual(['نام کاربری الزامی است.'])
    })
  })

  it('of any failure names its errors, though no field is at fault, and says when a body is no object', async () => {
    for (const reply of [await server.get('no-such-endpoint'), await server.get('layout'), await server.get('login')])
      expect(reply.body.errors).toEqual({})
    for (const body of ['null', '[]', '"x"', '7'])
      expect(await server.post('login', body, { headers: { 'x-locale': 'en' } })).toMatchObject({
        status: 400,
        body: { userMessage: 'The content must be a JSON object, such as {}.', errors: {} },
      })
    expect((await server.post('login', '{', { headers: { 'x-locale': 'en' } })).body.userMessage).toBe('The content is not valid JSON.')
  })

  it("of a version has that version's checks", async () => {
    const admin = await server.signIn('administrator')
    const { body } = await server.get('list', { model: 'role' }, { token: admin })
    const { id } = body.results[0]
    expect(await server.get('single', { model: 'role', id }, { token: admin, version: 2 })).toMatchObject({
      status: 200,
      body: { results: { id } },
    })
    // A model that nobody knows: who may not write one is refused before the payload is looked at.
    expect(await server.post('save', { model: 'nothing', id, data: {} }, { token: admin, version: 2 })).toMatchObject({
      status: 422,
      body: { errors: { version: [expect.any(String)] } },
    })
    expect(await server.get('single', { model: 'role', id }, { token: admin, version: 3 })).toMatchObject({
      status: 404,
      body: { errorCode: 'endpoint-404' },
    })
  })

  describe('lookup', () => {
    it.each([
      ['GET', 'v1/no-such-endpoint'],
      ['POST', 'v1/no-such-endpoint'],
      ['GET', 'v2/preferences-fetch'],
      ['GET', 'v0/preferences-fetch'],
      ['GET', 'vx/preferences-fetch'],
      ['GET', 'v1/preferences-fetch/more'],
      ['GET', 'v1/__proto__'],
      ['GET', 'nothing'],
    ] as const)('answers endpoint-404 to %s %s', async (method, path) => {
      const reply = await server.inject({ method, url: `/api/${path}`, headers: { authorization: `Bearer ${token}` } })
      expect(reply).toMatchObject({ status: 404, body: { errorCode: 'endpoint-404' } })
      expect(reply.body.userMessage).not.toContain('errors.')
    })

    it('answers method-not-allowed and which method is', async () => {
      expect(await server.get('login')).toMatchObject({
        status: 405,
        body: { errorCode: 'method-not-allowed' },
        headers: { allow: 'POST, OPTIONS' },
      })
    })

    it('answers HEAD as GET without a body, and OPTIONS with what a call accepts', async () => {
      const ask = (method: 'HEAD' | 'OPTIONS', endpoint: string) => server.inject({ method, url: `/api/v1/${endpoint}` })
      expect(await ask('HEAD', 'routes')).toMatchObject({ status: 200, body: '' })
      expect((await ask('HEAD', 'users-grid')).status).toBe(401)
      expect(await ask('HEAD', 'login')).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } })
      expect(await ask('OPTIONS', 'routes')).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } })
      expect((await ask('OPTIONS', 'nothing')).status).toBe(404)
    })

    it('has one version of a grid', async () => {
      const administrator = await server.signIn('administrator')
      const grid = (version: number) =>
        server.get('grid', { module: 'persons', class: 'user', part: 'list', version }, { token: administrator })
      expect((await grid(1)).status).toBe(200)
      expect(await grid(99)).toMatchObject({ status: 400, body: { errorCode: 'unknown-grid' } })
    })
  })

  describe('access', () => {
    it('ends the session of a visitor, and not that of a user without the permission', async () => {
      expect(await server.get('users-grid')).toMatchObject({ status: 401, body: { errorCode: 'endpoint-401' } })
      expect(await server.get('users-grid', {}, { token })).toMatchObject({ status: 403, body: { errorCode: 'permission-denied' } })
      expect((await server.get('check-token', {}, { token })).status).toBe(200)
    })

    it('is checked before what was sent, so that nobody learns what a call takes', async () => {
      expect((await server.put('impersonate', { nonsense: true }, { token })).status).toBe(403)
    })

    it('serves visitors what is open to them even with a token that is none', async () => {
      expect((await server.get('login-configs', {}, { token: 'broken' })).status).toBe(200)
    })
  })

  describe('bad input', () => {
    const send = (payload: unknown, headers: Record<string, string> = {}) =>
      server.post('user-preferences-save', payload, { token, headers })

    it.each([
      ['an unknown field', { panel_locale: 'en', role: 'administrator' }, 'role'],
      ['a number for text', { timezone: 5 }, 'timezone'],
      ['an object for text', { panel_locale: { $gt: '' } }, 'panel_locale'],
      ['a text that is too long', { timezone: 'a'.repeat(65) }, 'timezone'],
      ['a NUL', { timezone: 'a\u0000' }, 'timezone'],
      ['a field named constructor', { constructor: 'x' }, 'constructor'],
      ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ])('answers 422 for %s', async (_, payload, field) => {
      const { status, body } = await send(payload)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([field])
    })

    it.each([
      ['no JSON', '{"a"'],
      ['a list', '[]'],
      ['a prototype', '{"__proto__":{"a":1}}'],
      ['depth', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
    ])('answers 400 for %s', async (_, payload) => {
      expect(await send(payload)).toMatchObject({ status: 400, body: { errorCode: 'bad-request' } })
    })

    it('answers 413 for a body larger than its endpoint takes', async () => {
      expect(await send({ timezone: 'a'.repeat(300_000) })).toMatchObject({
        status: 413,
        body: { errorCode: 'payload-too-large', userMessage: expect.stringContaining('۲۵۶'), metadata: { max_size: 262_144 } },
      })
    })

    it('answers 415 for another type of content', async () => {
      expect(await send('panel_locale=en', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
        status: 415,
        body: { errorCode: 'unsupported-media-type' },
      })
    })

    it.each(['a[b]', 'constructor', 'toString'])('answers 422 for the unknown parameter %s', async (name) => {
      const { status, body } = await server.get('login-form', { [name]: '1' })
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([name])
    })

    it('answers 400 for a query that names a prototype', async () => {
      expect((await server.inject({ method: 'GET', url: '/api/v1/login-form?__proto__=1' })).status).toBe(400)
    })

    it('answers 400 for a body on DELETE, whose parameters are in the query', async () => {
      const reply = await server.inject({
        method: 'DELETE',
        url: '/api/v1/trash',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: '{"model":"user","id":1}',
      })
      expect(reply).toMatchObject({ status: 400, body: { errorCode: 'bad-request' } })
    })

    it.each(['0', '-1', '1.5', '99999999999999999999', 'abc', "1' or '1'='1", '%00'])('answers 4xx for the id %s', async (id) => {
      const admin = await server.signIn('administrator')
      const { status } = await server.inject({
        method: 'GET',
        url: `/api/v1/single?model=user&id=${id}`,
        headers: { authorization: `Bearer ${admin}` },
      })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    })
  })

  it('coerces what a query can only say as text, and never a body', async () => {
    const developer = await server.signIn('developer')
    const fetch = (version: string) => server.get('publish-fetch', { module: 'auth', version }, { token: developer })
    expect((await fetch('1')).body.results.version).toBe(1)
    expect((await fetch('one')).status).toBe(422)
    expect((await server.put('impersonate', { id: '5' }, { token: await server.signIn('administrator') })).status).toBe(422)
  })

  it('answers sample data for mock=1 and changes nothing', async () => {
    const reply = await server.inject({
      method: 'POST',
      url: '/api/v1/user-preferences-save?mock=1',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"panel_locale":"de"}',
    })
    expect(reply.body.results).toEqual({ panel_locale: 'en', timezone: 'Europe/Paris' })
    expect((await server.get('preferences-fetch', {}, { token })).body.results.panel_locale).not.toBe('en')
    expect((await server.get('login-form', { mock: 'perhaps' })).status).toBe(422)
  })

  describe('idempotency', () => {
    const post = (key: string, payload: unknown, as = token) =>
      server.post('user-preferences-save', payload, { token: as, headers: { 'idempotency-key': key } })
    const saves = async () =>
      Number(
        (
          await server.database.read((trx) =>
            trx
              .selectFrom('pishkhan.audit')
              .select(({ fn }) => fn.countAll().as('n'))
              .where('entity', '=', 'user')
              .where('action', '=', 'update')
              .executeTakeFirstOrThrow(),
          )
        ).n,
      )

    it('answers a repeat with the first answer and does nothing again', async () => {
      const first = await post('11111111-aaaa', { panel_locale: 'tr' })
      await server.post('user-preferences-save', { panel_locale: 'fr' }, { token })
      const before = await saves()
      expect((await post('11111111-aaaa', { panel_locale: 'tr' })).body.results).toEqual(first.body.results)
      expect(await saves()).toBe(before)
      expect((await server.get('preferences-fetch', {}, { token })).body.results.panel_locale).toBe('fr')
    })

    it('refuses a key that was used for something else', async () => {
      await post('22222222-aaaa', { panel_locale: 'en' })
      expect(await post('22222222-aaaa', { panel_locale: 'fa' })).toMatchObject({
        status: 409,
        body: { errorCode: 'idempotency-mismatch' },
      })
    })

    it('keeps the keys of users apart', async () => {
      const other = await server.signIn('editor')
      await post('33333333-aaaa', { panel_locale: 'en' })
      expect((await post('33333333-aaaa', { panel_locale: 'de' }, other)).body.results.panel_locale).toBe('de')
    })

    it('lets a refused call be sent again with its key', async () => {
      expect((await post('44444444-aaaa', { panel_locale: 'xx' })).status).toBe(422)
      expect((await post('44444444-aaaa', { panel_locale: 'en' })).status).toBe(200)
    })

    it('makes one of two that arrive at once', async () => {
      await server.post('user-preferences-save', { timezone: 'Asia/Tehran' }, { token })
      const before = await saves()
      const replies = await Promise.all(Array.from({ length: 4 }, () => post('55555555-aaaa', { timezone: 'Europe/Paris' })))
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await saves()).toBe(before + 1)
    })

    it('stores no token in plain text', async () => {
      const developer = await server.signIn('developer')
      const keep = () => server.post('publish-token', {}, { token: developer, headers: { 'idempotency-key': '66666666-aaaa' } })
      const kept = (await keep()).body.results.token as string
      expect((await keep()).body.results.token).toBe(kept)
      const rows = await server.database.read((trx) => trx.selectFrom('pishkhan.idempotency').select('answer').execute())
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.filter(({ answer }) => typeof answer !== 'string' || /token|eyJ[\w-]*\.|panel_locale/.test(answer))).toEqual([])
    })

    it('refuses a key that is none', async () => {
      expect((await post('short', {})).status).toBe(400)
    })
  })
})
