import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

type Row = Record<string, unknown>

const { server, tokens } = sharedServer(['editor'])

const as = (token: string) => ({ token, headers: { 'x-locale': 'en' } })
const walker = async () => {
  const { body } = await server.get('user-search', { search: 'walker' }, as(await server.signIn('administrator')))
  return body.results[0] as { id: number; mobile: string; code_melli: string; username: string; email: string }
}

describe.each([
  ['user-search', (params: object) => server.get('user-search', params as Row, as(tokens.editor)), 'search', ['id', 'name_full']],
  [
    'a list of users',
    (params: object) => server.get('list', { model: 'user', ...params }, as(tokens.editor)),
    'q',
    ['id', 'title', 'version'],
  ],
] as const)('%s, for somebody who may not read users', (_, ask, term, keys) => {
  it('finds people by name, and tells names only', async () => {
    const { id } = await walker()
    const found = await ask({ [term]: 'walk jam' })
    expect([found.status, found.body.results.map((row: Row) => row.id)]).toEqual([200, [id]])
    for (const row of [...found.body.results, ...(await ask({ ids: id })).body.results, ...(await ask({ page_size: 50 })).body.results])
      expect(Object.keys(row as Row).sort()).toEqual([...keys])
  })

  it('finds nobody by a number, an address or a username', async () => {
    const { mobile, code_melli, email } = await walker()
    for (const text of [mobile, mobile.slice(-8), code_melli, email, 'james.walker', 'example.com'])
      expect((await ask({ [term]: text })).body.results, text).toEqual([])
  })

  it('takes no filter, no order and no further field', async () => {
    for (const params of [
      { mobile: '0912' },
      { sort: 'mobile' },
      { where: 'mobile:contains(0912)' },
      { trashed: 1, mobile: 1 },
      { gender: 'male' },
    ])
      expect((await ask(params)).status, JSON.stringify(params)).toBe(422)
    const { body } = await ask({ fields: 'id,mobile,email' })
    expect(body.results.filter((row: Row) => 'mobile' in row || 'email' in row)).toEqual([])
  })
})

it('people are found by role, which tells nothing else of them', async () => {
  const { body } = await server.get('user-search', { slug: 'developer' }, as(tokens.editor))
  expect(body.results).toEqual([{ id: expect.any(Number), name_full: expect.any(String) }])
  expect((await server.get('user-search', { form_attributes: 'roles' }, as(tokens.editor))).status).toBe(403)
})

it('a user sees only what his rights name', async () => {
  const { id } = await walker()
  for (const [name, params] of [
    ['single', { model: 'user', id }],
    ['history', { model: 'user', id }],
    ['users-grid', { role: 'staff' }],
    ['roles-grid', {}],
    ['combo-dump', { name: 'roles' }],
  ] as const)
    expect((await server.get(name, params, as(tokens.editor))).status, name).toBe(403)
  const customer = as(await server.signIn('customer'))
  expect((await server.get('user-search', { search: 'walker' }, customer)).status).toBe(403)
  expect((await server.get('list', { model: 'user' }, customer)).status).toBe(403)
})
