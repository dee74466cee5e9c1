import { expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'customer'])
const save = (pages: object[], token = tokens.administrator) => server.put('pinned-pages-save', { pages }, { token })
const pinnedOf = async (token: string) => (await server.get('layout', {}, { token })).body.results.pinned as object[] | undefined
const posts = { title: 'Posts', path: '/content/posts' }

it('keeps the pages of each user for himself, each path once', async () => {
  const settings = { title: 'Settings', path: '/settings' }
  expect((await save([settings, posts, { title: 'Again', path: '/settings' }])).status).toBe(200)
  expect(await pinnedOf(tokens.administrator)).toEqual([settings, posts])
  expect(await pinnedOf(tokens.customer)).toBeUndefined()
  await save([])
  expect(await pinnedOf(tokens.administrator)).toBeUndefined()
})

it.each(['https://example.com', '//example.com', '/\\\\example.com', 'javascript:alert(1)', '/with space'])(
  'refuses a path that leads outside: %s',
  async (path) => {
    expect((await save([{ title: 'Elsewhere', path }])).status).toBe(422)
  },
)

it('refuses more pages than there is room for', async () => {
  expect((await save(Array.from({ length: 13 }, (_, at) => ({ title: `${at}`, path: `/page-${at}` })))).status).toBe(422)
})
