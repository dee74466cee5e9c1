import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const statements: string[] = []
vi.mock('#server/database/written-tables.ts', async (load) => {
  const original = await load<typeof import('#server/database/written-tables.ts')>()
  return {
    ...original,
    writtenIn: (text: string) => {
      statements.push(text)
      return original.writtenIn(text)
    },
  }
})

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ seed: ['content'] })
  token = await server.signIn('administrator')
  // What signing in brings about goes on for a moment: his page is counted once that is done.
  const transactions = async () =>
    (await statementsOf(() => posts({ parts: 'cells' }))).filter((text) => text.startsWith('start transaction'))
  await vi.waitFor(async () => expect(await transactions()).toHaveLength(1))
})
afterAll(() => server.close())

const posts = (params: Record<string, unknown>) =>
  server.get('content-post-grid', { type: 'news', page_size: 15, defaults: 1, ...params }, { token })
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  statements.length = 0
  await work()
  return [...statements]
}
const isFrame = (text: string) => /^(begin|start transaction|commit)|set_config/.test(text)

describe('a page of a list', () => {
  it.each(['cells', 'cells,summary,tabs', 'cells,summary,tabs,grid,views'])(
    'is one transaction with at most eight statements, for %s',
    async (parts) => {
      const all = await statementsOf(() => posts({ parts, page: 2 }))
      expect(all.filter((text) => text.startsWith('start transaction'))).toHaveLength(1)
      const own = all.filter((text) => !isFrame(text))
      expect(own.length, own.join('\n')).toBeLessThanOrEqual(8)
    },
  )

  it('reads users and posts once', async () => {
    const all = await statementsOf(() => posts({ parts: 'cells' }))
    expect(all.filter((text) => /from data\."?user"?\s/.test(text))).toHaveLength(1)
    expect(all.filter((text) => /from data\."?post"?\s[^]*where id = any/.test(text))).toHaveLength(1)
  })
})

describe('a text without a folded copy', () => {
  const found = async (where: string) => {
    const { status, body } = await server.get('list', { model: 'post', where, page_size: 200 }, { token })
    expect(status).toBe(200)
    return body.results.map(({ synopsis }: { synopsis: string | null }) => foldText(synopsis ?? '')) as string[]
  }

  it('is folded once for all conditions that compare it', async () => {
    const all = await statementsOf(() =>
      found('synopsis:contains(a b c),or(synopsis:contains(d),synopsis:is(e),synopsis:not_contains(f g))'),
    )
    const pages = all.filter((text) => text.includes('as folded'))
    expect(pages.length).toBeGreaterThan(0)
    for (const text of pages) expect(text.match(/as folded/g)).toHaveLength(1)
  })

  it('is found all the same', async () => {
    const [having, lacking] = [await found('synopsis:contains(ا),synopsis:contains(ن)'), await found('synopsis:not_contains(ا ن)')]
    expect(having.length * lacking.length).toBeGreaterThan(0)
    for (const synopsis of having) expect(synopsis).toMatch(/^(?=[^]*ا)(?=[^]*ن)/)
    for (const synopsis of lacking) expect(synopsis).not.toMatch(/^(?=[^]*ا)(?=[^]*ن)/)
  })
})

it('the title of a post, which no filter names, is compared by its folded copy', async () => {
  const all = await statementsOf(() => server.get('list', { model: 'post', where: 'title:contains(a b c)' }, { token }))
  expect(all.filter((text) => text.includes('title_fold') && text.includes('like')).length).toBeGreaterThan(0)
  expect(all.filter((text) => text.includes('as folded'))).toEqual([])
})

describe('counts', () => {
  const counting = (all: string[]) => all.filter((text) => text.includes('counted'))
  it('are told again for a moment, and counted anew once their table is written', async () => {
    const first = await posts({ parts: 'cells,tabs', q: 'a' })
    expect(counting(await statementsOf(() => posts({ parts: 'cells,tabs', q: 'a' })))).toEqual([])
    await server.database.transaction((trx) => sql`update data.post set version = version where false`.execute(trx))
    expect(counting(await statementsOf(() => posts({ parts: 'cells,tabs', q: 'a' })))).toHaveLength(1)
    expect((await posts({ parts: 'cells,tabs', q: 'a' })).body.metadata.tabs).toEqual(first.body.metadata.tabs)
  })

  it('are told the new number right after a post was moved to the trash', async () => {
    const before = (await posts({ parts: 'results,tabs', status: 'draft' })).body
    const [post] = before.results
    expect((await server.delete('content-post-trash', { id: post.id, version: post.version }, { token })).status).toBe(200)
    const after = (await posts({ parts: 'results,tabs', status: 'draft' })).body
    expect(after.metadata.pagination.total).toBe(before.metadata.pagination.total - 1)
  })

  it('are each reader’s own', async () => {
    await posts({ parts: 'tabs', status: 'draft' })
    expect(counting(await statementsOf(() => posts({ parts: 'tabs', status: 'published' })))).toHaveLength(1)
  })
})

describe('parts', () => {
  it('cells: rows hold what columns, flags and actions use, and nothing else', async () => {
    const [whole] = (await posts({})).body.results
    const [lean] = (await posts({ parts: 'cells' })).body.results
    for (const key of ['id', 'version', 'title', 'thumbnail', 'status', 'pinned', 'categories', 'created_at', 'can_edit', 'can_publish'])
      expect(lean[key], key).toEqual(whole[key])
    expect(lean.content_type.slug).toBe('news')
    expect(whole.content_type).toHaveProperty('features')
    expect(lean.content_type).not.toHaveProperty('features')
    for (const key of ['images', 'wares_titles', 'updated_name', 'sister_group']) {
      expect(whole).toHaveProperty(key)
      expect(lean).not.toHaveProperty(key)
    }
    expect(JSON.stringify(lean).length).toBeLessThan(JSON.stringify(whole).length * 0.7)
  })

  it('grid and views come when they are named, and with a bare call', async () => {
    const keys = async (params: Record<string, unknown>) => Object.keys((await posts(params)).body.metadata).sort()
    const bare = await keys({})
    expect(bare).toEqual(expect.arrayContaining(['grid', 'modals', 'page_title', 'breadcrumbs', 'pagination', 'views', 'preferences']))
    expect(await keys({ parts: 'cells,summary,tabs,grid,views' })).toEqual(bare)
    expect(await keys({ parts: 'cells' })).toEqual(['pagination', 'publication'])
    expect(await keys({ parts: 'cells,tabs,views' })).toEqual(['pagination', 'preferences', 'publication', 'tabs', 'views'])
  })
})
