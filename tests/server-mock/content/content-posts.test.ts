import type { LayoutAnswer } from '#schemas/types/contract.d.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { takeDueTransitions } from '#server/model/lifecycles/due-transitions.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { iconNames } from '#schemas/rules/icon-names.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Post = any

let server: TestServer
const tokens: Record<string, string> = {}
const as = (user: string, locale = 'en') => ({ token: tokens[user]!, headers: { 'x-locale': locale } })
const manager = () => as('content_manager')
let number = 0

async function create(fields: object = {}, user = 'content_manager'): Promise<Post> {
  const { status, body } = await server.post('content-post-save', { type: 'note', title: `Note ${++number}`, ...fields }, as(user))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results
}
const act = (post: Post, action: string, more: object = {}, user = 'content_manager') =>
  server.post('content-post-save', { id: post.id, action, ...more }, as(user))
const read = async (id: number): Promise<Post> => (await server.get('content-post-single', { id }, manager())).body.results
const grid = async (params: object = {}) =>
  (await server.get('content-post-grid', { type: 'note', page_size: 100, ...params }, manager())).body
const ids = (body: { results: { id: number }[] }) => body.results.map(({ id }) => id)

beforeAll(async () => {
  server = await startTestServer()
  for (const user of ['administrator', 'content_manager', 'moderator', 'editor', 'customer']) tokens[user] = await server.signIn(user)
  await server.post(
    'content-type-save',
    { slug: 'note', titles: { en: 'Note', fa: 'یادداشت' }, icon: 'file', order: 5, features: ['synopsis', 'seo', 'categories', 'pin'] },
    as('administrator'),
  )
})
beforeEach(() => server.setClock(undefined))
afterAll(() => server.close())

test('stores nothing that could run, whoever sends it', async () => {
  const { body } = await server.post(
    'content-post-save',
    { type: 'note', title: 'Script', text: '<p onclick="go()">a &amp; b</p><script>go()</script>' },
    manager(),
  )
  expect((await read(body.results.id)).text).toBe('<p>a &amp; b</p>')
})

test('a type that is sent for a stored post of another type is refused, on `type`', async () => {
  const post = await create()
  for (const more of [{ type: 'page' }, { type: 'no-type' }, { data: { type: 'page', title: 'Moved' } }])
    expect(await act(post, 'save', more)).toMatchObject({ status: 422, body: { errors: { type: [expect.stringContaining('“Note”')] } } })
  expect((await act(post, 'save', { type: 'note', title: 'Kept' })).body.results).toMatchObject({ type: 'note', title: 'Kept' })
})

describe('content types', () => {
  test('give all fields back', async () => {
    const { body } = await server.post(
      'content-type-save',
      { slug: 'story', titles: { en: 'Story', fa: 'داستان' }, icon: 'read', order: 3, template: 'gallery', features: ['seo', 'tags'] },
      manager(),
    )
    const fetched = (await server.get('content-type-fetch', { id: body.results.id }, manager())).body.results
    expect(fetched).toMatchObject({
      slug: 'story',
      titles: { en: 'Story', fa: 'داستان' },
      icon: 'read',
      order: 3,
      template: 'gallery',
      features: ['seo', 'tags'],
    })
    const list = (await server.get('content-type-list', {}, manager())).body.results
    expect(list.map((type: { slug: string }) => type.slug)).toEqual(['story', 'note', 'panel-help'])
  })

  test('need a slug that is free and well formed', async () => {
    const save = (slug?: string) =>
      server.post('content-type-save', { ...(slug !== undefined && { slug }), titles: { en: 'X' } }, manager())
    for (const slug of [undefined, '', 'note', 'Two Words']) expect((await save(slug)).body.errors, String(slug)).toHaveProperty('slug')
  })

  test('need an icon that there is', async () => {
    const save = (icon: string) => server.post('content-type-save', { slug: `with-${icon}`, titles: { en: 'X' }, icon }, manager())
    expect((await save('bogus')).body.errors).toEqual({ icon: ['There is no such icon. Choose one from the list.'] })
    const form = (await server.get('modal', { name: 'content/type-create' }, manager())).body.results.body
    const offered = form.ui.icon.options.map((option: { value: string }) => option.value)
    expect(offered).toContain('video-camera')
    expect(offered.filter((name: string) => !iconNames.includes(name))).toEqual([])
  })

  test('go to the trash and come back, and go for good only without posts', async () => {
    const { id } = (await server.post('content-type-save', { slug: 'brief', titles: { en: 'Brief' } }, manager())).body.results
    await create({ type: 'brief' })
    expect((await server.delete('content-type-destroy', { id }, manager())).status).toBe(409)
    expect((await server.delete('content-type-trash', { id }, manager())).status).toBe(200)
    expect((await server.get('content-type-grid', { tab: 'trashed' }, manager())).body.results).toMatchObject([
      { id, can_restore: true, can_edit: false },
    ])
    expect((await server.delete('content-type-destroy', { id }, manager())).body.errorCode).toBe('in-use')
    expect((await server.put('content-type-restore', { id }, manager())).status).toBe(200)
    const empty = (await server.post('content-type-save', { slug: 'empty', titles: { en: 'Empty' } }, manager())).body.results
    await server.delete('content-type-trash', { id: empty.id }, manager())
    expect((await server.delete('content-type-destroy', { id: empty.id }, manager())).status).toBe(200)
    expect((await server.get('content-type-fetch', { id: empty.id }, manager())).status).toBe(404)
  })
})

describe('status actions', () => {
  test('publish stores who and when', async () => {
    const now = new Date('2026-05-05T10:00:00Z')
    server.setClock(now)
    const post = await create()
    expect(post.status).toBe('draft')
    expect((await act(post, 'publish')).body.results).toMatchObject({
      status: 'published',
      published_at: now.toISOString(),
      published_name: 'مریم حسینی',
    })
  })

  test('unpublish and save draft take it back to draft', async () => {
    const post = await create({ action: 'publish' })
    expect((await act(post, 'unpublish')).body.results).toMatchObject({ status: 'draft', published_at: null })
    expect(await act(post, 'unpublish')).toMatchObject({ status: 422, body: { errors: { status: [expect.stringContaining('“Draft”')] } } })
    await act(post, 'publish')
    expect((await act(post, 'draft')).body.results.status).toBe('draft')
  })

  test('reject needs a note', async () => {
    const post = await create()
    for (const moderation_note of [undefined, '', '   '])
      expect((await act(post, 'reject', { moderation_note })).body.errors).toHaveProperty('moderation_note')
    expect((await act(post, 'reject', { moderation_note: 'No source' })).body.results).toMatchObject({
      status: 'rejected',
      moderation_note: 'No source',
    })
  })

  test('a rejection note is written by who may reject', async () => {
    const post = await create()
    await act(post, 'reject', { moderation_note: 'No source' })
    for (const moderation_note of ['Forged', null])
      expect((await act(post, 'save', { moderation_note }, 'editor')).status, String(moderation_note)).toBe(403)
    expect((await act(post, 'save', { title: 'By the editor', moderation_note: 'No source' }, 'editor')).status).toBe(200)
    expect(await read(post.id)).toMatchObject({ title: 'By the editor', moderation_note: 'No source' })
  })

  test('a template is one of those that there are', async () => {
    const post = await create()
    for (const template of ['', 'nope'])
      expect(Object.keys((await act(post, 'save', { template })).body.errors ?? {}), template).toEqual(['template'])
  })

  test.each(['draft', 'publish', 'send_to_moderator', 'send_to_editor'])(
    'a rejection note goes when the post moves on by %s',
    async (action) => {
      const post = await create()
      await act(post, 'reject', { moderation_note: 'No source' })
      expect((await act(post, 'save', { title: 'Still rejected' })).body.results.moderation_note).toBe('No source')
      expect((await act(post, action)).body.results.moderation_note).toBeNull()
      expect((await read(post.id)).moderation_note).toBeNull()
    },
  )

  test('schedule needs a moment ahead, and the post is published by itself when it has come', async () => {
    server.setClock(new Date('2026-05-05T10:00:00Z'))
    const post = await create()
    expect((await act(post, 'schedule', { published_at: '2026-05-05T09:00:00Z' })).body.errors).toHaveProperty('published_at')
    expect((await act(post, 'schedule', { published_at: 'soon' })).body.errors).toHaveProperty('published_at')
    expect((await act(post, 'schedule')).body.errors).toHaveProperty('published_at')
    expect((await act(post, 'schedule', { published_at: '2026-05-05T10:01:00Z' })).body.results.status).toBe('scheduled')
    expect(ids(await grid({ status: 'scheduled' }))).toContain(post.id)
    const due = new Date('2026-05-05T10:01:01Z')
    server.setClock(due)
    await server.database.transaction(async (trx) => takeDueTransitions(trx, await createRegistries(server.config).current(trx), due))
    expect(await read(post.id)).toMatchObject({
      status: 'published',
      published_at: '2026-05-05T10:01:00.000Z',
      published_name: 'مریم حسینی',
    })
    expect(ids(await grid({ status: 'scheduled' }))).not.toContain(post.id)
    expect(ids(await grid({ tab: 'published' }))).toContain(post.id)
  })

  test('sending shows the post in the list of the one it was sent to', async () => {
    const one = await create({ action: 'send_to_moderator' })
    const two = await create()
    await act(two, 'send_to_editor')
    expect(ids(await grid({ tab: 'moderator' }))).toContain(one.id)
    expect(ids(await grid({ tab: 'editor' }))).toContain(two.id)
    expect(await read(one.id)).toMatchObject({ status: 'pending', sent_to: 'moderator' })
  })

  test('each status is found by itself, and those that are chosen together', async () => {
    server.setClock(new Date('2026-05-05T10:00:00Z'))
    const made: Record<string, number> = {}
    for (const [status, action, more] of [
      ['published', 'publish', {}],
      ['draft', 'draft', {}],
      ['scheduled', 'schedule', { published_at: '2027-01-01T00:00:00Z' }],
      ['rejected', 'reject', { moderation_note: 'No' }],
      ['pending', 'send_to_editor', {}],
      ['trashed', 'publish', {}],
    ] as const)
      made[status] = (await create({ action, ...more })).id
    await server.delete('content-post-trash', { id: made.trashed }, manager())
    const found = async (params: object) => (await grid(params)).results as Post[]
    for (const status of Object.keys(made)) {
      const rows = await found({ status })
      expect(new Set(rows.map((row) => row.status)), status).toEqual(new Set([status]))
      expect(rows.map((row) => row.id)).toContain(made[status])
    }
    const both = await grid({ status: 'trashed,draft' })
    expect(new Set(both.results.map((row: Post) => row.status))).toEqual(new Set(['trashed', 'draft']))
    expect(both.metadata.pagination.total).toBe(both.results.length)
    expect((await grid({ status: 'trashed,draft', page_size: 1 })).metadata.pagination.total).toBe(both.results.length)
    expect(new Set((await found({ status: 'trashed,draft', tab: 'draft' })).map((row) => row.status))).toEqual(new Set(['draft']))
    expect(await found({ status: 'trashed', tab: 'draft' })).toEqual([])
    expect(await found({ status: 'draft', tab: 'trashed' })).toEqual([])
    expect((await grid({ status: 'trashed,nonsense' })).errors).toHaveProperty('status')
  })

  test('trash keeps the status for restore; destroy is for the trash alone', async () => {
    const post = await create({ action: 'publish' })
    expect((await server.delete('content-post-destroy', { id: post.id }, manager())).status).toBe(409)
    expect((await server.delete('content-post-trash', { id: post.id }, manager())).body.results.status).toBe('trashed')
    expect(ids(await grid())).not.toContain(post.id)
    expect(ids(await grid({ status: 'trashed' }))).toContain(post.id)
    expect(ids(await grid({ tab: 'trashed' }))).toContain(post.id)
    expect((await act(post, 'publish')).status).toBe(409)
    expect((await server.put('content-post-restore', { id: post.id }, manager())).body.results.status).toBe('published')
    await server.delete('content-post-trash', { id: post.id }, manager())
    expect((await server.delete('content-post-destroy', { id: post.id }, manager())).status).toBe(200)
    expect((await server.get('content-post-single', { id: post.id }, manager())).status).toBe(404)
  })

  test('pin puts a post first in the usual order, unpin takes it back', async () => {
    const post = await create()
    await create()
    await server.post('content-post-pin', { id: post.id }, manager())
    const usual = await grid({ sort: 'created_at', order: 'desc' })
    expect(ids(usual)[0]).toBe(post.id)
    expect(ids(await grid({ sort: 'created_at', order: 'desc', defaults: 1 }))[0]).toBe(post.id)
    expect(usual.metadata.grid).toMatchObject({ sort: 'created_at', order: 'desc' })
    expect(ids((await server.get('content-post-list', { type: 'note' }, manager())).body)[0]).toBe(post.id)
    const again = await server.post('content-post-pin', { id: post.id }, manager())
    expect([again.status, again.body.errors]).toEqual([422, { pinned: ['This post is pinned already.'] }])
    await server.post('content-post-unpin', { id: post.id }, manager())
    expect(ids(await grid())[0]).not.toBe(post.id)
    expect((await server.post('content-post-unpin', { id: post.id }, manager())).body.errors).toEqual({
      pinned: ['This post is not pinned.'],
    })
  })

  test('a type without pins pins nothing, and takes back what was pinned before', async () => {
    const type = (await server.post('content-type-save', { slug: 'plain', titles: { en: 'Plain' }, features: ['pin'] }, manager())).body
      .results
    const [post, other] = [await create({ type: 'plain' }), await create({ type: 'plain' })]
    await server.post('content-post-pin', { id: post.id }, manager())
    await server.post('content-type-save', { id: type.id, features: ['seo'] }, manager())
    expect(await read(other.id)).toMatchObject({ can_pin: false, can_unpin: false })
    const refused = await server.post('content-post-pin', { id: other.id }, manager())
    expect([refused.status, refused.body.errors]).toEqual([422, { pinned: [expect.stringContaining('“Pinning”')] }])
    expect((await read(other.id)).pinned).toBe(false)
    expect(await read(post.id)).toMatchObject({ pinned: true, can_unpin: true })
    expect((await server.post('content-post-unpin', { id: post.id }, manager())).status).toBe(200)
  })

  test('an outdated version is refused with what is stored', async () => {
    const post = await create()
    await act(post, 'save', { title: 'Newer' })
    const late = await server.post('content-post-save', { id: post.id, version: post.version, title: 'Older' }, manager())
    expect([late.status, late.body.errorCode]).toEqual([409, 'stale-version'])
    expect(late.body.metadata.current.title).toBe('Newer')
    expect((await read(post.id)).title).toBe('Newer')
  })
})

describe('permissions', () => {
  test('an editor proposes the day of a draft, and may not change that of what is scheduled or published', async () => {
    const proposed = '2031-05-01T08:00:00.000Z'
    const post = await create({}, 'editor')
    const day = (data: object) => server.post('content-post-save', { id: post.id, data }, as('editor'))
    expect((await day({ published_at: proposed })).body.results.published_at).toBe(proposed)
    await act(post, 'schedule', { published_at: proposed })
    expect((await day({ published_at: '2032-01-01T00:00:00.000Z' })).status).toBe(403)
    expect((await day({ published_at: proposed, title: 'Same day' })).status).toBe(200)
    const { form } = (await server.get('content-post-fetch', { type: 'note', id: post.id }, as('editor'))).body.metadata
    expect(form.schema.properties.published_at.readOnly).toBeUndefined()
    expect(form.ui.published_at).toMatchObject({
      disabled: { properties: { status: { enum: ['scheduled', 'published'] } } },
      disabled_text: 'You do not have permission to change this field.',
    })
    expect(form.schema.properties.title.readOnly).toBeUndefined()
  })

  test('a moderator rejects what was sent, an editor neither publishes nor unpublishes', async () => {
    const post = await create({ action: 'send_to_moderator' }, 'editor')
    expect((await act(post, 'publish', {}, 'editor')).status).toBe(403)
    expect((await server.post('content-post-save', { type: 'note', title: 'Own', action: 'publish' }, as('editor'))).status).toBe(403)
    expect((await act(post, 'reject', { moderation_note: 'No' }, 'moderator')).body.results.status).toBe('rejected')
    await act(post, 'publish', {}, 'moderator')
    expect((await act(post, 'draft', {}, 'editor')).status).toBe(403)
    expect((await server.delete('content-post-trash', { id: post.id }, as('editor'))).status).toBe(403)
    expect((await server.get('content-post-grid', { type: 'note' }, as('customer'))).status).toBe(403)
  })

  test('generic calls keep to the permissions of the post’s own', async () => {
    const post = await create({ action: 'publish' })
    expect((await server.post('save', { model: 'post', id: post.id, data: { title: 'X' } }, as('customer'))).status).toBe(403)
    expect((await server.delete('trash', { model: 'post', id: post.id }, as('editor'))).status).toBe(403)
    expect((await server.post('save', { model: 'post', id: post.id, data: { status: 'draft' } }, manager())).body.errors).toHaveProperty(
      'status',
    )
  })

  test('buttons are those of the status and the caller', async () => {
    const names = async (id: number, user: string) =>
      (await server.get('content-post-fetch-buttons', { type: 'note', id }, as(user))).body.results.map(
        (action: { id: string }) => action.id,
      )
    const post = await create()
    expect(await names(post.id, 'content_manager')).toEqual([
      'publish',
      'save',
      'draft',
      'schedule',
      'send-to-moderator',
      'send-to-editor',
      'reject',
      'trash',
    ])
    expect(await names(post.id, 'editor')).toEqual(['save', 'draft', 'send-to-moderator', 'send-to-editor'])
    await server.delete('content-post-trash', { id: post.id }, manager())
    expect(await names(post.id, 'content_manager')).toEqual(['restore', 'destroy'])
  })

  test('a new content type has its list in the menu, as long as it is active', async () => {
    const links = async () => {
      const { sidebar } = (await server.get('layout', {}, manager())).body.results as LayoutAnswer
      return sidebar.flatMap(({ children }) => children ?? []).map(({ label, link }) => [label, link])
    }
    const entry = ['Recipes', { name: 'content-post-list', params: { type: 'recipe' } }]
    const data = { slug: 'recipe', titles: { en: 'Recipe' }, list_titles: { en: 'Recipes' }, order: 90 }
    const { results } = (await server.post('content-type-save', { data }, manager())).body
    expect(await links()).toContainEqual(entry)
    await server.post('content-type-save', { id: results.id, version: results.version, data: { active: false } }, manager())
    expect(await links()).not.toContainEqual(entry)
  })

  test('saving a published post as a draft is asked about, as taking it out of publication is', async () => {
    const post = await create()
    const confirms = async () => {
      const { results } = (await server.get('content-post-fetch-buttons', { type: 'note', id: post.id }, manager())).body
      return Object.fromEntries((results as { id: string; confirm?: string }[]).map(({ id, confirm }) => [id, confirm]))
    }
    expect((await confirms()).draft).toBeUndefined()
    await act(post, 'publish')
    const published = await confirms()
    expect(published.draft).toBe(published.unpublish)
    expect(published.draft).toEqual(expect.any(String))
  })

  test('each way of saving says by the type that it failed', async () => {
    const post = await create()
    const { results } = (await server.get('content-post-fetch-buttons', { type: 'note', id: post.id }, manager())).body
    const saving = results.filter((action: { options: { name?: string } }) => action.options.name === 'content-post-save')
    expect(saving.length).toBeGreaterThan(3)
    expect(new Set(saving.map((action: { options: { error: { toast: string } } }) => action.options.error.toast))).toEqual(
      new Set(['A problem occurred in saving the post']),
    )
  })

  test('trash, restore and destroy ask, and tell by the type how they went', async () => {
    const post = await create()
    const button = async (id: string) =>
      (await server.get('content-post-fetch-buttons', { type: 'note', id: post.id }, manager())).body.results.find(
        (action: { id: string }) => action.id === id,
      )
    expect(await button('trash')).toMatchObject({
      confirm: expect.stringContaining('post'),
      options: {
        success: { toast: 'The post has been moved to the trash.' },
        error: { toast: 'A problem occurred in moving the post to the trash' },
      },
    })
    await server.delete('content-post-trash', { id: post.id }, manager())
    expect(await button('restore')).toMatchObject({
      confirm: 'Restore the post “{post.title}”?',
      options: { success: { toast: 'The post has been restored.' }, error: { toast: 'A problem occurred in restoring the post' } },
    })
    expect(await button('destroy')).toMatchObject({
      confirm: expect.stringContaining('permanently'),
      options: { success: { toast: 'Permanently deleted.' }, error: { toast: expect.stringContaining('permanently') } },
    })
  })
})

describe('what a page would load or show', () => {
  test.each([
    ['a script as the thumbnail', { thumbnail: { versions: { original: 'javascript:alert(1)' } } }, 'thumbnail.versions.original'],
    [
      'another host without a scheme',
      { thumbnail: { versions: { panel_thumb: '//evil.example/x.png' } } },
      'thumbnail.versions.panel_thumb',
    ],
    ['a document as an image', { images: [{ src: 'data:text/html,x' }] }, 'images.0.src'],
    ['a script as the canonical address', { seo: { seo_canonical: 'javascript:alert(1)' } }, 'seo.seo_canonical'],
    ['an empty tag', { tags: [''] }, 'tags.0'],
    ['a title of which nothing is seen', { title: ' \u200c\u200f' }, 'title'],
  ])('is not %s', async (_, fields, path) => {
    expect(await server.post('content-post-save', { type: 'note', title: 'T', ...fields }, manager())).toMatchObject({
      status: 422,
      body: { errors: { [path]: [expect.any(String)] } },
    })
  })

  test('is an address of the web or of this server', async () => {
    const fields = {
      thumbnail: {
        name: 'x',
        versions: { original: 'https://cdn.example.com/a b.png'.replace(' ', '%20'), panel_thumb: '/demo/content/x.svg' },
      },
      seo: { seo_canonical: 'https://example.com/a?b=c#d' },
    }
    expect((await server.post('content-post-save', { type: 'note', title: 'T', ...fields }, manager())).body.errorCode).toBeUndefined()
  })

  test('may be seventy pictures of a face: letters are not cut in half', async () => {
    const { body } = await server.post('content-category-save', { title: '😀'.repeat(70), slug: 'faces' }, manager())
    expect(body.results).toMatchObject({ slug: 'faces' })
    await server.delete('trash', { model: 'category', id: body.results.id }, as('administrator'))
  })
})

describe('slugs', () => {
  test('come from the title, are unique in type and locale, and suggestions are free', async () => {
    const first = await create({ title: 'Same Title', locale: 'en' })
    const second = await create({ title: 'Same Title', locale: 'en' })
    expect([first.slug, second.slug]).toEqual(['same-title', 'same-title-2'])
    const suggest = async (slug: string, id?: number) =>
      (await server.post('slug-suggest', { type: 'note', locale: 'en', slug, ...(id && { id }) }, manager())).body.results
    expect(await suggest('same-title')).toEqual({ is_available: false, suggestion: 'same-title-3' })
    expect((await suggest('same-title-3')).is_available).toBe(true)
    expect((await suggest('same-title', first.id)).is_available).toBe(true)
    expect((await create({ title: 'Same Title', locale: 'fa' })).slug).toBe('same-title')
    const taken = await server.post('content-post-save', { type: 'note', title: 'Other', slug: 'same-title', locale: 'en' }, manager())
    expect(taken.body.errors.slug[0]).toContain('same-title-3')
  })

  test('are refused with signs that an address does not have', async () => {
    expect((await server.post('content-post-save', { type: 'note', title: 'X', slug: 'a b/c' }, manager())).body.errors).toHaveProperty(
      'slug',
    )
  })
})

describe('translations', () => {
  test('a sister points to its source and back, once a language', async () => {
    const fa = await create({ locale: 'fa', title: 'یادداشت' })
    const start = (await server.get('content-post-fetch', { type: 'note', locale: 'en', sister: fa.id }, manager())).body
    expect(start.results).toMatchObject({ locale: 'en', sister: fa.id, title: '' })
    expect(start.metadata.form.schema.properties).toHaveProperty('title')
    const en = await create({ locale: 'en', sister: fa.id, title: 'Note' })
    const locale = (post: Post, name: string) => post.sisters.find((sister: { locale: string }) => sister.locale === name).id
    expect([locale(await read(fa.id), 'en'), locale(await read(en.id), 'fa'), locale(en, 'fr')]).toEqual([en.id, fa.id, null])
    expect(
      (await server.post('content-post-save', { type: 'note', title: 'Again', locale: 'en', sister: fa.id }, manager())).body.errors,
    ).toHaveProperty('locale')
    const leads = async (locale: string) =>
      (await server.get('content-post-fetch', { type: 'note', locale, sister: fa.id }, manager())).body.metadata.redirect
    expect([await leads('en'), await leads('fa'), await leads('fr')]).toEqual([
      { url: `/content/post/note/${en.id}/edit` },
      { url: `/content/post/note/${fa.id}/edit` },
      undefined,
    ])
    await server.delete('content-post-trash', { id: en.id }, manager())
    expect(await leads('en')).toEqual({ url: `/content/post/note/${en.id}/edit` })
  })

  test('are offered in the languages of the type, beside those that there are', async () => {
    const kept = (
      await server.post('content-type-save', { slug: 'bulletin', titles: { en: 'Bulletin' }, locales: ['ru', 'fa'] }, manager())
    ).body.results
    expect(kept.locales).toEqual(['ru', 'fa'])
    const offered = (post: Post) => post.sisters.map((sister: { locale: string }) => sister.locale)
    expect(offered((await server.get('content-post-fetch', { type: 'bulletin', locale: 'fa' }, manager())).body.results)).toEqual([
      'fa',
      'ru',
    ])
    const en = (await server.post('content-post-save', { type: 'bulletin', title: 'Monday', locale: 'en' }, manager())).body.results
    expect(offered(en)).toEqual(['fa', 'en', 'ru'])
    expect(
      (await server.post('content-type-save', { slug: 'odd', titles: { en: 'Odd' }, locales: ['de'] }, manager())).body.errors,
    ).toHaveProperty(['locales.0'])
  })
})

describe('fields', () => {
  test('what was read can be saved back, categories by id', async () => {
    const category = (await server.post('content-category-save', { title: { en: 'Economy', fa: 'اقتصاد' }, color: '#1D6FB8' }, manager()))
      .body.results
    expect(category).toMatchObject({ slug: 'economy', color: '#1D6FB8' })
    const post = await create({ categories: [category.id], synopsis: 'Short', tags: ['one'] })
    const fetched = (await server.get('content-post-fetch', { type: 'note', id: post.id }, manager())).body.results
    expect(fetched.categories).toEqual([category.id])
    expect((await read(post.id)).categories).toEqual([{ id: category.id, title: 'Economy', slug: 'economy', color: '#1D6FB8' }])
    const view = (await server.get('content-post-quick-view', { id: post.id }, manager())).body.results
    expect(view).toMatchObject({ is_draft: true, created_name: 'مریم حسینی', categories: [{ title: 'Economy' }] })
    expect((await server.get('content-category-list', {}, manager())).body.results).toMatchObject([{ title: 'Economy', color: '#1D6FB8' }])
    expect((await server.post('content-post-save', { id: post.id, categories: [999999] }, manager())).body.errors).toHaveProperty(
      'categories',
    )
  })

  test('the form shows what the type has a feature for', async () => {
    const { results, metadata } = (await server.get('content-post-fetch', { type: 'note' }, manager())).body
    expect(results.content_type.features).toEqual(['synopsis', 'seo', 'categories', 'pin'])
    const isShown = (field: string) => matches(metadata.form.ui[field].visible, results)
    expect([isShown('synopsis'), isShown('categories'), isShown('tags')]).toEqual([true, true, false])
  })

  test('custom SEO texts stay only while their parameter is chosen', async () => {
    const post = await create()
    expect(post.seo).toMatchObject({
      seo_post_title: ['title', 'separator', 'site_title'],
      seo_meta_description: ['synopsis'],
      seo_custom_post_title: null,
    })
    const kept = (await act(post, 'save', { seo: { seo_post_title: ['custom_post_title'], seo_custom_post_title: 'Mine' } })).body.results
      .seo
    expect(kept.seo_custom_post_title).toBe('Mine')
    const dropped = (await act(post, 'save', { seo: { seo_post_title: ['title'] } })).body.results.seo
    expect(dropped.seo_custom_post_title).toBeNull()
    expect((await act(post, 'save', { seo: { seo_post_title: ['nonsense'] } })).status).toBe(422)
  })

  test('unknown types, bad values and other types’ pages are refused', async () => {
    expect((await server.get('content-post-grid', { type: 'nothing' }, manager())).status).toBe(404)
    expect((await server.post('content-post-save', { type: 'nothing', title: 'X' }, manager())).body.errors).toHaveProperty('type')
    expect((await server.post('content-post-save', { type: 'note' }, manager())).body.errors).toHaveProperty('title')
    expect((await server.post('content-post-save', { type: 'note', title: 'X', status: 'published' }, manager())).status).toBe(422)
    expect((await server.get('content-post-grid', { type: 'note', status: 'nonsense' }, manager())).body.errors).toHaveProperty('status')
    expect((await server.get('content-post-fetch', { type: 'story', id: (await create()).id }, manager())).status).toBe(404)
  })
})
