import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  afterAll(() => server.close())

  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const idOf = (username: string) =>
    server.database.read(
      async (trx) =>
        (await trx.selectFrom('data.user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id as number,
    )
  const check = (token: string) => server.get('check-token', {}, { token })

  it('ends with a sign-out, whose token is refused from then on', async () => {
    const token = await server.signIn('staff')
    const other = await server.signIn('staff')
    expect((await server.post('persons-logout', {}, { token })).body.results).toEqual({ signed_out: true })
    expect((await check(token)).status).toBe(401)
    expect((await server.post('persons-logout', {}, { token })).status).toBe(401)
    expect((await check(other)).status).toBe(200)
  })

  it('is renewed when less than a third of the token is left, up to seven days', async () => {
    const token = await server.signIn('editor')
    expect((await check(token)).body.metadata.access_token).toBeUndefined()
    server.setClock(minutes(25))
    const renewed = (await check(token)).body.metadata.access_token
    server.setClock(minutes(40))
    expect((await check(token)).status).toBe(401)
    expect((await check(renewed)).status).toBe(200)
    server.setClock(minutes(7 * 24 * 60 + 1))
    expect((await check(renewed)).status).toBe(401)
    server.setClock(undefined)
  })

  it('of a command line lives for seven days from the last day of use, and can be ended like every session', async () => {
    const short = await server.signIn('developer')
    const ofDay = (day: number) => server.setClock(minutes(day * 24 * 60 + 1))
    const { token } = (await server.post('publish-token', {}, { token: short })).body.results
    expect((await check(token)).body.metadata.access_token).toBeUndefined()
    ofDay(6)
    const renewed = (await check(token)).body.metadata.access_token
    ofDay(12)
    expect((await check(token)).status).toBe(401)
    const again = (await check(renewed)).body.metadata.access_token
    ofDay(18)
    expect((await check(again)).status).toBe(200)
    await server.post('persons-logout', {}, { token: again })
    expect((await check(again)).status).toBe(401)
    server.setClock(undefined)
    expect((await server.post('publish-token', {}, { token: await server.signIn('editor') })).status).toBe(403)
  })

  it('believes the database, not the token: a role that was taken away is gone at once', async () => {
    const token = await server.signIn('administrator')
    expect((await server.get('users-grid', { role: 'staff' }, { token })).status).toBe(200)
    const give = (roles: string[]) =>
      server.database.transaction((trx) =>
        trx
          .updateTable('data.user')
          .set({ roles: JSON.stringify(roles) })
          .where('username', '=', 'administrator')
          .execute(),
      )
    await give(['customer'])
    expect((await server.get('users-grid', { role: 'staff' }, { token })).status).toBe(403)
    await give(['administrator'])
  })

  describe('a password that has to be changed', () => {
    let token: string
    beforeAll(async () => {
      const accountant = await idOf('accountant')
      await server.database.transaction((trx) =>
        trx.updateTable('pishkhan.credentials').set({ force_change: true }).where('user_id', '=', accountant).execute(),
      )
      const { body } = await server.post('login', { username: 'accountant', password: demoPassword })
      expect(body.results.password_force_change).toBe(true)
      token = body.results.token
    })

    it.each([
      ['GET', 'list', { model: 'user' }],
      ['GET', 'grid', { module: 'content', class: 'post', part: 'list' }],
      ['GET', 'task-list', {}],
      ['GET', 'combo-dump', { name: 'locales' }],
      ['POST', 'save', { model: 'post', data: {} }],
      ['POST', 'user-preferences-save', { panel_locale: 'en' }],
      ['PUT', 'impersonate', { id: 1 }],
    ] as const)('lets nothing else answer: %s %s', async (method, name, values) => {
      const send = { GET: server.get, POST: server.post, PUT: server.put }[method]
      expect(await send(name, values, { token })).toMatchObject({ status: 403, body: { errorCode: 'password-change-required' } })
    })

    it('is what a screen asks for, and not that the session has ended', async () => {
      const screen = (name: string) => server.get('screen', { name }, { token })
      expect(await screen('dashboard')).toMatchObject({ status: 403, body: { errorCode: 'password-change-required' } })
      expect(await server.get('screen', { name: 'dashboard' })).toMatchObject({ status: 401, body: { errorCode: 'endpoint-401' } })
      expect((await screen('persons-profile-change-password')).status).toBe(200)
    })

    it('is changed with what the page for it needs, and then all answers', async () => {
      for (const name of ['check-token', 'change-password-form', 'layout', 'routes', 'preferences-fetch'])
        expect(await server.get(name, {}, { token })).toMatchObject({ status: 200, body: { metadata: { password_force_change: true } } })
      const password = 'a longer new one'
      const { body } = await server.post(
        'change-password',
        { current_password: demoPassword, password, password_confirmation: password },
        { token },
      )
      expect(body.metadata.password_force_change).toBe(false)
      expect((await server.get('task-list', {}, { token })).body.metadata.password_force_change).toBeUndefined()
    })
  })

  describe('changing the password', () => {
    const change = (token: string, payload: Record<string, string>) =>
      server.post('change-password', payload, { token, headers: { 'x-locale': 'en' } })
    const next = { password: 'a better one', password_confirmation: 'a better one' }

    it.each([
      ['a wrong current password', { current_password: 'wrong', ...next }, 'current_password'],
      [
        'a different repetition',
        { current_password: demoPassword, ...next, password_confirmation: 'another one' },
        'password_confirmation',
      ],
      ['a short one', { current_password: demoPassword, password: 'short', password_confirmation: 'short' }, 'password'],
      [
        'one of the most common',
        { current_password: demoPassword, password: 'Password۱۲۳', password_confirmation: 'Password۱۲۳' },
        'password',
      ],
      [
        'one that holds the username',
        { current_password: demoPassword, password: 'my OPERATOR 77', password_confirmation: 'my OPERATOR 77' },
        'password',
      ],
      ['the same again', { current_password: demoPassword, password: demoPassword, password_confirmation: demoPassword }, 'password'],
    ])('refuses %s at its field', async (_, payload, field) => {
      const { status, body } = await change(await server.signIn('operator'), payload)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([field])
      expect(body.errors[field][0]).toMatch(/^[A-Z].*[.]$/)
    })

    it('makes the new one work, the old one not, and ends the other sessions', async () => {
      const [mine, elsewhere] = [await server.signIn('content_manager'), await server.signIn('content_manager')]
      expect((await change(mine, { current_password: demoPassword, ...next })).body.results).toEqual({ changed: true })
      expect([(await check(mine)).status, (await check(elsewhere)).status]).toEqual([200, 401])
      expect((await server.post('login', { username: 'content_manager', password: demoPassword })).status).toBe(403)
      expect((await server.post('login', { username: 'content_manager', password: next.password })).status).toBe(200)
    })

    it('has a form, in the language of the call', async () => {
      const { body } = await server.get('change-password-form', {}, { token: await server.signIn('staff'), headers: { 'x-locale': 'en' } })
      expect(body.results.ui.current_password.title).toBe('Current password')
    })
  })

  describe('impersonation', () => {
    const as = async (username: string, target: string) =>
      server.put('impersonate', { id: await idOf(target), reason: 'Request 118' }, { token: await server.signIn(username) })

    it('gives an administrator the session of another user, and leaves a trace', async () => {
      const { body } = await as('administrator', 'customer')
      expect(body.results.user.username).toBe('customer')
      const { body: checked } = await check(body.results.token)
      expect(checked.results).toMatchObject({ user: { username: 'customer' }, impersonated: true })
      expect((await server.get('users-grid', { role: 'staff' }, { token: body.results.token })).status).toBe(403)
      const trace = await server.database.read((trx) =>
        trx.selectFrom('pishkhan.audit').selectAll().where('action', '=', 'impersonate').executeTakeFirstOrThrow(),
      )
      expect(trace).toMatchObject({ user_id: await idOf('administrator'), record_id: await idOf('customer'), entity: 'user' })
      const { body: audit } = await server.get('audit-list', { action: 'impersonate' }, { token: await server.signIn('administrator') })
      expect(audit.results[0]).toMatchObject({ note: 'Request 118' })
    })

    it('ends with both sessions when one signs out of it, and with that of the administrator', async () => {
      const impersonated = async (admin: string) =>
        (await server.put('impersonate', { id: await idOf('customer') }, { token: admin })).body.results.token as string
      const first = await server.signIn('administrator')
      const other = await server.signIn('administrator')
      const inside = await impersonated(first)
      await server.post('persons-logout', {}, { token: inside })
      expect([(await check(inside)).status, (await check(first)).status, (await check(other)).status]).toEqual([401, 401, 200])
      const second = await impersonated(other)
      await server.post('persons-logout', {}, { token: other })
      expect((await check(second)).status).toBe(401)
    })

    const begun = async () => {
      const admin = await server.signIn('administrator')
      const worn = (await server.put('impersonate', { id: await idOf('customer') }, { token: admin })).body.results.token as string
      expect((await check(worn)).status).toBe(200)
      return { admin, worn }
    }
    it('changes no password, also with the present one', async () => {
      const { worn } = await begun()
      const payload = { current_password: demoPassword, password: 'a-lasting-secret-9', password_confirmation: 'a-lasting-secret-9' }
      expect((await server.post('change-password', payload, { token: worn })).status).toBe(403)
      expect(await server.signIn('customer')).toBeTruthy()
    })

    const setAdmin = (values: object) =>
      server.database.transaction((trx) => trx.updateTable('data.user').set(values).where('username', '=', 'administrator').execute())

    it.each([
      ['is blocked', { blocked: true }, { blocked: false }],
      ['is no administrator any more', { roles: '["staff"]' }, { roles: '["administrator"]' }],
      ['is in the trash', { deleted_at: new Date() }, { deleted_at: null }],
    ])('ends when the administrator %s', async (_, values, back) => {
      const { worn } = await begun()
      await setAdmin(values)
      expect((await check(worn)).status).toBe(401)
      await setAdmin(back)
    })

    it('is not brought back with the role', async () => {
      const rolesOf = (username: string, roles: string) =>
        server.database.transaction((trx) => trx.updateTable('data.user').set({ roles }).where('username', '=', username).execute())
      await rolesOf('moderator', '["administrator"]')
      const second = await server.signIn('moderator')
      const { worn } = await begun()
      const give = async (roles: string[]) =>
        (await server.post('user-save', { id: await idOf('administrator'), data: { roles } }, { token: second })).status
      expect([await give(['staff']), await give(['administrator'])]).toEqual([200, 200])
      expect((await check(worn)).status).toBe(401)
      await rolesOf('moderator', '["moderator"]')
    })

    it('ends when the administrator changes the password', async () => {
      const { admin, worn } = await begun()
      const change = (from: string, to: string) =>
        server.post('change-password', { current_password: from, password: to, password_confirmation: to }, { token: admin })
      expect((await change(demoPassword, 'another long one')).status).toBe(200)
      expect([(await check(worn)).status, (await check(admin)).status]).toEqual([401, 200])
      await change('another long one', demoPassword)
    })

    it('is told by the audit with both names', async () => {
      const admin = await server.signIn('administrator')
      const worn = (await server.put('impersonate', { id: await idOf('editor') }, { token: admin })).body.results.token as string
      await server.post('user-preferences-save', { panel_locale: 'it' }, { token: worn })
      const entry = await server.database.read((trx) =>
        trx.selectFrom('pishkhan.audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
      )
      expect(entry).toMatchObject({ user_id: await idOf('editor'), impersonator_id: await idOf('administrator') })
      const { body } = await server.get(
        'history',
        { model: 'user', id: await idOf('editor') },
        { token: admin, headers: { 'x-locale': 'en' } },
      )
      expect(body.results[0].name).toMatch(/.+ as .+/)
    })

    it('is left without the session of the administrator, and the worn token is refused from then on', async () => {
      const admin = await server.signIn('administrator')
      const worn = (await server.put('impersonate', { id: await idOf('customer') }, { token: admin })).body.results.token as string
      expect(await server.post('impersonate-leave', {}, { token: admin })).toMatchObject({
        status: 409,
        body: { errorCode: 'precondition-failed' },
      })
      expect((await server.post('impersonate-leave', {}, { token: worn })).body.results).toEqual({ left: true })
      expect([(await check(worn)).status, (await check(admin)).status]).toEqual([401, 200])
      expect((await server.post('impersonate-leave', {}, { token: worn })).status).toBe(401)
    })

    it.each(['developer', 'editor', 'customer'])('is refused to a %s, whoever is wanted, and is not offered', async (username) => {
      for (const target of ['administrator', 'customer'])
        expect(await as(username, target)).toMatchObject({ status: 403, body: { errorCode: 'permission-denied' } })
      const offered = async (name: string) =>
        (
          (await server.get('grid', { module: 'persons', class: 'user', part: 'list' }, { token: await server.signIn(name) })).body.metadata
            ?.grid?.row ?? []
        ).map(({ id }: { id: string }) => id)
      expect(await offered(username)).not.toContain('impersonate')
      expect(await offered('administrator')).toContain('impersonate')
    })

    it('is refused towards a second administrator and a developer', async () => {
      await server.database.transaction((trx) =>
        trx
          .updateTable('data.user')
          .set({ roles: JSON.stringify(['customer', 'administrator']) })
          .where('username', '=', 'roya.farahani')
          .execute(),
      )
      expect((await as('administrator', 'roya.farahani')).body.errorCode).toBe('permission-denied')
      expect((await as('administrator', 'developer')).body.errorCode).toBe('permission-denied')
      expect((await as('administrator', 'administrator')).status).toBe(422)
      expect((await server.put('impersonate', { id: 999_999 }, { token: await server.signIn('administrator') })).status).toBe(404)
    })
  })
})
