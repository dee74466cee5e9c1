import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

interface Group {
  entity: string
  title: string
  records: { id: number; title: string; to: { name: string; params?: Record<string, unknown> } }[]
  total: number
  to?: object
}

describe('the search of the whole panel', () => {
  const { server, tokens } = sharedServer(['administrator', 'customer'])
  const search = (q: string, token = tokens.administrator, params = {}) =>
    server.get('panel-search', { q, ...params }, { token, headers: { 'x-locale': 'en' } })
  const groupsOf = async (q: string, params = {}) => (await search(q, tokens.administrator, params)).body.results as Group[]

  it('finds records of several kinds by their words, each with where it opens', async () => {
    const groups = await groupsOf('سارا')
    const users = groups.find(({ entity }) => entity === 'user')!
    expect(users.records[0]).toMatchObject({ title: expect.stringContaining('سارا'), to: { name: expect.any(String) } })
    expect(groups.every(({ title, records }) => title !== '' && records.length > 0)).toBe(true)
  })

  it('names a few of each kind, and leads to the list of all', async () => {
    const groups = await groupsOf('ار', { limit: 1 })
    expect(groups.every(({ records }) => records.length === 1)).toBe(true)
    const [first] = groups.filter(({ total, to }) => total > 1 && to)
    expect(first?.to).toMatchObject({ name: 'grid', query: { q: 'ار' } })
  })

  it('holds the rights of who asks', async () => {
    const { status, body } = await search('سارا', tokens.customer)
    expect(status).toBe(200)
    expect((body.results as Group[]).map(({ entity }) => entity)).not.toContain('user')
  })

  it('leaves help to its own search', async () => {
    const [help] = (await server.get('help-search', { q: 'dashboard' }, { token: tokens.administrator, headers: { 'x-locale': 'en' } }))
      .body.results as { id: number }[]
    expect(help).toBeDefined()
    const posts = (await groupsOf('dashboard', { limit: 20 })).find(({ entity }) => entity === 'post')?.records ?? []
    expect(posts.map(({ id }) => id)).not.toContain(help!.id)
  })

  it('refuses what is too short to be looked for, and guests', async () => {
    expect((await search('a')).status).toBe(422)
    expect((await search('   ')).status).toBe(422)
    expect((await server.get('panel-search', { q: 'sara' })).status).toBe(401)
  })
})
