import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
const tokens: Record<string, string> = {}
const as = (user: string) => ({ token: tokens[user]!, headers: { 'x-locale': 'en' } })
const manager = () => as('content_manager')
const admin = () => as('administrator')

async function save(model: string, data: object, more: object = {}) {
  const { status, body } = await server.post('save', { model, data, ...more }, admin())
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results
}
const post = (fields: object = {}) => save('post', { type: 'note', title: 'A note', ...fields })

beforeAll(async () => {
  server = await startTestServer({ seed: ['divisions'] })
  for (const user of ['administrator', 'content_manager', 'editor', 'customer']) tokens[user] = await server.signIn(user)
  await save('content_type', { slug: 'note', titles: { en: 'Note', fa: 'یادداشت' } })
})
afterAll(() => server.close())

describe('generic calls on records with rules of their own', () => {
  test('a post goes to the trash, comes back and goes for good by model and id', async () => {
    const { id, version } = await post()
    const trashed = await server.delete('trash', { model: 'post', id, version }, manager())
    expect(trashed.body.results).toMatchObject({ id, status: 'trashed', can_restore: true })
    expect((await server.delete('trash', { model: 'post', id }, manager())).body.errorCode).toBe('precondition-failed')
    expect((await server.patch('restore', { model: 'post', id }, manager())).body.results.status).toBe('draft')
    expect((await server.delete('destroy', { model: 'post', id }, manager())).status).toBe(409)
    await server.delete('trash', { model: 'post', id }, manager())
    expect((await server.delete('destroy', { model: 'post', id }, manager())).status).toBe(200)
    expect((await server.get('single', { model: 'post', id }, manager())).status).toBe(404)
  })

  test('are refused to those whom the module’s own calls refuse', async () => {
    const { id } = await post()
    for (const user of ['editor', 'customer'])
      expect((await server.delete('trash', { model: 'post', id }, as(user))).body.errorCode).toBe('permission-denied')
    expect((await server.delete('trash', { model: 'division', id: 1 }, manager())).body.errorCode).toBe('permission-denied')
  })

  test('tell of a record that is referred to what the caller may read by itself, whatever fields are asked for', async () => {
    await post()
    const asked = { model: 'post', fields: 'created_by.code_melli,created_by.email,author.mobile,title' }
    const [hidden] = (await server.get('list', asked, manager())).body.results
    expect(Object.keys(hidden.created_by)).toEqual(['id', 'title'])
    const [open] = (await server.get('list', asked, as('administrator'))).body.results
    expect(Object.keys(open.created_by).sort()).toEqual(['code_melli', 'email', 'id', 'title'])
  })

  test('a content type with posts is not destroyed and names them with links, a division with children stays', async () => {
    const type = await save('content_type', { slug: 'brief', titles: { en: 'Brief' } })
    const { id } = await post({ type: 'brief', title: 'The one brief' })
    await server.delete('trash', { model: 'content_type', id: type.id }, manager())
    const to = { name: 'content-post-edit', params: { type: 'brief', id } }
    expect(await server.delete('destroy', { model: 'content_type', id: type.id }, manager())).toMatchObject({
      status: 409,
      body: { errorCode: 'in-use', metadata: { used_by: [{ model: 'post', count: 1, records: [{ id, title: 'The one brief', to }] }] } },
    })
    expect((await server.delete('trash', { model: 'division', id: 1 }, admin())).body.errorCode).toBe('in-use')
  })

  test('saving a post by model keeps slug, locale and sisters in order', async () => {
    const original = await post({ title: 'Hello, World!' })
    expect(original).toMatchObject({ slug: 'hello-world', status: 'draft', locale: 'en' })
    const french = await post({ title: 'Bonjour', locale: 'fr', sister: original.id })
    expect(french).toMatchObject({ locale: 'fr', sister_group: original.sister_group })
    const changed = await save('post', { title: 'Hello again' }, { id: original.id, version: original.version })
    expect(changed).toMatchObject({ title: 'Hello again', slug: 'hello-world' })
    expect(
      (await server.post('save', { model: 'post', data: { type: 'note', title: 'X', slug: 'a b/c' } }, admin())).body.errors,
    ).toHaveProperty('slug')
  })

  test.each([
    ['divisions-save', {}, 'title', 'Title'],
    ['content-type-save', {}, 'titles', 'Title'],
    ['content-category-save', {}, 'title', 'Title'],
    ['save', { model: 'division' }, 'title', 'Title'],
    ['save', { model: 'category' }, 'title', 'Title'],
  ])('%s %o tells a text that is too long by its field and language alone', async (endpoint, more, field, label) => {
    const long = 'x'.repeat(130)
    const errors = async (value: unknown) => (await server.post(endpoint, { ...more, data: { [field]: value } }, admin())).body.errors
    expect((await errors({ en: long }))[`${field}.en`]).toEqual([`${label} may have at most 120 characters.`])
    expect(await errors({ en: long })).not.toHaveProperty([field])
    expect((await errors(long))[field]).toEqual([`${label} may have at most 120 characters.`])
    expect((await errors(7))[field]).toEqual([`${label} must be text.`])
  })

  test('what is no field is told as the form knows it', async () => {
    const { status, body } = await server.post('save', { model: 'post', data: { type: 'note', title: 'X', seo: 'no object' } }, admin())
    expect([status, Object.keys(body.errors)]).toEqual([422, ['seo']])
  })

  test('a category keeps to the rules of slugs', async () => {
    expect((await save('category', { title: { en: 'City life' } })).slug).toBe('city-life')
    for (const slug of ['../../x', 'city-life', 'a b'])
      expect((await server.post('save', { model: 'category', data: { title: 'X', slug } }, manager())).body.errors, slug).toHaveProperty(
        'slug',
      )
  })
})

describe('the pages of a content type', () => {
  const inPersian = () => ({ token: tokens.content_manager!, headers: { 'x-locale': 'fa' } })

  test('are called after it', async () => {
    const { metadata } = (await server.get('content-post-grid', { type: 'note' }, inPersian())).body
    expect(metadata).toMatchObject({
      page_title: 'یادداشت',
      breadcrumbs: [{ title: 'محتوا' }, { title: 'یادداشت' }],
      grid: { toolbar: [{ title: 'افزودن یادداشت' }] },
    })
    expect(metadata.grid.empty.title).toContain('یادداشت')
    const screen = (await server.get('screen', { name: 'content-post-list', type: 'note' }, inPersian())).body.results
    expect([screen.title, screen.load.type.name]).toEqual(['{type.list_title}', 'content-type-single'])
    expect((await server.get('content-type-single', { type: 'note' }, inPersian())).body.results.title).toBe('یادداشت')
    await server.post(
      'content-type-save',
      {
        id: (await server.get('content-type-list', {}, inPersian())).body.results.find(({ slug }: { slug: string }) => slug === 'note').id,
        list_titles: { fa: 'یادداشت‌ها' },
      },
      inPersian(),
    )
    const renamed = (await server.get('content-post-grid', { type: 'note' }, inPersian())).body.metadata
    expect([renamed.page_title, renamed.grid.toolbar[0].title]).toEqual(['یادداشت‌ها', 'افزودن یادداشت'])
    expect(
      (await server.get('content-type-single', { type: 'note' }, { token: tokens.content_manager!, headers: { 'x-locale': 'en' } })).body
        .results.list_title,
    ).toBe('Note')
    expect((await server.get('content-type-single', { type: 'nothing' }, inPersian())).status).toBe(404)
  })

  test('say which language is written, and lead to the original', async () => {
    const original = await post()
    const open = async (params: object) => (await server.get('content-post-fetch', { type: 'note', ...params }, inPersian())).body.results
    expect((await open({})).heading).toBe('افزودن یادداشت')
    expect((await open({ locale: 'fr' })).heading).toContain('فرانسوی')
    const translation = await open({ locale: 'fr', sister: original.id })
    expect(translation).toMatchObject({
      heading: expect.stringContaining('فرانسوی'),
      locale: 'fr',
      sister: original.id,
      sisters: expect.arrayContaining([{ locale: 'en', id: original.id }]),
    })
  })
})

describe('the generic grid of posts', () => {
  const grid = async (query: object = {}) =>
    (await server.get('grid', { module: 'content', class: 'post', part: 'list', type: 'note', ...query }, manager())).body

  test('has the flags and statuses of the list’s own call', async () => {
    const { id } = await post()
    await server.delete('trash', { model: 'post', id }, manager())
    const { results } = await grid({ status: 'trashed' })
    expect(results).toContainEqual(expect.objectContaining({ id, status: 'trashed', can_restore: true, can_publish: false }))
    expect((await grid()).results[0]).toMatchObject({ can_publish: true, can_trash: true })
  })

  test.each([
    ['content-post-grid', { type: 'note' }, 'post', 'post'],
    ['content-type-grid', {}, 'content_type', 'content type'],
    ['divisions-grid', {}, 'division', 'division'],
  ])('the rows of %s are trashed and destroyed by model and id', async (endpoint, params, model, type) => {
    const { metadata } = (await server.get(endpoint, params, admin())).body
    expect(metadata.grid.row.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['trash', 'restore', 'destroy']))
    for (const name of ['trash', 'restore', 'destroy']) {
      const modal = metadata.modals.find(({ id }: { id: string }) => id === name)
      expect(modal.text).toContain(type)
      expect(modal.buttons.at(-1).action.options).toMatchObject({ name, params: { model, id: '{row.id}', version: '{row.version}' } })
    }
  })
})
