import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
const as = () => ({ token, headers: { 'x-locale': 'en' } })

beforeAll(async () => {
  server = await startTestServer({ seed: ['briefs'] })
  token = await server.signIn('staff')
})
afterAll(() => server.close())

test('a brief is that of its project, with its answers', async () => {
  const { body } = await server.get('brief-single', { id: 1, project: 'website-design' }, as())
  expect(body.results.answers.length).toBeGreaterThan(3)
  expect((await server.get('brief-single', { id: 1, project: 'mobile-app' }, as())).status).toBe(404)
})

test('a status is changed to any of the four, and the timeline gains a node', async () => {
  const before = (await server.get('brief-timeline', { id: 1 }, as())).body.results
  expect(before.map(({ status }: { status: string }) => status)).toContain('in_review')
  for (const status of ['accepted', 'rejected', 'new', 'in_review']) {
    expect(await server.post('brief-change-status', { id: 1, status }, as())).toMatchObject({ status: 200 })
    expect((await server.get('brief-timeline', { id: 1 }, as())).body.results[0]).toMatchObject({ kind: 'transition', status })
  }
  expect((await server.get('brief-timeline', { id: 1 }, as())).body.results).toHaveLength(before.length + 4)
})

test('the path begins with the project', async () => {
  const { body } = await server.get('routes', {}, as())
  expect(body.results).toContainEqual(expect.objectContaining({ path: ':project/brief/:id' }))
})

test('operators may, customers may not', async () => {
  const operator = { token: await server.signIn('operator') }
  expect((await server.post('brief-change-status', { id: 2, status: 'in_review' }, operator)).status).toBe(200)

  const customer = { token: await server.signIn('customer') }
  expect((await server.get('brief-timeline', { id: 1 }, customer)).status).toBe(403)
  expect((await server.post('brief-change-status', { id: 1, status: 'accepted' }, customer)).status).toBe(403)
})
