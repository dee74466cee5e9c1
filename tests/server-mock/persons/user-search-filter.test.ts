import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('administrator')
})
afterAll(() => server?.close())

it('user-search answers a filter, which asks with q for what is typed and with ids for what is chosen', async () => {
  const typed = (await server.get('user-search', { q: 'admin' }, { token })).body
  expect(typed.results.map(({ username }: { username: string }) => username)).toContain('administrator')
  expect(typed.results).toEqual((await server.get('user-search', { search: 'admin' }, { token })).body.results)
  const { id } = typed.results[0] as { id: number }
  expect((await server.get('user-search', { ids: String(id) }, { token })).body.results).toMatchObject([{ id }])
})
