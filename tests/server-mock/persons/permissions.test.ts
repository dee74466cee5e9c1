import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '#server/features/persons/store.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { startTestServer, type Reply, type TestServer } from '#tests/helpers/server.ts'

const text = { clerk: 'Clerk', office: 'Office' }
const office = {
  'module.json': {
    name: 'office',
    title: '$office',
    version: '1.0.0',
    requires: ['persons'],
    permissions: ['office.use'],
    roles: { clerk: '$clerk' },
    grants: { clerk: ['persons.read', 'persons.write', 'office.use'] },
  },
  'locales/en.json': { ...text, 'permissions.office.use': 'Use the office' },
  'locales/fa.json': text,
}

let server: TestServer
let admin: string
let clerk: string
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await startTestServer()
  await server.post('publish', { module: 'office', documents: office }, { token: await server.signIn('developer') })
  await createUser(server.database, { username: 'the-clerk', password: demoPassword, role: 'clerk' })
  await createUser(server.database, { username: 'second-admin', password: demoPassword, role: 'administrator' })
  admin = await server.signIn('administrator')
  clerk = await server.signIn('the-clerk')
  const rows = await server.database.read((trx) => trx.selectFrom('data.user').select(['id', 'username']).execute())
  for (const { id, username } of rows) ids[username as string] = id as number
})
afterAll(() => server.close())

const as = (token = admin) => ({ token, headers: { 'x-locale': 'en' } })
const fetch = async (username: string, token = admin) =>
  (await server.get('user-panel-permits-fetch', { id: ids[username] }, as(token))).body as Reply['body']
const assign = (username: string, role: string, token?: string, more: object = {}) =>
  server.post('user-panel-role-assign', { id: ids[username], role, ...more }, as(token))
const resign = (username: string, role: string, token?: string, more: object = {}) =>
  server.delete('user-panel-role-resign', { id: ids[username], role, ...more }, as(token))
const block = (username: string, role: string, blocked: boolean, token?: string, more: object = {}) =>
  server.post('user-panel-role-block', { id: ids[username], role, blocked, ...more }, as(token))
const permit = (username: string, permits: string[], token?: string, version?: number) =>
  server.put('user-panel-permits-save', { id: ids[username], version, permits }, as(token))
const lastChange = async (username: string) => {
  const row = await server.database.read((trx) =>
    trx
      .selectFrom('pishkhan.audit')
      .select(['action', 'before', 'after', 'user_id'])
      .where('entity', '=', 'user')
      .where('record_id', '=', ids[username]!)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )
  return row as { user_id: number; after: object }
}

describe('roles of a user', () => {
  it('are given and taken, and the audit says by whom', async () => {
    expect(await assign('customer', 'editor')).toMatchObject({ status: 200, body: { results: { roles: ['customer', 'editor'] } } })
    expect(await lastChange('customer')).toMatchObject({ user_id: ids.administrator, after: { roles: ['customer', 'editor'] } })
    const { results } = await fetch('customer')
    expect(results.permissions).toMatchObject([
      { role: 'customer', organization: null, status: 'active' },
      { role: 'editor', role_title: 'Editor', status: 'active', status_title: 'Active' },
    ])
    expect(await assign('customer', 'editor')).toMatchObject({
      status: 422,
      body: { errors: { role: ['The user has this role already.'] } },
    })
    expect((await resign('customer', 'editor')).body.results.roles).toEqual(['customer'])
    expect((await resign('customer', 'editor')).body.errors.role).toEqual(['The user does not have this role.'])
    expect((await assign('customer', 'nobody')).body.errors.role).toEqual(['There is no role “nobody”.'])
  })

  it('may all be taken: whoever has none still signs in', async () => {
    expect((await resign('customer', 'customer')).body.results.roles).toEqual([])
    expect((await server.get('profile-fetch', {}, { token: await server.signIn('customer') })).status).toBe(200)
    expect((await assign('customer', 'customer')).status).toBe(200)
  })

  it('give nothing while they are blocked, at once and in a session that goes on', async () => {
    const editor = await server.signIn('editor')
    const read = () => server.get('list', { model: 'post' }, { token: editor })
    expect((await read()).status).toBe(200)
    expect((await block('editor', 'editor', true)).status).toBe(200)
    expect((await read()).status).toBe(403)
    expect((await fetch('editor')).results.permissions).toMatchObject([{ role: 'editor', status: 'blocked' }])
    expect((await block('editor', 'editor', false)).status).toBe(200)
    expect((await read()).status).toBe(200)
  })

  it('are not blocked any more when they are given again', async () => {
    await assign('customer', 'operator')
    await block('customer', 'operator', true)
    await resign('customer', 'operator')
    await assign('customer', 'operator')
    expect((await fetch('customer')).results.permissions.at(-1)).toMatchObject({ role: 'operator', status: 'active' })
    await resign('customer', 'operator')
  })

  it('are not given or blocked by somebody who may do less', async () => {
    expect((await assign('customer', 'editor', clerk)).body.errors.role).toEqual([expect.stringContaining('“editor”')])
    for (const change of [
      resign('editor', 'editor', clerk),
      block('editor', 'editor', true, clerk),
      resign('administrator', 'administrator', clerk),
    ])
      expect((await change).status).toBe(403)
    const staff = await server.signIn('staff')
    for (const change of [assign('customer', 'customer', staff), resign('customer', 'customer', staff), permit('customer', [], staff)])
      expect((await change).status).toBe(403)
    expect((await fetch('customer', clerk)).metadata.roles).toEqual([
      { value: 'customer', title: 'Customer' },
      { value: 'clerk', title: 'Clerk' },
    ])
  })
})

describe('administrators', () => {
  it('do not block or take their own role', async () => {
    expect((await block('administrator', 'administrator', true)).status).toBe(422)
    expect((await resign('administrator', 'administrator')).status).toBe(422)
  })

  it('stay: of two who take the role from one another at once one is refused', async () => {
    const second = await server.signIn('second-admin')
    const both = await Promise.all([resign('second-admin', 'administrator'), block('administrator', 'administrator', true, second)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = {
      rows: await server.database.read((trx) => trx.selectFrom('data.user').selectAll().where('roles', 'is not', null).execute()),
    }
    const able = rows.filter(
      ({ roles, blocked_roles: blocked }) =>
        (roles as string[]).includes('administrator') && !((blocked ?? []) as string[]).includes('administrator'),
    )
    expect(able).toHaveLength(1)
  })
})

describe('permits of a user', () => {
  beforeAll(async () => {
    await createUser(server.database, { username: 'administrator', password: demoPassword, role: 'administrator' })
    admin = await server.signIn('administrator')
  })

  it('are there beside what the roles give, and taken again', async () => {
    const staff = await server.signIn('staff')
    const read = () => server.get('list', { model: 'post' }, { token: staff })
    expect((await read()).status).toBe(403)
    const { results } = await fetch('staff')
    expect((await permit('staff', ['content.read'], admin, results.version)).body.results.permits).toEqual(['content.read'])
    expect((await read()).status).toBe(200)
    expect((await permit('staff', [], admin, results.version)).body.errorCode).toBe('stale-version')
    expect((await permit('staff', [])).status).toBe(200)
    expect((await read()).status).toBe(403)
  })

  it('say by which role a permission is there', async () => {
    const { results } = await fetch('editor')
    const named = (name: string) =>
      results.modules
        .flatMap((group: { permissions: { name: string }[] }) => group.permissions)
        .find((each: { name: string }) => each.name === name)
    expect(named('content.read')).toMatchObject({
      title: 'See',
      granted_by: ['Editor'],
      can_set: true,
      opens: expect.arrayContaining([{ kind: 'page', title: 'Posts' }]),
    })
    expect(named('accountant.read')).toMatchObject({ granted_by: [] })
    expect(named('office.use')).toMatchObject({ title: 'Use the office' })
    expect(named('panel.develop')).toMatchObject({ can_set: false, roles: ['developer'] })
  })

  it('are refused when they are not known, or beyond who gives them', async () => {
    expect((await permit('customer', ['content.fly'])).body.errors.permits).toEqual(['There is no permission “content.fly”.'])
    for (const name of ['panel.develop', 'persons.impersonate'])
      expect((await permit('customer', [name])).body.errors.permits).toEqual([expect.stringContaining(name)])
    expect((await permit('customer', ['content.read'], clerk)).body.errors.permits).toEqual([expect.stringContaining('content.read')])
    expect((await permit('customer', ['office.use'], clerk)).status).toBe(200)
    await permit('customer', [])
  })

  it('make their holder somebody whom a weaker one does not touch', async () => {
    await permit('customer', ['content.publish'])
    expect((await server.post('user-save', { id: ids.customer, data: { email: 'mine@example.com' } }, as(clerk))).status).toBe(403)
    await permit('customer', [])
  })

  it('are not written by the calls that save users', async () => {
    const refused = { permits: [expect.any(String)] }
    for (const call of ['user-save', 'user-import'])
      expect((await server.post(call, { id: ids.customer, data: { permits: ['content.read'] } }, as())).body.errors).toMatchObject(refused)
    expect((await server.post('user-save', { id: ids.customer, data: { blocked_roles: ['customer'] } }, as())).status).toBe(422)
    const user = { username: 'with.permits', roles: ['customer'], password: 'a first password', permits: ['content.read'] }
    await server.post('users-panel-save', user, as())
    await server.post('user-import', { data: { username: 'file.permits', permits: ['content.read'] } }, as())
    const rows = await server.database.read((trx) =>
      trx.selectFrom('data.user').select('permits').where('username', 'like', '%.permits').execute(),
    )
    expect(rows.flatMap(({ permits }) => permits ?? [])).toEqual([])
  })
})

describe('roles in an organization', () => {
  const member = async () =>
    (await fetch('customer')).results.permissions.find(({ organization }: { organization: unknown }) => organization)

  it('have a status of their own', async () => {
    const [organization] = (await server.get('list', { model: 'organization' }, as())).body.results
    const more = { organization_id: organization.id }
    expect((await assign('customer', 'operator', admin, more)).status).toBe(200)
    expect(await member()).toMatchObject({ role: 'operator', status: 'active', organization: { id: organization.id } })
    expect((await block('customer', 'operator', true, admin, more)).status).toBe(200)
    expect(await member()).toMatchObject({ status: 'blocked' })
    const { body } = await server.get('organization-permissions', { organization_id: organization.id }, as())
    expect(body.results.permissions).toContainEqual(
      expect.objectContaining({ role: 'operator', status: 'blocked', user: expect.objectContaining({ id: ids.customer }) }),
    )
    expect(
      (await server.post('organization-role-block', { ...more, id: ids.customer, role: 'operator', blocked: false }, as())).status,
    ).toBe(200)
    expect(await member()).toMatchObject({ status: 'active' })
    expect((await resign('customer', 'operator', admin, more)).status).toBe(200)
    expect(await member()).toBeUndefined()
    expect((await resign('customer', 'operator', admin, more)).status).toBe(422)
    expect((await assign('customer', 'operator', admin, { organization_id: 999_999 })).status).toBe(404)
  })

  it('are left blocked one by one where all of a member were blocked', async () => {
    const [organization] = (await server.get('list', { model: 'organization' }, as())).body.results
    const more = { organization_id: organization.id }
    for (const role of ['operator', 'staff']) await assign('customer', role, admin, more)
    await server.put('organization-user-roles', { ...more, id: ids.customer, blocked: true }, as())
    await block('customer', 'staff', false, admin, more)
    const rows = (await fetch('customer')).results.permissions.filter(({ organization: of }: { organization: unknown }) => of)
    expect(rows).toMatchObject([
      { role: 'operator', status: 'blocked' },
      { role: 'staff', status: 'active' },
    ])
  })
})

describe('the matrix', () => {
  it('says who has a permission, and why', async () => {
    await permit('staff', ['content.publish'])
    const { body } = await server.get('permission-holders', { permission: 'content.publish' }, as())
    expect(body.results).toContainEqual(expect.objectContaining({ id: ids.staff, roles: [], permit: true }))
    expect(body.results).toContainEqual(expect.objectContaining({ id: ids.moderator, roles: ['Moderator'], permit: false }))
    expect((await server.get('permission-holders', { permission: 'content.fly' }, as())).status).toBe(404)
    await permit('staff', [])
  })

  it('lists each permission of the modules with the roles that grant it', async () => {
    const { body } = await server.get('permission-matrix', {}, as())
    const content = body.results.modules.find(({ name }: { name: string }) => name === 'content')
    expect(content.permissions.find(({ name }: { name: string }) => name === 'content.publish')).toMatchObject({
      title: 'Publish',
      roles: ['administrator', 'developer', 'content_manager', 'moderator'],
    })
  })
})
