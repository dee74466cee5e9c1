import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin: string
let customer: number
let organization: number

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('administrator')
  const [user] = (await server.get('user-search', { search: 'customer', slug: 'customer' }, as())).body.results
  customer = user.id
  const data = { organization_name: 'Aras', organization_type: 'private' }
  organization = (await server.post('save', { model: 'organization', data }, as())).body.results.id
})
afterAll(() => server.close())

const as = (token = admin) => ({ token, headers: { 'x-locale': 'en' } })
const list = async (params: Record<string, unknown> = {}) => (await server.get('audit-list', params, as())).body
const save = (data: object) => server.post('save', { model: 'organization', id: organization, data }, as())
const undo = (id: number, token?: string) => server.post('audit-undo', { id }, as(token))

describe('the audit', () => {
  it('tells who changed what, with before and after', async () => {
    await save({ organization_name: 'Aras Trading' })
    const { results, metadata } = await list({ model: 'organization', record: organization })
    expect(results[0]).toMatchObject({
      user: { name_full: expect.any(String) },
      type: 'Organization',
      record: { id: organization, title: 'Aras Trading' },
      action: 'update',
      title: 'Changed',
      changes: [{ field: 'organization_name', label: 'Organization name', from: 'Aras', to: 'Aras Trading' }],
      can_undo: true,
    })
    expect(results[1]).toMatchObject({ action: 'create', can_undo: false })
    expect(metadata.fields.organization).toHaveProperty('organization_name')
    expect(metadata.models).toContainEqual({ value: 'organization', title: 'Organization' })
  })

  it('tells the words of a formatted text that changed', async () => {
    const [type] = (await server.get('list', { model: 'content_type' }, as())).body.results
    const write = (data: object) => server.post('content-post-save', { type: type.slug, locale: 'en', ...data, action: 'draft' }, as())
    const { id } = (await write({ title: 'Prices', text: '<p>Prices <b>hold</b> until May.</p>' })).body.results
    await write({ id, title: 'Prices', text: '<p>Prices <b>hold</b> until June.</p>' })
    const { results, metadata } = await list({ model: 'post', record: id })
    expect(results.flatMap(({ changes }: Json) => changes)).toContainEqual(
      expect.objectContaining({ field: 'text', from: 'Prices hold until May.', to: 'Prices hold until June.' }),
    )
    expect(metadata.fields.post.text).toMatchObject({ cell: 'text' })
  })

  it('has a word for every action in the language of its reader', async () => {
    const actions = ['second-factor-on', 'second-factor-off', 'backup-codes', 'recover-password', 'session-end', 'social-link']
    actions.push('social-unlink', 'passkey-add', 'passkey-remove', 'change-password', 'accept', 'declare_arrival')
    await server.database.transaction((trx) =>
      trx
        .insertInto('pishkhan.audit')
        .values(actions.map((action) => ({ request_id: 'test', entity: 'user', record_id: customer, action })))
        .execute(),
    )
    const { metadata } = (await server.get('audit-list', {}, { token: admin, headers: { 'x-locale': 'fa' } })).body
    const told = metadata.actions.filter(({ value }: Json) => actions.includes(value))
    expect(told).toHaveLength(actions.length)
    expect(told.filter(({ title }: Json) => /[a-z]/i.test(title))).toEqual([])
  })

  it('is found by person, action and day, and read on from where it ended', async () => {
    const { body } = await server.get('profile-fetch', {}, as())
    expect((await list({ user: body.results.id, action: 'create' })).results.every(({ action }: Json) => action === 'create')).toBe(true)
    expect((await list({ user: customer, model: 'organization' })).results).toEqual([])
    expect((await list({ from: '2001-01-01', to: '2001-01-02' })).results).toEqual([])
    expect((await list({ from: '2001-01-01' })).results.length).toBeGreaterThan(0)
    expect((await server.get('audit-list', { from: 'yesterday' }, as())).body.errors).toHaveProperty('from')
    for (let turn = 0; turn < 60; turn += 1) await save({ economical_code: `41112223${1000 + turn}` })
    const first = await list({ model: 'organization' })
    expect(first.results).toHaveLength(50)
    const second = await list({ model: 'organization', cursor: first.metadata.cursor })
    expect(second.results[0].id).toBeLessThan(first.results[49].id)
  })

  it('is for administrators, and for others as far as they may read the records', async () => {
    for (const name of ['staff', 'customer']) expect((await server.get('audit-list', {}, as(await server.signIn(name)))).status).toBe(403)
    const [staff] = (await server.get('user-search', { search: 'staff', slug: 'staff' }, as())).body.results
    await server.put('user-panel-permits-save', { id: staff.id, permits: ['persons.audit'] }, as())
    const { body } = await server.get('audit-list', {}, as(await server.signIn('staff')))
    expect(new Set(body.results.map(({ model }: Json) => model))).toEqual(new Set(['organization']))
    const [own] = (await list({ model: 'user' })).results
    expect((await undo(own.id, await server.signIn('staff'))).status).toBe(404)
    await server.put('user-panel-permits-save', { id: staff.id, permits: [] }, as())
  })

  it('is exported with a line for each field', async () => {
    const { status, body, headers } = await server.get('audit-export', { model: 'organization', record: organization, format: 'csv' }, as())
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/csv')
    expect(String(body)).toContain('Organization name')
    expect(String(body)).toContain('Aras Trading')
    expect((await server.get('audit-export', { format: 'xlsx' }, as())).headers['content-type']).toContain('spreadsheet')
  })
})

describe('a change that is taken back', () => {
  it('gives the fields that it wrote their values of before, and is audited itself', async () => {
    await save({ organization_name: 'Right', unique_id: '10380284790' })
    await save({ organization_name: 'Wrong' })
    await save({ unique_id: '14007650912' })
    const wrong = (await list({ model: 'organization', record: organization })).results.find(
      ({ changes }: Json) => changes[0]?.to === 'Wrong',
    )
    expect((await undo(wrong.id)).body.results.fields).toEqual(['organization_name'])
    const { body } = await server.get('single', { model: 'organization', id: organization }, as())
    expect(body.results).toMatchObject({ organization_name: 'Right', unique_id: '14007650912' })
    expect((await list({ model: 'organization', record: organization })).results[0].changes[0]).toMatchObject({
      from: 'Wrong',
      to: 'Right',
    })
  })

  it('brings a record back from the trash', async () => {
    const data = { organization_name: 'For the trash', organization_type: 'state' }
    const { id, version } = (await server.post('save', { model: 'organization', data }, as())).body.results
    await server.delete('trash', { model: 'organization', id, version }, as())
    const [entry] = (await list({ model: 'organization', record: id })).results
    expect(entry).toMatchObject({ action: 'trash', can_undo: true })
    expect((await undo(entry.id)).status).toBe(200)
    expect((await server.get('single', { model: 'organization', id }, as())).status).toBe(200)
  })

  it('of a user obeys what holds for users', async () => {
    await server.post('user-save', { id: customer, data: { first_name: 'Other' } }, as())
    const [entry] = (await list({ model: 'user', record: customer })).results
    expect((await undo(entry.id)).body.results.fields).toEqual(['first_name'])
    await server.post('user-panel-role-assign', { id: customer, role: 'operator' }, as())
    const [roles] = (await list({ model: 'user', record: customer })).results
    expect((await undo(roles.id)).body.results.fields).toEqual(['roles'])
  })

  it('is refused where there is nothing to take back', async () => {
    const entries = (await list({ model: 'organization', record: organization })).results
    const { results } = await list({ model: 'organization', record: organization, action: 'create' })
    expect((await undo(results[0].id)).status).toBe(409)
    expect((await undo(999_999_999)).status).toBe(404)
    expect(entries.length).toBeGreaterThan(0)
  })
})
