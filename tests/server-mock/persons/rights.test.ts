import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '#server/features/persons/store.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const text = { clerk: 'Clerk', chief: 'Chief', office: 'Office' }
const office = {
  'module.json': {
    name: 'office',
    title: '$office',
    version: '1.0.0',
    requires: ['persons', 'content'],
    permissions: ['office.use'],
    roles: { clerk: '$clerk', chief: '$chief' },
    grants: { clerk: ['persons.read', 'persons.write'], chief: ['persons.read', 'persons.write', 'content.read', 'content.publish'] },
  },
  'locales/en.json': text,
  'locales/fa.json': text,
}

let server: TestServer
let clerk: string
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await startTestServer()
  const { status, body } = await server.post(
    'publish',
    { module: 'office', documents: office },
    { token: await server.signIn('developer') },
  )
  expect([status, JSON.stringify(body.metadata?.problems ?? [])]).toEqual([200, '[]'])
  for (const name of ['clerk', 'chief']) await createUser(server.database, { username: `the-${name}`, password: demoPassword, role: name })
  clerk = await server.signIn('the-clerk')
  const rows = await server.database.read((trx) => trx.selectFrom('data.user').select(['id', 'username']).execute())
  for (const { id, username } of rows) ids[username as string] = id as number
})
afterAll(() => server.close())

const as = (token = clerk) => ({ token, headers: { 'x-locale': 'en' } })
const save = (username: string, data: object, token?: string) => server.post('user-save', { id: ids[username], data }, as(token))

describe('who may write users', () => {
  it.each(['content_manager', 'editor', 'chief'])('gives nobody a role with permissions that he lacks: %s', async (role) => {
    const refused = { roles: [expect.stringContaining(`“${role}”`)] }
    const user = { username: 'new.one', roles: [role], password: 'a first password' }
    expect(await server.post('user-create', user, as())).toMatchObject({ status: 422, body: { errors: refused } })
    expect(await save('customer', { roles: ['customer', role] })).toMatchObject({ status: 422, body: { errors: refused } })
    expect(await save('the-clerk', { roles: ['clerk', role] })).toMatchObject({ status: 422, body: { errors: refused } })
    const row = { data: { username: 'new.row', roles: [role] } }
    expect(await server.post('user-import', row, as())).toMatchObject({ status: 422, body: { errors: refused } })
    expect(await server.post('user-import', { role, data: { username: 'new.row' } }, as())).toMatchObject({ status: 422 })
    expect(await server.post('user-import', { id: ids.customer, data: { roles: [role] } }, as())).toMatchObject({ status: 422 })
  })

  it('gives the roles whose permissions he has', async () => {
    expect((await save('customer', { roles: ['customer', 'clerk'] })).status).toBe(200)
    expect((await save('customer', { roles: ['customer'] })).status).toBe(200)
    const chief = await server.signIn('the-chief')
    expect((await save('customer', { roles: ['customer', 'clerk'] }, chief)).status).toBe(200)
    expect((await save('customer', { roles: ['customer'] }, chief)).status).toBe(200)
  })

  it.each([
    ['mobile', '+989120000001'],
    ['email', 'mine@example.com'],
    ['username', 'renamed'],
    ['blocked', true],
    ['roles', ['customer']],
  ])('does not take over the account of somebody stronger: %s', async (field, value) => {
    for (const target of ['editor', 'the-chief']) {
      const refused = { status: 403, body: { errors: { [field]: [expect.stringContaining('permissions that you do not have')] } } }
      expect(await save(target, { [field]: value })).toMatchObject(refused)
      expect(await server.post('user-import', { id: ids[target], data: { [field]: value } }, as())).toMatchObject(refused)
    }
    for (const target of ['administrator', 'developer']) expect((await save(target, { [field]: value })).status).toBe(403)
  })

  it('still writes what gives no access, and sends back what he read', async () => {
    const { body } = await server.get('single', { model: 'user', id: ids.editor }, as())
    const { username, email, mobile, roles, blocked } = body.results
    expect((await save('editor', { username, email, mobile, roles, blocked, first_name: 'Other' })).status).toBe(200)
  })

  it('ends the sessions of whom he blocks', async () => {
    const token = await server.signIn('customer')
    const block = (blocked: boolean) => save('customer', { blocked })
    expect((await block(true)).status).toBe(200)
    expect((await block(false)).status).toBe(200)
    expect((await server.get('check-token', {}, { token })).status).toBe(401)
  })
})

describe('a first password', () => {
  it.each([
    ['password1', 'very common'],
    ['۱۲۳۴۵۶۷۸۹', 'very common'],
    ['aaaaaaaaaa', 'very common'],
    ['dear Sara.K 9', 'must not contain'],
    ['skarimi-2024', 'must not contain'],
  ])('is refused when it is easy to guess: %s', async (password, sentence) => {
    const user = { username: 'sara.k', email: 'skarimi@example.com', roles: ['customer'], password }
    expect(await server.post('user-create', user, as())).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.stringContaining(sentence)] } },
    })
  })
  it('is refused at the command line too', async () => {
    for (const password of ['password1', 'the-clerk-2024'])
      await expect(createUser(server.database, { username: 'the-clerk', password, role: 'clerk' })).rejects.toThrow('password')
  })
})

describe('a published document', () => {
  const endpoint = (operation: string, entity: string, more: object = {}) => ({
    name: `office-${operation}-${entity}`,
    method: 'POST',
    access: 'office.use',
    entity: `${entity === 'post' ? 'content' : 'persons'}/${entity}`,
    operation,
    payload: { type: 'object', additionalProperties: true },
    ...more,
  })
  const publish = async (endpoints: object[], grants: object = {}) =>
    server.post(
      'publish',
      {
        module: 'office',
        documents: {
          ...office,
          'module.json': { ...office['module.json'], grants: { ...office['module.json'].grants, ...grants } },
          'endpoints.json': { endpoints },
        },
      },
      { token: await server.signIn('developer') },
    )

  it.each([
    endpoint('set', 'user', { values: { roles: ['administrator'] } }),
    endpoint('set', 'user', { values: { first_name: 'X' } }),
    endpoint('save', 'user'),
    endpoint('create', 'user'),
    endpoint('trash', 'user'),
    endpoint('destroy', 'user'),
    endpoint('save', 'role'),
  ])('writes no users and no roles: $name', async (declared) => {
    const { status, body } = await publish([declared])
    expect(status).toBe(422)
    expect(JSON.stringify(body.metadata.problems)).toContain('no document writes it')
  })

  it('saves no records of its own by a call that writes users', async () => {
    const gift = {
      name: 'gift',
      title: '$office',
      schema: {
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string' }, roles: { type: 'array', items: { type: 'string' } } },
      },
      access: { read: 'office.use', write: 'office.use' },
      calls: { save: 'user-save' },
    }
    const labels = { 'entities.gift.title': 'Title', 'entities.gift.roles': 'Roles' }
    const documents = {
      ...office,
      'entities/gift.json': gift,
      'locales/en.json': { ...text, ...labels },
      'locales/fa.json': { ...text, ...labels },
    }
    const grid = {
      entity: 'gift',
      class: 'gift',
      part: 'list',
      title: '$office',
      columns: ['title'],
      import: { fields: ['title'], endpoint: 'user-import' },
    }
    const { status, body } = await server.post(
      'publish',
      { module: 'office', documents: { ...documents, 'grids/gifts.json': grid } },
      { token: await server.signIn('developer') },
    )
    const told = (body.metadata.problems as { message: string }[]).filter(({ message }) => message.includes('about other records'))
    expect([status, told.length]).toEqual([422, 2])
  })

  it('does not write them at run time either', async () => {
    const documents = await server.database.transaction(async (trx) => {
      const row = await trx
        .selectFrom('pishkhan.documents')
        .selectAll()
        .where('module', '=', 'office')
        .where('is_current', '=', true)
        .executeTakeFirstOrThrow()
      return row as { id: number; documents: Record<string, string> }
    })
    const declared = [
      endpoint('set', 'user', { values: { roles: ['administrator'] } }),
      endpoint('save', 'user'),
      endpoint('create', 'user'),
      endpoint('trash', 'user'),
    ]
    const files = {
      ...documents.documents,
      'module.json': JSON.stringify({ ...office['module.json'], grants: { ...office['module.json'].grants, clerk: ['office.use'] } }),
      'endpoints.json': JSON.stringify({ endpoints: declared }),
    }
    await server.database.transaction(async (trx) => {
      await trx
        .updateTable('pishkhan.documents')
        .set({ documents: JSON.stringify(files) })
        .where('id', '=', documents.id)
        .execute()
      await trx
        .insertInto('pishkhan.publications')
        .values({ number: 9999, module: 'office', documents_id: documents.id, action: 'publish' })
        .execute()
      await trx.updateTable('pishkhan.counters').set({ value: 9999 }).where('name', '=', 'publication').execute()
    })
    for (const { name } of declared) {
      const target = name === 'office-create-user' ? {} : { id: ids.customer }
      const payload = { ...target, data: { roles: ['administrator'] }, username: 'made.up' }
      for (const token of [clerk, await server.signIn('administrator')])
        expect((await server.post(name, payload, as(token))).body, name).toMatchObject({ errorCode: 'permission-denied' })
    }
  })

  it('brings about no publication of a post for those who may not publish', async () => {
    const admin = as(await server.signIn('administrator'))
    const type = { slug: 'memo', titles: { en: 'Memo', fa: 'یادداشت' }, list_titles: { en: 'Memos', fa: 'یادداشت‌ها' } }
    const made = await server.post('content-type-save', { data: type }, admin)
    expect([made.status, made.body.errors]).toEqual([200, undefined])
    const save = (payload: object, options: object) => server.post('content-post-save', payload, options)
    const post = async (action: string, data: object = {}) => {
      const { status, body } = await save({ type: 'memo', locale: 'en', action, data: { title: `A ${action}`, ...data } }, admin)
      expect([status, body.errors]).toEqual([200, undefined])
      return body.results as { id: number; published_at: string }
    }
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const scheduled = await post('schedule', { published_at: soon })
    const published = await post('publish')
    const draft = await post('save')

    const editor = as(await server.signIn('editor'))
    const refused = { status: 403, body: { errors: { published_at: [expect.stringContaining('permission')] } } }
    const later = new Date(Date.now() + 60_000).toISOString()
    const earlier = new Date(Date.now() - 86_400_000).toISOString()
    expect(await save({ id: scheduled.id, action: 'save', data: { published_at: later } }, editor)).toMatchObject(refused)
    expect(await save({ id: published.id, action: 'save', data: { published_at: earlier } }, editor)).toMatchObject(refused)
    const generic = { model: 'post', id: scheduled.id, data: { published_at: later } }
    expect(await server.post('save', generic, editor)).toMatchObject(refused)
    const echoed = { id: scheduled.id, action: 'save', data: { published_at: soon, title: 'Other' } }
    expect((await save(echoed, editor)).status).toBe(200)
    expect((await save({ id: draft.id, action: 'save', data: { published_at: later } }, editor)).status).toBe(200)

    const declared = [
      endpoint('transition', 'post', { name: 'office-publish', transition: 'publish' }),
      endpoint('save', 'post', { name: 'office-save-post' }),
    ]
    const { status, body } = await publish(declared, { editor: ['office.use'] })
    expect([status, JSON.stringify(body.metadata?.problems ?? [])]).toEqual([200, '[]'])
    expect((await server.post('office-publish', { id: draft.id }, editor)).status).toBe(403)
    for (const field of ['status', 'pinned'])
      expect(await server.post('office-save-post', { id: draft.id, data: { status: 'published', pinned: true } }, editor)).toMatchObject({
        status: 422,
        body: { errors: { [field]: ['The status changes only by its own actions.'] } },
      })
    expect(
      (await server.post('office-save-post', { id: draft.id, data: { status: 'draft', title: 'By an endpoint' } }, editor)).status,
    ).toBe(200)
    expect((await server.post('office-publish', { id: draft.id }, admin)).status).toBe(200)
  })
})
