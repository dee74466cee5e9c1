import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('administrator')
})
afterAll(() => server.close())

const as = (token = admin) => ({ token, headers: { 'x-locale': 'en' } })
const preview = (params: Record<string, unknown>, token?: string) => server.get('access-preview', params, as(token))
const idOf = async (role: string) => (await server.get('user-search', { slug: role, search: role }, as())).body.results[0].id

it.each(['editor', 'accountant', 'customer'])('shows the frame that a user of the role %s gets', async (role) => {
  const { body } = await preview({ id: await idOf(role) })
  const own = await server.get('layout', {}, as(await server.signIn(role)))
  const labels = (items: Json[]): Json[] => items.map(({ label, children = [] }) => [label, labels(children)])
  expect(labels(body.results.layout.sidebar)).toEqual(labels(own.body.results.sidebar))
})

it('says what a role may do with which records', async () => {
  const { results } = (await preview({ role: 'editor' })).body
  const of = (model: string) => results.records.find((record: Json) => record.model === model)
  expect(of('post')).toMatchObject({ title: 'Post', allowed: ['read', 'write'] })
  expect(of('organization')).toBeUndefined()
  expect(results).toMatchObject({ name: 'Editor', roles: ['Editor'], permits: [] })
})

it('counts permits and leaves blocked roles out', async () => {
  const id = await idOf('editor')
  await server.put('user-panel-permits-save', { id, permits: ['stock.read'] }, as())
  await server.post('user-panel-role-block', { id, role: 'editor', blocked: true }, as())
  const { results } = (await preview({ id })).body
  expect(results).toMatchObject({ roles: [], permits: ['stock.read'] })
  expect(results.records.map(({ model }: Json) => model)).not.toContain('post')
  await server.post('user-panel-role-block', { id, role: 'editor', blocked: false }, as())
  await server.put('user-panel-permits-save', { id, permits: [] }, as())
})

it('is refused for somebody who may do more, and for roles and users that there are not', async () => {
  const staff = await idOf('staff')
  await server.put('user-panel-permits-save', { id: staff, permits: ['persons.read'] }, as())
  expect((await preview({ role: 'administrator' }, await server.signIn('staff'))).status).toBe(403)
  expect((await preview({ role: 'customer' }, await server.signIn('staff'))).status).toBe(200)
  expect((await preview({ role: 'nobody' })).status).toBe(404)
  expect((await preview({ id: 999_999 })).status).toBe(404)
  expect((await preview({})).status).toBe(422)
})
