import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ seed: ['content'] })
  token = await server.signIn('administrator')
}, 120_000)
afterAll(() => server.close())

test('a published post keeps its date: an emptied one is refused by its field', async () => {
  const {
    body: {
      results: { id },
    },
  } = await server.post(
    'content-post-save',
    { type: 'news', locale: 'en', action: 'publish', data: { title: 'Keeps its date' } },
    { token },
  )
  const refused = await server.post('content-post-save', { id, action: 'save', data: { published_at: null } }, { token })
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.errors)).toEqual(['published_at'])
  const { body } = await server.get('content-post-single', { id }, { token })
  expect(body.results).toMatchObject({ status: 'published', published_at: expect.any(String) })
})
