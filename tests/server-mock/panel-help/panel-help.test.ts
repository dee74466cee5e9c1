import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { features } from '#server/features/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'customer', 'editor', 'content_manager'])
type User = keyof typeof tokens
const as = (user: User, locale = 'en') => ({ token: tokens[user], headers: { 'x-locale': locale } })
const type = 'panel-help'

interface Help {
  id: number
  slug: string
  title: string
  text: string
  locale: string
  page: { state: string; to?: string }
  edit_page: string | null
}
const read = (params: Record<string, unknown>, user: User = 'customer', locale?: string) =>
  server.get('content-post-single', params, as(user, locale))
const dashboard = async (user: User, locale?: string) => (await read({ slug: 'dashboard', type }, user, locale)).body.results as Help
const list = async (params: Record<string, unknown>, user: User, locale?: string) =>
  (await server.get('content-post-list', { type, page_size: 200, ...params }, as(user, locale))).body.results as Help[]
const save = (data: object, user: User = 'content_manager') => server.post('content-post-save', { type, ...data }, as(user))

/** A published help of the content manager. */
async function published(data: Record<string, unknown>): Promise<number> {
  const { body } = await save({ locale: 'en', ...data, action: 'publish' })
  return body.results.id as number
}

test('help comes with its title, labels, text and page, to readers without rights over posts too', async () => {
  const help = await dashboard('customer')
  expect(help).toMatchObject({ slug: 'dashboard', locale: 'en', title: 'Dashboard', tagging_labels: [], page: { state: 'open', to: '/' } })
  expect(help.text).toContain('<strong>Manage widgets</strong>')
  expect((await read({ id: help.id })).body.results).toMatchObject({ id: help.id, edit_page: null })
  expect((await dashboard('content_manager')).edit_page).toBe(`/content/post/${type}/${help.id}/edit`)
})

test('help is in the language of the reader, in English where it is not translated', async () => {
  expect((await dashboard('customer', 'fa')).locale).toBe('fa')
  expect((await dashboard('customer', 'de')).locale).toBe('en')
  expect((await dashboard('customer', 'ar')).locale).toBe('en')
})

test('posts of other types, and help that is not published, need the permission', async () => {
  const { body } = await save({ title: 'Draft', slug: 'settings-x', locale: 'en' })
  const id = body.results.id as number
  expect((await read({ id })).body.errorCode).toBe('permission-denied')
  expect((await read({ slug: 'settings-x', type })).status).toBe(404)
  expect((await read({ slug: 'x', type: 'news' })).body.errorCode).toBe('permission-denied')
  expect((await server.get('content-post-list', { type: 'news' }, as('customer'))).body.errorCode).toBe('permission-denied')
  expect((await server.get('content-post-list', { type, status: 'draft' }, as('customer'))).body.errorCode).toBe('permission-denied')
  expect((await read({})).status).toBe(422)
})

test('help of a page that is closed to its reader is not there for him, by slug, id or list', async () => {
  const closed = (await read({ slug: 'persons-users-list', type }, 'administrator')).body.results as Help
  expect(closed.page.state).toBe('open')
  for (const params of [{ slug: 'persons-users-list', type }, { id: closed.id }, { slug: 'no-such-page', type }])
    expect((await read(params)).body.errorCode).toBe('not-found')
  const gone = await published({ title: 'Page of last year', slug: 'page-of-last-year', text: '<p>Gone</p>' })
  expect((await read({ id: gone })).status).toBe(404)
  const draft = (await save({ title: 'Draft of the dashboard', slug: 'dashboard', locale: 'ru' })).body.results as Help
  for (const params of [{ locale: 'en' }, { ids: `${closed.id},${gone}` }, { status: 'published' }])
    expect((await list(params, 'customer')).filter(({ slug }) => ['persons-users-list', 'page-of-last-year'].includes(slug))).toEqual([])
  expect(await list({ locale: 'ru' }, 'customer')).toEqual([])
  expect((await list({ ids: String(draft.id) }, 'content_manager')).length).toBe(1)
  expect((await list({ locale: 'en' }, 'customer')).map(({ slug }) => slug)).toContain('dashboard')
})

test('each reader lists help of the pages that he may open; who writes sees what is closed or gone, and it says so', async () => {
  await published({ title: 'Old page', slug: 'page-of-old', text: '<p>Old</p>' })
  const own = await list({}, 'customer')
  expect(own.map(({ slug }) => slug)).toContain('persons-profile-edit')
  expect(own.filter(({ page }) => page.state !== 'open')).toEqual([])
  expect(own.map(({ slug }) => slug)).not.toContain('persons-audit')
  expect(own.map(({ slug }) => slug)).not.toContain('page-of-old')
  const all = await list({}, 'content_manager')
  expect(all.find(({ slug }) => slug === 'page-of-old')!.page).toEqual({ state: 'gone' })
  expect(all.find(({ slug }) => slug === 'persons-audit')!.page).toEqual({ state: 'denied' })
  expect((await read({ slug: 'page-of-old', type }, 'content_manager')).body.results.page).toEqual({ state: 'gone' })
})

test('a search finds words of titles first, then those of texts, in either spelling', async () => {
  const found = await list({ q: 'change PASSWORD' }, 'customer')
  expect(found[0]!.slug).toBe('persons-profile-change-password')
  expect((await list({ q: 'گذرواژه' }, 'customer', 'fa')).map(({ slug }) => slug)).toContain('persons-profile-change-password')
  expect(await list({ q: 'no such words anywhere' }, 'customer')).toEqual([])
  const { results } = (await server.get('help-search', { q: 'change password' }, as('customer'))).body
  expect(results[0]).toMatchObject({ slug: 'persons-profile-change-password', title: 'Change password', to: '/profile/change-password' })
  expect(results[0].excerpt).not.toContain('<')
  expect((await server.get('help-search', { q: ' ' }, as('customer'))).body.results).toEqual([])
})

test('routes with help are told, without those in the trash', async () => {
  const slugs = async () => ((await server.get('help-routes', {}, as('customer'))).body.results as Help[]).map(({ slug }) => slug)
  expect(await slugs()).toContain('dashboard')
  const { id } = await dashboard('customer', 'fa')
  const other = (await dashboard('customer')).id
  for (const each of [id, other]) await server.delete('content-post-trash', { id: each }, as('content_manager'))
  expect(await slugs()).not.toContain('dashboard')
  expect((await read({ slug: 'dashboard', type })).status).toBe(404)
  for (const each of [id, other]) await server.put('content-post-restore', { id: each }, as('content_manager'))
  expect(await slugs()).toContain('dashboard')
})

test('help is unseen until it is opened, for each reader by himself and in all its languages', async () => {
  const { id } = await dashboard('customer')
  const seen = async (user: User, params: Record<string, unknown>) =>
    (await server.get('help-is-seen', params, as(user))).body.results.seen as boolean
  expect(await seen('customer', { id })).toBe(false)
  expect(await seen('customer', { id })).toBe(false)
  expect(await seen('customer', { id, mark: '1' })).toBe(true)
  expect(await seen('customer', { id, mark: '1' })).toBe(true)
  expect(await seen('customer', { id: (await dashboard('customer', 'fa')).id })).toBe(true)
  expect(await seen('editor', { id })).toBe(false)
  expect((await server.get('help-is-seen', { id: 999_999 }, as('customer'))).status).toBe(404)
  expect((await server.get('help-is-seen', {}, as('customer'))).status).toBe(422)
  expect((await server.get('help-is-seen', { id })).status).toBe(401)
})

test('what could run is taken out of a help that is stored', async () => {
  const id = await published({ title: 'Unsafe', slug: 'help-list-x', text: '<p onclick="x()">Plain <b>text</b></p><script>x()</script>' })
  expect((await read({ id }, 'content_manager')).body.results.text).toBe('<p>Plain <b>text</b></p>')
})

test('a new start brings help that is absent and leaves what an editor has changed or thrown away', async () => {
  const edited = await dashboard('customer')
  await save({ id: edited.id, title: 'Our dashboard' })
  const thrown = (await read({ slug: 'help-list', type })).body.results.id as number
  await server.delete('content-post-trash', { id: thrown }, as('content_manager'))
  await server.database.transaction((trx) => sql`delete from data.post where slug = 'persons-audit' and locale = 'en'`.execute(trx))
  await prepareDatabase(server.database, server.config, features)
  expect((await dashboard('customer')).title).toBe('Our dashboard')
  expect((await read({ id: thrown }, 'content_manager')).body.results.status).toBe('trashed')
  expect((await read({ slug: 'persons-audit', type }, 'administrator')).body.results.locale).toBe('en')
})
