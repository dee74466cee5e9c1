import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
const tokens: Record<string, string> = {}
const english = { 'x-locale': 'en' }
const names = ['administrator', 'operator', 'moderator', 'accountant', 'editor', 'staff', 'customer']

beforeAll(async () => {
  server = await startTestServer({ seed: ['settings', 'arena', 'content', 'commenting', 'icib', 'accountant', 'stock'] })
  for (const name of names) tokens[name] = await server.signIn(name)
}, 540_000)
afterAll(() => server.close())

const as = (name: string) => ({ token: tokens[name], headers: english })
/** The dashboard as it is stored once somebody has begun to change it. */
const begun = async (name: string) => (await server.post('widgets-begin', {}, as(name))).body.results as Shown[]
const listOf = async (name: string) => (await server.get('widgets-list', {}, as(name))).body.results as Shown[]
interface Shown {
  id: number
  version: number
  slug: string
  color: string
  kind: string
  title: string
  x: number
  y: number
  w: number
  h: number
}
const slugsOf = (widgets: readonly Shown[]) => widgets.map(({ slug }) => slug)

describe('widgets', () => {
  it('begin with those of the roles, without overlaps, and stay the same at the second reading', async () => {
    const first = await listOf('operator')
    expect(slugsOf(first)).toEqual(expect.arrayContaining(['arena/open-orders', 'arena/orders', 'panel/due', 'panel/shortcuts']))
    expect(slugsOf(await listOf('moderator'))).toContain('commenting/pending-comments')
    expect(slugsOf(await listOf('customer'))).toEqual(['panel/welcome', 'panel/shortcuts', 'wallets/my-wallets'])
    for (const one of first)
      for (const other of first)
        if (one !== other)
          expect(one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h).toBe(false)
    expect(await listOf('operator')).toEqual(first)
  })

  it('are not stored by reading them; what was shown is found again once a change has stored it', async () => {
    const count = async () =>
      Number(
        (await server.database.read((trx) => sql<{ count: number }>`select count(*) as count from data.widget`.execute(trx))).rows[0]!
          .count,
      )
    const before = await count()
    const shown = await listOf('accountant')
    expect([shown.every(({ id }) => id < 0), await count()]).toEqual([true, before])
    const changed = shown.at(-1)!
    expect(
      (await server.put('widget-settings-save', { id: changed.id, version: 0, data: { title: 'Mine' } }, as('accountant'))).status,
    ).toBe(200)
    const stored = await listOf('accountant')
    expect([slugsOf(stored), stored.at(-1)!.title, await count()]).toEqual([slugsOf(shown), 'Mine', before + shown.length])
    const again = await server.get('widget-settings-fetch', { id: changed.id }, as('accountant'))
    expect(again.body.results).toMatchObject({ id: stored.at(-1)!.id, title: 'Mine' })
    expect((await server.get('widget-content', { id: -900 }, as('accountant'))).status).toBe(404)
    await server.post('widgets-reset', {}, as('accountant'))
  })

  it('are stored once by two changes at the same time', async () => {
    const inserted = () => server.post('widget-insert', { slug: 'panel/note' }, as('customer'))
    await Promise.all([inserted(), inserted()])
    expect(slugsOf(await listOf('customer')).toSorted()).toEqual(
      ['panel/note', 'panel/note', 'panel/shortcuts', 'panel/welcome', 'wallets/my-wallets'].toSorted(),
    )
    await server.post('widgets-reset', {}, as('customer'))
  })

  it('each show something', async () => {
    for (const name of names)
      for (const widget of await listOf(name)) {
        const { status, body } = await server.get('widget-content', { id: widget.id }, as(name))
        expect(status, `${name} ${widget.slug} ${JSON.stringify(body)}`).toBe(200)
        expect(body.results.kind).toBe(widget.kind)
        const form = await server.get('widget-settings-fetch', { id: widget.id }, as(name))
        expect(form.status, `${name} ${widget.slug}`).toBe(200)
        expect(form.body.metadata.form.layout).toEqual(expect.arrayContaining(['title', 'color']))
      }
  })

  it('greet who has no widgets of his roles, and lead to his profile and what is his', async () => {
    const shown = await listOf('customer')
    const content = async (slug: string) =>
      (await server.get('widget-content', { id: shown.find((one) => one.slug === slug)!.id }, as('customer'))).body.results
    expect((await content('panel/welcome')).text).toContain('This is your dashboard')
    const links = (await content('panel/shortcuts')).links as { id: string }[]
    expect(links.map(({ id }) => id)).toEqual(expect.arrayContaining(['wallets-mine', 'profile-edit', 'notifications']))
    const wallets = await content('wallets/my-wallets')
    expect(wallets.kind).toBe('list')
    for (const { record } of wallets.rows as { record: object }[]) expect(record).toHaveProperty('currency')
  })

  it('list the records that wait, with how many there are and where they lead', async () => {
    const open = (await listOf('operator')).find(({ slug }) => slug === 'arena/open-orders')!
    const { results } = (await server.get('widget-content', { id: open.id }, as('operator'))).body
    expect(results.rows).toHaveLength(3)
    expect(results.total).toBeGreaterThan(3)
    expect(results.rows[0]).toMatchObject({
      record: { title: expect.stringMatching(/\S/) },
      to: { name: 'arena-shipping-order-view', params: { id: expect.anything() } },
    })
    expect(results.to).toEqual({ name: 'arena-order-list', query: { tab: 'open' } })
  })

  it('lead to a list of as many records as they say there are', async () => {
    const blocksIn = (node: unknown): { grid: string; endpoint?: string }[] => {
      if (Array.isArray(node)) return node.flatMap(blocksIn)
      if (node === null || typeof node !== 'object') return []
      return 'grid' in node && typeof node.grid === 'string'
        ? [node as { grid: string; endpoint?: string }]
        : Object.values(node).flatMap(blocksIn)
    }
    for (const name of names)
      for (const widget of (await listOf(name)).filter(({ kind }) => kind === 'list')) {
        const { to, total } = (await server.get('widget-content', { id: widget.id }, as(name))).body.results
        const address = typeof to === 'string' ? new URL(to, 'http://panel') : undefined
        const block = address
          ? { grid: address.pathname.slice('/grid/'.length) }
          : blocksIn((await server.get('screen', { name: to.name, ...to.params }, as(name))).body.results.body)[0]!
        const [module, kind, part] = block.grid.split('/')
        const query = { ...to.query, ...Object.fromEntries(address?.searchParams ?? []) }
        const { body } = await server.get(
          block.endpoint ?? 'grid',
          { ...query, ...(block.endpoint === undefined && { module, class: kind, part }) },
          as(name),
        )
        expect(body.metadata.pagination?.total, `${name} ${widget.slug} ${JSON.stringify(body.errors)}`).toBe(total)
      }
  })

  it('of the library are those that the caller may see, and every slug can be inserted', async () => {
    const repo = (await server.get('widgets-repo', {}, as('accountant'))).body.results as Shown[]
    expect(slugsOf(repo)).toContain('accountant/open-documents')
    expect(slugsOf(repo)).not.toContain('content/pending-posts')
    const before = await listOf('accountant')
    for (const { slug, color } of repo) {
      const { status, body } = await server.post('widget-insert', { slug, color }, as('accountant'))
      expect(status).toBe(200)
      expect((await listOf('accountant')).find(({ id }) => id === body.metadata.hashid)).toMatchObject({ slug, color })
    }
    expect(await listOf('accountant')).toHaveLength(before.length + repo.length)
    expect((await server.post('widget-insert', { slug: 'content/pending-posts' }, as('accountant'))).status).toBe(403)
    expect((await server.post('widget-insert', { slug: 'panel/nothing' }, as('accountant'))).body.errors.slug).toBeDefined()
    expect((await server.post('widget-insert', { slug: 'panel/note', color: 'url(x)' }, as('accountant'))).body.errors.color).toBeDefined()
  })

  it('follow the order that is sent, and places; those of others cannot be named', async () => {
    const before = await begun('staff')
    const order = before.map(({ id }) => id).reverse()
    expect((await server.put('widgets-sort', { order }, as('staff'))).status).toBe(200)
    expect((await listOf('staff'))[0]!.id).toBe(order[0])
    const [one] = await listOf('staff')
    await server.put('widgets-sort', { places: [{ id: one!.id, x: 6, y: 0, w: 6, h: 2 }] }, as('staff'))
    expect((await listOf('staff')).find(({ id }) => id === one!.id)).toMatchObject({ x: 6, w: 6, h: 2 })
    const [theirs] = await begun('operator')
    // One that was removed in another tab: the others still move.
    const moved = await server.put(
      'widgets-sort',
      {
        places: [
          { ...one, x: 0, y: 0, w: 4, h: 2 },
          { ...theirs, x: 4, y: 0, w: 4, h: 2 },
        ].map(({ id, x, y, w, h }) => ({ id, x, y, w, h })),
      },
      as('staff'),
    )
    expect(moved.status).toBe(200)
    expect(moved.body.results.find(({ id }: { id: number }) => id === one!.id)).toMatchObject({ x: 0, w: 4 })
    expect((await listOf('operator')).find(({ id }) => id === theirs!.id)).toEqual(theirs)
    expect((await server.put('widgets-sort', { order: [theirs!.id] }, as('staff'))).status).toBe(422)
    for (const call of ['widget-content', 'widget-settings-fetch'])
      expect((await server.get(call, { id: theirs!.id }, as('staff'))).status).toBe(404)
    expect((await server.put('widget-settings-save', { id: theirs!.id, data: {} }, as('staff'))).status).toBe(404)
    for (const user of ['staff', 'administrator'] as const)
      expect((await server.delete('destroy', { model: 'widget', id: theirs!.id }, as(user))).status).toBe(404)
    expect((await listOf('operator')).some(({ id }) => id === theirs!.id)).toBe(true)
  })

  it('keep their settings, and refuse wrong ones at their field', async () => {
    const open = (await begun('operator')).find(({ slug }) => slug === 'arena/open-orders')!
    const save = (data: object, version?: number) => server.put('widget-settings-save', { id: open.id, version, data }, as('operator'))
    expect((await save({ rows: 7, title: 'On the road', color: 'danger' }, open.version)).status).toBe(200)
    const { body } = await server.get('widget-settings-fetch', { id: open.id }, as('operator'))
    expect(body.results).toMatchObject({ rows: 7, title: 'On the road', color: 'danger' })
    expect((await listOf('operator')).find(({ id }) => id === open.id)).toMatchObject({ title: 'On the road', color: 'danger' })
    expect((await server.get('widget-content', { id: open.id }, as('operator'))).body.results.rows).toHaveLength(7)
    expect((await save({ rows: 900 })).body.errors.rows).toBeDefined()
    expect((await save({ color: 'mauve' })).body.errors.color).toBeDefined()
    expect((await save({ password: 'x' })).body.errors.password).toBeDefined()
    const late = await save({ title: 'Mine' }, open.version)
    expect(late.body).toMatchObject({
      errorCode: 'stale-version',
      metadata: { current: { rows: 7, title: 'On the road', color: 'danger' }, base: { title: '' } },
    })
    expect(late.body.metadata.current).not.toHaveProperty('settings')
  })

  it('that are removed stay away until the dashboard is reset', async () => {
    const [first] = await begun('administrator')
    expect((await server.delete('destroy', { model: 'widget', id: first!.id }, as('administrator'))).status).toBe(200)
    expect(slugsOf(await listOf('administrator'))).not.toContain(first!.slug)
    expect(slugsOf((await server.post('widgets-reset', {}, as('administrator'))).body.results)).toContain(first!.slug)
  })

  it('of a module that is gone say so, and can still be removed', async () => {
    const { metadata } = (await server.post('widget-insert', { slug: 'panel/note' }, as('moderator'))).body
    await server.database.transaction((trx) =>
      trx.updateTable('data.widget').set({ slug: 'gone/thing' }).where('id', '=', metadata.hashid).execute(),
    )
    const shown = (await listOf('moderator')).find(({ id }) => id === metadata.hashid)
    expect(shown).toMatchObject({ kind: 'missing', title: 'Missing widget', reason: expect.stringContaining('no longer') })
    expect((await server.get('widget-content', { id: metadata.hashid }, as('moderator'))).body.userMessage).toContain('no longer')
    expect((await server.delete('destroy', { model: 'widget', id: metadata.hashid }, as('moderator'))).status).toBe(200)
  })
})
