import { beforeAll, describe, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'content_manager', 'editor', 'accountant'], { seed: ['tagging'] })
const as = (locale = 'en', user: keyof typeof tokens = 'content_manager') => ({ token: tokens[user], headers: { 'x-locale': locale } })
const labels = (params: Record<string, unknown>) => server.get('tagging-labels', params, as())
const titles = ({ body }: { body: { results: { title: string }[] } }) => body.results.map(({ title }) => title)

describe('folders', () => {
  test('come as a grid with slug and title', async () => {
    const { body } = await server.get('tagging-folders-grid', {}, as())
    expect(body.metadata.grid.entity).toBe('tagging_folder')
    expect(body.results.map(({ slug, title }: Record<string, string>) => [slug, title])).toEqual([
      ['brands', 'Brands'],
      ['topics', 'Topics'],
      ['audiences', 'Audiences'],
    ])
  })

  test('name their content types by titles in the list, not by ids', async () => {
    const { body } = await server.get('tagging-folders-grid', { parts: 'cells' }, as())
    const brands = body.results.find((row: { title: string }) => row.title === 'Brands')
    expect(brands.content_types_titles.map(({ id }: { id: number }) => id)).toEqual(brands.content_types)
    expect(brands.content_types_titles.every(({ title }: { title: string }) => /[A-Z]/.test(title))).toBe(true)
  })

  test('are managed by content managers alone', async () => {
    for (const user of ['editor', 'accountant'] as const)
      expect((await server.post('save', { model: 'tagging_folder', data: { title: 'X', slug: 'x' } }, as('en', user))).status).toBe(403)
    expect(
      (await server.post('save', { model: 'tagging_folder', data: { title: 'Seasons', slug: 'Not a slug' } }, as())).body.errors,
    ).toHaveProperty('slug')
  })
})

describe('labels', () => {
  test('of a folder have six fields, and count those beneath them', async () => {
    const { body } = await labels({ slug: 'brands' })
    expect(body.metadata.folder).toMatchObject({ slug: 'brands', title: 'Brands' })
    for (const label of body.results) {
      const beneath = await labels({ slug: 'brands', parent_id: label.id })
      expect(label, label.title).toMatchObject({ parent: null, parent_id: null, children_count: beneath.body.results.length })
      expect(label.attached_folders.map(({ slug }: { slug: string }) => slug)).toEqual(['brands'])
    }
    const [child] = (await labels({ slug: 'brands', parent_id: 1 })).body.results
    expect(child).toMatchObject({ parent_id: 1, parent: { id: 1, title: 'Arta' } })
  })

  test('are found by words at any level, 99 at most', async () => {
    const found = await labels({ slug: 'brands', search: 'home', limit: 99 })
    expect(titles(found)).toEqual(['Arta Home'])
    expect((await labels({ slug: 'topics', search: 'a', limit: 500 })).body.results.length).toBeLessThan(100)
    expect((await labels({ slug: 'nowhere' })).status).toBe(404)
  })

  test('come in pages where they are asked for by page', async () => {
    const all = titles(await labels({ slug: 'brands' }))
    expect(titles(await labels({ slug: 'brands', page: 2, page_size: 5 }))).toEqual(all.slice(5, 10))
    expect(titles(await labels({ slug: 'brands', page: 90, page_size: 5 }))).toEqual([])
  })

  test('are saved with a title and a folder, and stand last', async () => {
    const saved = await server.post('tagging-label-save', { title: 'Sahand', folder: 'brands' }, as())
    expect(saved.body.results).toMatchObject({ title: 'Sahand', parent_id: null })
    expect(titles(await labels({ slug: 'brands' })).at(-1)).toBe('Sahand')
    expect((await server.post('tagging-label-save', { title: 'Nowhere' }, as())).body.errors).toHaveProperty('attached_folders')
  })

  test('beneath another one follow its folders, and no label is beneath itself', async () => {
    const { body } = await server.post('tagging-label-save', { title: 'Parent', attached_folders: [1] }, as())
    const parent = body.results
    const child = (await server.post('tagging-label-save', { title: 'Child', parent_id: parent.id }, as())).body.results
    expect(child.attached_folders).toEqual(parent.attached_folders)
    await server.post('tagging-label-save', { id: parent.id, data: { attached_folders: [1, 2] } }, as())
    expect(titles(await labels({ slug: 'topics', parent_id: parent.id }))).toEqual(['Child'])
    const circle = await server.post('tagging-label-save', { id: parent.id, data: { parent_id: child.id } }, as())
    expect(circle.body.errors).toHaveProperty('parent_id')
    const { status, body: refusal } = await server.delete('tagging-label-trash', { id: parent.id }, as())
    expect([status, refusal.metadata.count]).toEqual([409, 1])
  })

  test('are opened in a form, a new one with its folder', async () => {
    const stored = (await server.get('tagging-label-fetch', { id: 1 }, as())).body
    expect(stored.results).toMatchObject({ id: 1, title: { en: 'Arta' } })
    expect(Object.keys(stored.metadata.form.schema.properties)).toEqual(['title', 'parent_id', 'attached_folders'])
    const fresh = (await server.get('tagging-new-label-fetch', { slug: 'brands' }, as())).body
    expect(fresh.metadata.form.schema).toEqual(stored.metadata.form.schema)
    expect(JSON.stringify(fresh.results.attached_folders)).toContain('1')
  })
})

describe('order', () => {
  const topics = async (params = {}) => titles(await labels({ slug: 'topics', ...params }))

  test('is stored by a move next to a sibling, or as a whole', async () => {
    const [first, second, third] = (await labels({ slug: 'topics' })).body.results
    expect((await server.post('tagging-save-orders', { id: third.id, before: first.id }, as())).status).toBe(200)
    expect((await topics()).slice(0, 3)).toEqual([third.title, first.title, second.title])
    await server.post('tagging-save-orders', { ids: [first.id, second.id, third.id] }, as())
    expect((await topics()).slice(0, 3)).toEqual([first.title, second.title, third.title])
  })

  test('next to a label of another branch moves it there', async () => {
    const [first, second] = (await labels({ slug: 'topics' })).body.results
    const [inner] = (await labels({ slug: 'topics', parent_id: second.id })).body.results
    const [target] = (await labels({ slug: 'topics', parent_id: first.id })).body.results
    await server.post('tagging-save-orders', { id: inner.id, after: target.id }, as())
    expect((await topics({ parent_id: first.id })).slice(0, 2)).toEqual([target.title, inner.title])
    expect((await server.post('tagging-save-orders', { id: first.id, after: target.id }, as())).body.errors).toHaveProperty('parent_id')
  })

  test('in a folder takes no label of another one', async () => {
    const { body } = await server.post('tagging-save-orders', { ids: [34, 1], slug: 'topics' }, as())
    expect(body.errors.ids).toEqual(['“Arta” is not in the folder “Topics”.'])
    expect((await server.post('tagging-save-orders', { id: 1, at: 'first', slug: 'nowhere' }, as())).status).toBe(404)
  })

  test('in a folder puts no label next to or beneath one of another folder', async () => {
    const move = async (values: object) => (await server.post('tagging-save-orders', { slug: 'brands', ...values }, as())).body.errors
    const [top] = (await labels({ slug: 'topics' })).body.results
    const [inner] = (await labels({ slug: 'topics', parent_id: top.id })).body.results
    const foreign = (title: string) => [`“${title}” is not in the folder “Brands”.`]
    expect(await move({ id: 2, after: inner.id })).toEqual({ after: foreign(inner.title) })
    expect(await move({ id: 2, before: top.id })).toEqual({ before: foreign(top.title) })
    expect(await move({ ids: [2], parent_id: top.id })).toEqual({ parent_id: foreign(top.title) })
    expect((await labels({ ids: '2' })).body.results[0]).toMatchObject({ parent_id: 1, attached_folders: [{ slug: 'brands' }] })
  })

  test('of the list goes through the call of the labels', async () => {
    const { body } = await server.get('grid', { module: 'tagging', class: 'label', part: 'list', folder: 2 }, as())
    expect(body.metadata.grid).toMatchObject({ reorder: 'order', reorder_call: 'tagging-save-orders' })
    const [first, second] = body.results
    const moved = await server.post('reorder', { grid: 'tagging/label/list', id: second.id, before: first.id }, as())
    expect((await topics())[0]).toBe(second.title)
    await server.post('tagging-save-orders', { id: second.id, ...moved.body.results.stood }, as())
    expect((await topics()).slice(0, 2)).toEqual([first.title, second.title])
  })
})

describe('labels of posts', () => {
  const post = (values: object) => server.post('content-post-save', { type: 'product', title: 'A lamp', ...values }, as())
  const folders = async (params: object) => {
    const { body } = await server.get('tagging-content-component-fetch', { type: 'product', ...params }, as())
    return body.metadata.folders.map(({ slug }: { slug: string }) => slug)
  }
  beforeAll(async () => {
    for (const slug of ['product', 'page'])
      await server.post('content-type-save', { slug, titles: slug, list_titles: slug, order: 1, template: 'default', features: [] }, as())
  })

  test('are a map from folder to ids that is saved and read again', async () => {
    const chosen = { brands: [2, 5], topics: [34] }
    const { id, labels: stored } = (await post({ labels: { ...chosen, audiences: [] } })).body.results
    expect(stored).toEqual(chosen)
    expect((await server.get('content-post-fetch', { id }, as())).body.results.labels).toEqual(chosen)
    const tree = (await server.get('content-post-single', { id }, as())).body.results.product_tagging_categories
    expect(tree[0]).toMatchObject({ id: 1, title: 'Arta', children: [{ id: 2, title: 'Arta Home', children: [] }] })
  })

  test('are answered by folder, as lists and as trees', async () => {
    const { id } = (await post({ labels: { brands: [2, 5] } })).body.results
    const flat = (await server.get('tagging-content-component-fetch', { id, type: 'product' }, as())).body
    expect(titles({ body: { results: flat.results.brands } })).toEqual(['Arta Home', 'Alborz Wood'])
    const nested = (await server.get('tagging-content-component-fetch', { id, type: 'product', nested: 1 }, as())).body
    expect(nested.results.brands[0]).toMatchObject({ id: 1, chosen: false, children: [{ id: 2, chosen: true, children: [] }] })
  })

  test('come from the folders of the type', async () => {
    expect(await folders({})).toEqual(['brands', 'topics', 'audiences'])
    const page = (await server.get('content-type-list', {}, as())).body.results.find(({ slug }: { slug: string }) => slug === 'page')
    await server.post('save', { model: 'tagging_folder', id: 3, data: { content_types: [page.id] } }, as())
    expect(await folders({})).toEqual(['brands', 'topics'])
    expect(await folders({ type: 'page' })).toEqual(['brands', 'topics', 'audiences'])
  })

  test('that went to the trash or for good since keep no post from being saved', async () => {
    const make = async (title: string) => (await server.post('tagging-label-save', { title, folder: 'topics' }, as())).body.results.id
    const [first, second] = [await make('Short-lived'), await make('Later')]
    const { id } = (await post({ labels: { topics: [first] } })).body.results
    await server.delete('tagging-label-trash', { id: first }, as())
    expect((await post({ id, labels: { topics: [first] } })).body.results.labels).toEqual({ topics: [first] })
    await server.delete('tagging-label-destroy', { id: first }, as())
    expect((await post({ id, labels: { topics: [first, second] } })).body.results.labels).toEqual({ topics: [first, second] })
    await server.delete('tagging-label-trash', { id: second }, as())
    expect((await post({ labels: { topics: [second] } })).body.errors).toHaveProperty(['labels.topics'])
  })

  test('keep a label, and those beneath it, in the folder in which a post has them', async () => {
    const make = async (values: object) => (await server.post('tagging-label-save', values, as())).body.results.id
    const parent = await make({ title: 'Both', attached_folders: [1, 2] })
    const child = await make({ title: 'Beneath both', parent_id: parent })
    const other = await make({ title: 'Brand', attached_folders: [1] })
    const inner = await make({ title: 'Beneath brand', parent_id: other })
    const move = (values: object) => server.post('tagging-save-orders', values, as())
    const saved = await post({ labels: { topics: [child] } })
    expect(saved.status).toBe(200)
    const refusal = ['Posts have “Beneath both” in the folder “Topics”: it stays in this folder.']
    expect((await move({ id: parent, after: inner })).body.errors).toEqual({ after: refusal })
    expect((await move({ id: child, before: inner })).body.errors).toEqual({ before: refusal })
    expect((await move({ ids: [child], parent_id: other })).body.errors).toEqual({ parent_id: refusal })
    const save = (values: object) => server.post('tagging-label-save', values, as())
    expect((await save({ id: child, parent_id: other })).body.errors).toEqual({ parent_id: refusal })
    expect((await save({ id: child, data: { parent: other } })).body.errors).toEqual({ parent: refusal })
    expect((await save({ id: parent, data: { attached_folders: [1] } })).body.errors).toEqual({ attached_folders: refusal })
    expect((await save({ id: child, parent_id: null, attached_folders: [1] })).body.errors).toEqual({ attached_folders: refusal })
    expect((await save({ id: parent, data: { attached_folders: [1, 2, 3] } })).status).toBe(200)
    // At the top it keeps its folders, and of the folder that it leaves no post has the other one.
    expect((await move({ id: child, after: other })).status).toBe(200)
    await post({ id: saved.body.results.id, labels: { brands: [child] } })
    expect((await move({ id: child, after: inner })).body.results).toMatchObject({ parent_id: other, attached_folders: [1] })
  })

  test('of a folder with the name of a property that every object has are refused like those of any unknown one', async () => {
    const { id } = (await post({ labels: {} })).body.results
    const sent = { id, action: 'save', data: { labels: { constructor: [1] } } }
    const { status, body } = await server.post('content-post-save', sent, as())
    expect([status, body.errors]).toEqual([422, { 'labels.constructor': ['There is no such folder.'] }])
  })

  test('are not offered from a folder of another type, whatever its name is', async () => {
    const page = (await server.get('content-type-list', {}, as())).body.results.find(({ slug }: { slug: string }) => slug === 'page')
    const data = { title: 'Constructor', slug: 'constructor', content_types: [page.id] }
    expect((await server.post('save', { model: 'tagging_folder', data }, as())).status).toBe(200)
    expect(await folders({})).not.toContain('constructor')
  })

  test('must be in their folder', async () => {
    expect((await post({ labels: { topics: [1] } })).body.errors).toHaveProperty(['labels.topics'])
    expect((await post({ labels: { moods: [1] } })).body.errors).toHaveProperty(['labels.moods'])
  })
})
