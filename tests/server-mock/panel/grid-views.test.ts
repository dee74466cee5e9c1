import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GridView } from '#schemas/types/contract.d.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const grid = 'content/post/list'

describe.each(databaseKinds)('saved views of a grid on %s', (kind) => {
  let server: TestServer
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    server = await startTestServer({ kind })
    for (const name of ['content_manager', 'editor', 'customer', 'administrator']) tokens[name] = await server.signIn(name)
  })
  afterAll(() => server?.close())

  const as = (token: string) => ({ token: tokens[token] })
  const save = (who: string, payload: Record<string, unknown>) => server.post('grid-view-save', { grid, ...payload }, as(who))
  const views = async (who: string) =>
    (await server.get('grid', { module: 'content', class: 'post', part: 'list' }, as(who))).body.metadata.views as {
      items: GridView[]
      default: number | null
      can_share: boolean
    }
  const made = async (who: string, payload: Record<string, unknown>): Promise<GridView> => {
    const { status, body } = await save(who, payload)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.results
  }

  it('keeps a view for its owner alone, with what the address and the columns say', async () => {
    const query = {
      q: 'خبر',
      tab: 'all',
      sort: 'created_at',
      order: 'asc',
      page_size: 30,
      where: 'or(pinned:is(1),sent_to:empty)',
      filters: { status: 'draft' },
    }
    const columns = {
      order: ['status', 'title'],
      hidden: ['pinned'],
      widths: { title: 280 },
      frozen: { title: 'none' },
      density: 'compact',
    }
    const view = await made('editor', { name: '  Mine  ', query, columns })
    expect(view).toEqual({
      id: expect.any(Number),
      version: 1,
      name: 'Mine',
      role: null,
      is_mine: true,
      can_edit: true,
      query: expect.objectContaining(query),
      columns,
    })
    expect((await views('editor')).items).toEqual([view])
    expect((await server.get('grid-view-list', { grid }, as('editor'))).body).toMatchObject({
      results: [view],
      metadata: { default: null, can_share: false },
    })
    expect((await views('content_manager')).items).toEqual([])
    for (const reply of [
      await save('content_manager', { id: view.id, name: 'x' }),
      await server.delete('grid-view-destroy', { id: view.id }, as('administrator')),
      await server.post('grid-view-default', { grid, id: view.id }, as('content_manager')),
    ])
      expect(reply.status).toBe(404)
  })

  it('renames, changes and takes away, and tells who comes late', async () => {
    const view = await made('editor', { name: 'First', query: { q: 'a' } })
    expect(await made('editor', { id: view.id, version: 1, name: 'Second' })).toMatchObject({
      version: 2,
      name: 'Second',
      query: { q: 'a' },
    })
    expect(await save('editor', { id: view.id, version: 1, query: { q: 'b' } })).toMatchObject({
      status: 409,
      body: { errorCode: 'stale-version', metadata: { current: { name: 'Second', version: 2 } } },
    })
    expect(await server.delete('grid-view-destroy', { id: view.id, version: 1 }, as('editor'))).toMatchObject({ status: 409 })
    expect(await server.delete('grid-view-destroy', { id: view.id, version: 2 }, as('editor'))).toMatchObject({ status: 200 })
    expect((await views('editor')).items.map(({ name }) => name)).not.toContain('Second')
  })

  it('refuses a name that is taken, one that is blank, and conditions that nobody can read', async () => {
    await made('editor', { name: 'Taken' })
    expect((await save('editor', { name: 'Taken ' })).body.errors).toHaveProperty('name')
    expect((await save('editor', { name: '   ' })).body.errors).toHaveProperty('name')
    expect((await save('editor', {})).body.errors).toHaveProperty('name')
    expect((await save('editor', { name: 'Broken', query: { where: 'or(' } })).body.errors).toHaveProperty(['query.where'])
    expect((await save('editor', { name: 'Other', grid: 'a/b/c' })).body.errorCode).toBe('unknown-grid')
    expect((await save('customer', { name: 'Other' })).body.errorCode).toBe('permission-denied')
  })

  it('shares with a role by those who may, who alone change it', async () => {
    expect((await save('editor', { name: 'For all', role: 'editor' })).body.errorCode).toBe('permission-denied')
    expect((await save('content_manager', { name: 'For all', role: 'no_such_role' })).body.errors).toHaveProperty('role')
    const view = await made('content_manager', { name: 'For editors', role: 'editor', query: { filters: { status: 'draft' } } })
    expect((await views('editor')).items.find(({ id }) => id === view.id)).toMatchObject({
      role: 'editor',
      is_mine: false,
      can_edit: false,
      role_default: false,
    })
    expect((await views('content_manager')).can_share).toBe(true)
    expect((await save('editor', { id: view.id, name: 'Taken over' })).body.errorCode).toBe('permission-denied')
    expect((await server.delete('grid-view-destroy', { id: view.id }, as('editor'))).body.errorCode).toBe('permission-denied')
    expect(await made('administrator', { id: view.id, name: 'For all editors' })).toMatchObject({ name: 'For all editors', role: 'editor' })
  })

  it("begins with one's own default, else with that of one's role", async () => {
    const choose = (who: string, payload: Record<string, unknown>) => server.post('grid-view-default', { grid, ...payload }, as(who))
    const [own, shared] = [
      await made('editor', { name: 'Own default' }),
      await made('content_manager', { name: 'Role default', role: 'editor' }),
    ]
    expect((await choose('editor', { id: shared.id, role: 'editor' })).body.errorCode).toBe('permission-denied')
    expect((await choose('content_manager', { id: shared.id, role: 'operator' })).body.errors).toHaveProperty('id')
    expect((await choose('content_manager', { id: shared.id, role: 'editor' })).status).toBe(200)
    expect((await views('editor')).default).toBe(shared.id)
    expect((await views('content_manager')).default).toBeNull()
    expect((await choose('editor', { id: own.id })).body.results).toEqual({ default: own.id })
    expect((await choose('editor', { id: null })).body.results).toEqual({ default: shared.id })
    await made('content_manager', { id: shared.id, role: null })
    expect((await views('editor')).default).toBeNull()
    await choose('editor', { id: own.id })
    await server.delete('grid-view-destroy', { id: own.id }, as('editor'))
    expect((await views('editor')).default).toBeNull()
  })

  it('leaves out what the grid does not offer any more, and names it', async () => {
    const view = await made('editor', {
      name: 'Old',
      query: {
        tab: 'gone',
        sort: 'gone,title',
        order: 'asc,desc',
        where: 'pinned:is(1),or(gone:empty,pinned:within(today)),or(status:filled)',
        filters: { gone: '1', status: 'draft' },
      },
      columns: { order: ['gone', 'title'], hidden: ['gone'], widths: { gone: 100, title: 200 }, frozen: { gone: 'start' } },
    })
    expect(view.query).toEqual({ sort: 'title', order: 'desc', where: 'pinned:is(1)', filters: { status: 'draft' } })
    expect(view.columns).toEqual({ order: ['title'], hidden: [], widths: { title: 200 }, frozen: {} })
    expect(view.dropped).toEqual([
      { part: 'filter', key: 'gone' },
      { part: 'where', key: 'gone' },
      { part: 'where', key: 'pinned' },
      { part: 'where', key: 'status' },
      { part: 'sort', key: 'gone' },
      { part: 'tab', key: 'gone' },
      { part: 'column', key: 'gone' },
    ])
  })

  it('leaves out values that a filter does not have, and names it', async () => {
    const view = await made('editor', {
      name: 'Gone',
      query: { filters: { status: 'gone' }, where: 'or(status:any_of(gone),pinned:is(1))' },
    })
    expect([view.query, view.dropped]).toEqual([
      { where: 'or(pinned:is(1))' },
      [
        { part: 'filter', key: 'status' },
        { part: 'where', key: 'status' },
      ],
    ])
    expect((await made('editor', { name: 'Half gone', query: { filters: { status: 'gone,draft' } } })).query).toEqual({
      filters: { status: 'draft' },
    })
  })

  it('keeps at most fifty views a person', async () => {
    const replies = []
    for (let at = 0; at < 51; at++) replies.push((await save('content_manager', { name: `View ${at}` })).status)
    expect(replies.slice(0, 49)).toEqual(Array.from({ length: 49 }, () => 200))
    expect(replies.at(-1)).toBe(409)
  })

  it('keeps how each user has set the columns, and lets no stale tab write over it', async () => {
    const keep = (who: string, payload: Record<string, unknown>) => server.post('grid-preferences-save', { grid, ...payload }, as(who))
    const preferences = async (who: string) =>
      (await server.get('grid', { module: 'content', class: 'post', part: 'list' }, as(who))).body.metadata.preferences
    expect(await preferences('editor')).toEqual({ columns: {}, version: 0 })
    expect(
      (await keep('editor', { columns: { widths: { title: 300, gone: 1000 }, density: 'compact' }, version: 0 })).body.results,
    ).toEqual({ columns: { widths: { title: 300 }, density: 'compact' }, version: 1 })
    expect(await keep('editor', { columns: {}, version: 0 })).toMatchObject({
      status: 409,
      body: { errorCode: 'stale-version', metadata: { current: { version: 1, columns: { density: 'compact' } } } },
    })
    expect(await keep('editor', { columns: {}, version: 7 })).toMatchObject({ status: 409 })
    expect((await keep('editor', { columns: { hidden: ['status'] }, version: 1 })).body.results).toEqual({
      columns: { hidden: ['status'] },
      version: 2,
    })
    expect((await keep('editor', { columns: {} })).body.results).toEqual({ columns: {}, version: 3 })
    expect(await preferences('content_manager')).toEqual({ columns: {}, version: 0 })
    expect((await keep('content_manager', { columns: {}, version: 3 })).status).toBe(409)
    expect((await keep('editor', { columns: { widths: { title: 5 } } })).status).toBe(422)
  })
})
