import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let admin: string
let customer: string
const path = { module: 'settings', class: 'setting', part: 'list' }

beforeAll(async () => {
  server = await startTestServer({ seed: ['settings'] })
  ;[admin, customer] = (await Promise.all(['administrator', 'customer'].map((name) => server.signIn(name)))) as [string, string]
})
afterAll(() => server.close())

const as = (token: string, locale = 'en') => ({ token, headers: { 'x-locale': locale } })
const newSetting = (key: string) => ({ model: 'setting', data: { key, category: 'market', title: 'Extra', kind: 'text' } })

describe('grid', () => {
  it('answers rows and the five parts of its metadata', async () => {
    const { status, body } = await server.get('grid', path, as(admin))
    expect(status).toBe(200)
    expect(Object.keys(body.metadata)).toEqual(expect.arrayContaining(['breadcrumbs', 'grid', 'modals', 'page_title', 'pagination']))
    expect(body.metadata).toMatchObject({
      page_title: 'Site settings',
      pagination: { page: 1 },
      grid: { name: 'settings/setting/list', tabs: expect.arrayContaining([{ key: 'contact', title: 'Contact' }]) },
    })
    expect(body.results[0]).toMatchObject({ title: 'Site title', category: 'general', can_edit: true })
  })

  it('narrows by tab, filter and ids, and leaves the metadata out when asked', async () => {
    expect(
      (await server.get('grid', { ...path, tab: 'contact' }, as(admin))).body.results.every(
        ({ category }: { category: string }) => category === 'contact',
      ),
    ).toBe(true)
    const { body } = await server.get('grid', { ...path, category: 'template,data', parts: 'results' }, as(admin))
    expect(new Set(body.results.map(({ category }: { category: string }) => category))).toEqual(new Set(['template', 'data']))
    expect(Object.keys(body.metadata).sort()).toEqual(['pagination', 'publication'])
    expect((await server.get('grid', { ...path, ids: '2' }, as(admin))).body.results.map(({ id }: { id: number }) => id)).toEqual([2])
  })

  it('accepts the optional version', async () => expect((await server.get('grid', { ...path, version: 1 }, as(admin))).status).toBe(200))

  it.each([
    [400, { module: 'a', class: 'b', part: 'c' }],
    [400, { module: '__proto__', class: 'constructor', part: 'toString' }],
    [422, { module: 'settings' }],
    [422, { ...path, page: -1 }],
    [422, { ...path, page: 'x' }],
    [422, { ...path, page_size: 1001 }],
    [422, { ...path, sort: 'no_such' }],
    [422, { ...path, no_such: 'x' }],
    [422, { ...path, tab: 'no-such' }],
    [422, { ...path, sort: "title'; drop table data.setting" }],
  ])('answers %i to %o', async (status, params) => expect((await server.get('grid', params, as(admin))).status).toBe(status))

  it('is denied without permission, and the session goes on', async () => {
    expect(await server.get('grid', path, as(customer))).toMatchObject({
      status: 403,
      body: { errorCode: 'permission-denied', userMessage: 'You do not have permission to do this.' },
    })
    expect((await server.get('layout', {}, as(customer))).status).toBe(200)
  })
})

describe('records', () => {
  it('are described, listed and read one by one', async () => {
    expect(
      (await server.get('info', { model: 'setting' }, as(admin))).body.results.fields.map(({ name }: { name: string }) => name),
    ).toContain('category')
    const { body } = await server.get(
      'list',
      { model: 'setting', category: 'general', sort: 'sort_order', order: 'asc', page: 1, page_size: 1 },
      as(admin),
    )
    expect(body).toMatchObject({ results: [{ key: 'site_title' }], metadata: { pagination: { page: 1, page_size: 1, total: 2 } } })
    const id = body.results[0].id as number
    expect((await server.get('single', { model: 'setting', id }, as(admin))).body.results.text).toBe('Pishkhan')
    expect((await server.get('single', { model: 'setting', id, edit: 1 }, as(admin))).body.results.text).toMatchObject({
      en: 'Pishkhan',
      fa: 'پیشخوان',
    })
  })

  it('brings all texts of a translated field', async () => {
    expect((await server.get('single', { model: 'setting', id: 1 }, as(admin))).body.results).toMatchObject({
      text: 'Pishkhan',
      translations: { text: { en: 'Pishkhan', fa: 'پیشخوان' } },
    })
  })

  it('names a text that cannot be stored as the form does', async () => {
    expect(
      (await server.post('save', { model: 'setting', data: { ...newSetting('nul').data, title: 'a\0b' } }, as(admin))).body,
    ).toMatchObject({ errorCode: 422, errors: { title: [expect.any(String)] } })
  })

  it.each([
    ['info', { model: 'nope' }],
    ['list', { model: 'nope' }],
    ['single', { model: 'setting', id: 'x' }],
    ['single', { model: 'setting', id: -1 }],
    ['single', { model: 'setting' }],
    ['single', { model: 'setting', id: 987654 }],
  ])('%s %o is refused', async (name, params) => {
    const { status } = await server.get(name, params, as(admin))
    expect([404, 422]).toContain(status)
  })

  it('are created, changed and destroyed, and the toast names the type', async () => {
    const created = await server.post('save', newSetting('extra_one'), as(admin))
    expect(created).toMatchObject({ status: 200, body: { metadata: { toast: 'The setting has been saved.' } } })
    const { id, version } = created.body.results as { id: number; version: number }
    const changed = await server.post('save', { model: 'setting', id, version, data: { value: 'new' } }, as(admin, 'fa'))
    expect(changed.body).toMatchObject({
      results: { id, value: 'new', version: version + 1 },
      metadata: { toast: 'تنظیم به‌روزرسانی شد.' },
    })
    expect(await server.post('save', { model: 'setting', id, version, data: { value: 'stale' } }, as(admin))).toMatchObject({
      status: 409,
      body: { errorCode: 'stale-version', metadata: { current: { value: 'new' } } },
    })
    expect((await server.delete('destroy', { model: 'setting', id, version: version + 1 }, as(admin))).status).toBe(200)
    expect((await server.get('single', { model: 'setting', id }, as(admin))).status).toBe(404)
  })

  it('take only what the form would take, with a sentence at the field', async () => {
    const id = (await server.get('list', { model: 'setting', category: 'template', sort: 'sort_order', order: 'asc' }, as(admin))).body
      .results[0].id as number
    const refused = await server.post('save', { model: 'setting', id, data: { value: 'javascript:alert(1)' } }, as(admin))
    expect(refused).toMatchObject({
      status: 422,
      body: { errorCode: 422, userMessage: 'Please check the marked fields.', errors: { value: [expect.stringMatching(/\w+ \w+/)] } },
    })
    expect((await server.post('save', { ...newSetting('x'), data: { key: 'x' } }, as(admin))).body.errors.title[0]).toMatch(/required/)
  })

  it('restore asks for model and id, in query or body', async () => {
    expect(Object.keys((await server.patch('restore', {}, as(admin))).body.errors)).toEqual(['model', 'id'])
    expect((await server.patch('restore', { model: 'setting' }, as(admin))).body.errors).toHaveProperty('id')
  })

  it('are closed to those without permission, who change nothing', async () => {
    for (const reply of await Promise.all([
      server.get('list', { model: 'setting' }, as(customer)),
      server.get('single', { model: 'setting', id: 1 }, as(customer)),
      server.post('save', newSetting('mine'), as(customer)),
      server.delete('destroy', { model: 'setting', id: 1 }, as(customer)),
      server.delete('trash', { model: 'setting', id: 1 }, as(customer)),
      server.post('activate', { model: 'setting', id: 1 }, as(customer)),
    ]))
      expect([reply.status, reply.body.errorCode]).toEqual([403, 'permission-denied'])
    expect((await server.get('single', { model: 'setting', id: 1 }, as(admin))).body.results).toMatchObject({
      key: 'site_title',
      version: 1,
    })
  })
})
