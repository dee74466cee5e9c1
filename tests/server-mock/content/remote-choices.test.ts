import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('administrator')
  await server.post('content-type-save', { slug: 'note', titles: { en: 'Note' }, features: [] }, { token })
})
afterAll(() => server.close())

/** Every remote select of an answer: its endpoint takes the parameters that come with it. */
function remoteCalls(node: unknown): { endpoint: string; params: Record<string, unknown> }[] {
  if (node === null || typeof node !== 'object') return []
  const { endpoint, params, kind, widget } = node as Record<string, unknown>
  const own =
    typeof endpoint === 'string' && (kind === 'remote-select' || widget === 'remote-select')
      ? [{ endpoint, params: (params ?? {}) as Record<string, unknown> }]
      : []
  return [...own, ...Object.values(node).flatMap(remoteCalls)]
}

test('the choices of every filter and field can be asked for, also by id', async () => {
  const answers = [
    await server.get('content-post-grid', { type: 'note' }, { token }),
    await server.get('divisions-grid', {}, { token }),
    await server.get('content-post-fetch', { type: 'note' }, { token }),
  ]
  const calls = answers.flatMap((answer) => remoteCalls(answer.body.metadata))
  expect(calls.length).toBeGreaterThan(8)
  // A select of references names their model beside the parameters of its document.
  const models: Record<string, string> = { 'content-category-list': 'category', 'content-author-list': 'user' }
  for (const { endpoint, params } of calls) {
    const fixed = Object.fromEntries(Object.entries(params).filter(([, value]) => !String(value).includes('{')))
    const model = models[endpoint] ?? 'division'
    for (const asked of [{ q: 'a' }, { ids: '1' }, {}, { model }])
      expect(
        (await server.get(endpoint, { ...fixed, ...asked }, { token })).status,
        `${endpoint} ${JSON.stringify({ ...fixed, ...asked })}`,
      ).toBe(200)
  }
})
