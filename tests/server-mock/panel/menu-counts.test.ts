import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let administrator: string
beforeAll(async () => {
  server = await startTestServer({ seed: ['content', 'commenting'] })
  administrator = await server.signIn('administrator')
})
afterAll(() => server.close())

const badges = async (token: string) => (await server.get('menu-counts', {}, { token })).body.results as { id: string; count: number }[]
const grid = { module: 'commenting', class: 'comment', part: 'list', tab: 'pending' }
const waitingComments = async () => (await server.get('grid', grid, { token: administrator })).body

it('tells how many records the badges of the menu count, to who may read them', async () => {
  const [{ id, count } = { id: '', count: 0 }] = await badges(administrator)
  expect(id).toBe('commenting')
  const waiting = await waitingComments()
  expect(count).toBe((waiting.metadata.pagination as { total: number }).total)

  const [comment] = waiting.results as { id: number }[]
  await server.post('commenting-change-status', { id: comment!.id, status: 'approved' }, { token: administrator })
  expect(await badges(administrator)).toEqual([{ id, count: count - 1 }])

  expect(await badges(await server.signIn('customer'))).toEqual([])
})

it('entries that count are marked in the layout', async () => {
  const { body } = await server.get('layout', {}, { token: administrator })
  expect(JSON.stringify(body.results)).toContain('"count":{"color":"warning"}')
})
