import { describe, expect, it } from 'vitest'
import { UnusableAccount, createUser } from '#server/features/persons/store.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { features } from '#server/features/index.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { startTestServer } from '#tests/helpers/server.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { library } from '#tests/server-mock/publishing/library.ts'

describe.each(databaseKinds)('on %s', (kind) => {
  const { server, tokens } = sharedServer(['administrator'], { kind })

  it('lists the users who have a role', async () => {
    const { status, body } = await server.get('users-grid', { role: 'customer', page_size: 100 }, { token: tokens.administrator })
    expect(status).toBe(200)
    expect(body.results.length).toBeGreaterThan(20)
    const staff = await server.get('users-grid', { role: 'developer' }, { token: tokens.administrator })
    expect(staff.body.results.map((row: { username: string }) => row.username)).toEqual(['developer'])
    expect((await server.get('users-grid', { role: 'nobody' }, { token: tokens.administrator })).status).toBe(404)
  })

  it('says of a user that he can be edited, in lists as by himself, and of a role that it cannot', async () => {
    const token = tokens.administrator
    const [row] = (await server.get('grid', { module: 'persons', class: 'user', part: 'list', page_size: 1 }, { token })).body.results
    expect(row).toMatchObject({ can_edit: true })
    expect((await server.get('single', { model: 'user', id: row.id }, { token })).body.results).toMatchObject({ can_edit: true })
    expect((await server.get('roles-grid', {}, { token })).body.results[0]).toMatchObject({ can_edit: false })
  })

  it('lists the roles in the language of the call', async () => {
    const titles = async (locale: string) =>
      (await server.get('roles-grid', {}, { token: tokens.administrator, headers: { 'x-locale': locale } })).body.results
    expect((await titles('en'))[0]).toMatchObject({ slug: 'administrator', title: 'Administrator' })
    expect((await titles('fa')).map((row: { title: string }) => row.title)).toContain('مشتری')
    // The last is declared by a module that was published before there were roles.
    expect((await titles('en')).map(({ slug }: { slug: string }) => slug).slice(-1)).toEqual(['tester'])
  })

  it('finds a user whatever letters and digits were typed', async () => {
    const found = async (q: string) =>
      (await server.get('grid', { module: 'persons', class: 'user', part: 'list', q }, { token: tokens.administrator })).body.results.map(
        (row: { username: string }) => row.username,
      )
    expect(await found('كريمي')).toContain('moderator')
    expect(await found('WALKER')).toEqual(['james.walker'])
  })

  it('keeps preferences, each by itself', async () => {
    const token = await server.signIn('customer')
    const save = (payload: unknown) => server.post('user-preferences-save', payload, { token, headers: { 'x-locale': 'en' } })
    await save({ panel_locale: 'en' })
    expect((await save({ timezone: 'Europe/Paris' })).body.results).toEqual({ panel_locale: 'en', timezone: 'Europe/Paris' })
    expect((await server.get('preferences-fetch', {}, { token })).body.results).toEqual({ panel_locale: 'en', timezone: 'Europe/Paris' })
    expect((await save({ timezone: null })).body.results).toEqual({ panel_locale: 'en', timezone: null })
    const refused = await save({ panel_locale: 'xx', timezone: 'Nowhere' })
    expect(Object.keys(refused.body.errors)).toEqual(['panel_locale', 'timezone'])
  })

  it('never gives generic calls a way to write a user past the rules of its own', async () => {
    const save = (payload: object) =>
      server.post('save', { model: 'user', ...payload }, { token: tokens.administrator, headers: { 'x-locale': 'en' } })
    const own = await save({ id: 1, data: { roles: ['customer'] } })
    expect(own).toMatchObject({ status: 422, body: { errors: { roles: [expect.any(String)] } } })
    expect(await save({ id: 1, data: { password: 'a-door-9-blue' } })).toMatchObject({ status: 422 })
    expect(await save({ data: { username: 'new', roles: ['customer'] } })).toMatchObject({
      status: 422,
      body: { errors: { id: [expect.any(String)] } },
    })
    expect((await server.delete('destroy', { model: 'user', id: 1 }, { token: tokens.administrator })).status).toBe(403)
  })

  it('serves the same users on every run', async () => {
    const rows = await server.database.read((trx) =>
      trx.selectFrom('data.user').select(['username', 'code_melli', 'created_at']).orderBy('id').execute(),
    )
    expect(rows).toHaveLength(49)
    expect(rows[9]).toEqual({ username: 'fatemeh.rahimi', code_melli: rows[9]!.code_melli, created_at: '2023-03-30T08:30:00.000Z' })
    expect(new Set(rows.map(({ code_melli: code }) => code)).size).toBe(rows.length)
  })

  it('makes a user, who has to choose a password of his own', async () => {
    const sara = { username: 'sara.karimi', first_name: 'سارا', last_name: 'کریمی', roles: ['editor'], password: 'a first password' }
    const create = (change: object, token = tokens.administrator) =>
      server.post('user-create', { ...sara, ...change }, { token, headers: { 'x-locale': 'en' } })
    expect(await create({ roles: ['nobody'] })).toMatchObject({ status: 422, body: { errors: { roles: ['There is no role “nobody”.'] } } })
    expect(await create({ roles: [] })).toMatchObject({ status: 422, body: { errors: { roles: [expect.any(String)] } } })
    expect(await create({ username: 'No Name' })).toMatchObject({ status: 422, body: { errors: { username: [expect.any(String)] } } })
    expect(await create({ password: 'short' })).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } })
    expect(await create({ username: 'editor' })).toMatchObject({ status: 422, body: { errors: { username: [expect.any(String)] } } })
    expect((await create({}, await server.signIn('editor'))).status).toBe(403)
    expect((await create({ roles: ['administrator'] }, await server.signIn('developer'))).body.errors).toEqual({
      roles: ['Only an administrator can give the role “administrator”.'],
    })
    const { status, body } = await create({})
    expect(status).toBe(200)
    expect(
      (await server.get('single', { model: 'user', id: body.results.id }, { token: tokens.administrator })).body.results,
    ).toMatchObject({ username: 'sara.karimi', name_full: 'سارا کریمی', roles: ['editor'], email: null })
    expect((await server.post('login', { username: 'sara.karimi', password: 'a first password' })).body.results).toMatchObject({
      user: { username: 'sara.karimi' },
      password_force_change: true,
    })
  })

  it('answers nothing of a module that is switched off', async () => {
    const without = await startTestServer({ kind, env: { MODULES: 'auth,persons' } })
    expect((await without.get('content-post-grid')).status).toBe(404)
    expect((await without.get('routes')).body.results.map(({ name }: { name: string }) => name)).not.toContain('content-post-list')
    await without.close()
  })

  it('signs in and keeps the own profile where it is switched off itself, and has neither its pages nor its menu', async () => {
    const without = await startTestServer({ kind, env: { MODULES: 'settings' } })
    const token = await without.signIn('administrator')
    expect((await without.get('modules', {}, { token })).body.results).toEqual(['auth', 'settings'])
    const paths = (await without.get('routes')).body.results.map(({ path }: { path: string }) => path)
    expect(paths).toContain('profile/edit')
    expect(paths).not.toContainEqual(expect.stringMatching(/^persons\//))
    expect((await without.get('screen', { name: 'persons-profile-edit' }, { token })).status).toBe(200)
    expect((await without.get('address-list', {}, { token })).status).toBe(200)
    const list = { module: 'persons', class: 'user', part: 'list' }
    expect((await without.get('grid', list, { token })).body.errorCode).toBe('unknown-grid')
    const { sidebar, createButton, profile, flags } = (await without.get('layout', {}, { token })).body.results
    expect([...sidebar, ...Object.values(createButton)].map(({ id }) => id)).not.toContainEqual(
      expect.stringMatching(/^(persons|organizations)/),
    )
    expect(profile.children.map(({ id }: { id: string }) => id)).toContain('profile-edit')
    expect(flags.notifications, 'no bell without the notifier').toBe(false)
    await without.close()
  })
})

describe.each(databaseKinds)('the first users on %s', (kind) => {
  const account = { username: 'sara', password: 'a good password' }

  it('are made where there are no demo users, and may sign in', async () => {
    const server = await startTestServer({ kind, env: { DEMO: 'off' } })
    expect(await createUser(server.database, { username: 'Sara', password: 'a good password', role: 'administrator' })).toMatchObject({
      created: true,
    })
    expect((await server.post('login', account)).status).toBe(200)
    expect(await createUser(server.database, { username: 'sara', password: 'another password', role: 'administrator' })).toMatchObject({
      created: false,
    })
    expect((await server.post('login', { username: 'sara', password: 'another password' })).status).toBe(200)
    await expect(createUser(server.database, { username: 'sara', password: 'short', role: 'administrator' })).rejects.toBeInstanceOf(
      UnusableAccount,
    )
    await expect(
      createUser(server.database, { username: '<b>', password: 'a good password', role: 'administrator' }),
    ).rejects.toBeInstanceOf(UnusableAccount)
    expect(await prepareDatabase(server.database, { ...server.config, demo: true }, features)).toEqual({ published: [], seeded: [] })
    await server.close()
  })

  it('have any role that there is: a developer publishes', async () => {
    const server = await startTestServer({ kind, env: { DEMO: 'off', LOCALES: 'fa,en' } })
    await expect(createUser(server.database, { ...account, role: 'wizard' })).rejects.toThrow(/no role "wizard".*developer/)
    await createUser(server.database, { ...account, role: 'editor' })
    expect(await createUser(server.database, { ...account, role: 'developer' })).toMatchObject({ created: false })
    const { body } = await server.post('login', account)
    expect(
      (await server.post('publish', { module: 'library', documents: library() }, { token: body.results.token })).body.results,
    ).toMatchObject({ module: 'library', version: 1, changed: true })
    await server.close()
  })

  it('need a database on which the server has been started', async () => {
    const database = await freshDatabase(kind)
    await expect(createUser(database, { ...account, role: 'administrator' })).rejects.toThrow('persons')
    await database.close()
  })
})
