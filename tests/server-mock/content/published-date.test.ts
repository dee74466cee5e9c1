import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ seed: ['content'] })
  token = await server.signIn('administrator')
})
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

test('publishing a draft with a date in the future is refused at the date, and drops neither', async () => {
  const future = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const start = { type: 'news', locale: 'en', data: { title: 'Not yet', published_at: future } }
  expect((await server.post('content-post-save', { ...start, action: 'publish' }, { token })).body.errors).toEqual({
    published_at: [
      'این تاریخ هنوز نرسیده است. برای انتشار در آن زمان «زمان‌بندی انتشار» را بزنید، یا تاریخ را خالی کنید تا هم‌اکنون منتشر شود.',
    ],
  })
  const draft = (await server.post('content-post-save', start, { token })).body.results
  const refused = await server.post('content-post-save', { id: draft.id, action: 'publish', data: { published_at: future } }, { token })
  expect(Object.keys(refused.body.errors)).toEqual(['published_at'])
  expect((await server.get('content-post-single', { id: draft.id }, { token })).body.results).toMatchObject({
    status: 'draft',
    published_at: future,
  })
  const emptied = await server.post('content-post-save', { id: draft.id, action: 'publish', data: { published_at: null } }, { token })
  expect(emptied.body.results.status).toBe('published')
})

test('a scheduled post is published early with the date that it has', async () => {
  const future = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const start = { type: 'news', locale: 'en', action: 'schedule', data: { title: 'Early', published_at: future } }
  const { id } = (await server.post('content-post-save', start, { token })).body.results
  const { body } = await server.post('content-post-save', { id, action: 'publish', data: { published_at: future } }, { token })
  expect(body.results.status).toBe('published')
  expect(Date.parse(body.results.published_at)).toBeLessThanOrEqual(Date.now())
})
