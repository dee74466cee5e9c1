import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

describe('the list of sessions', () => {
  const { server } = sharedServer()
  const list = async (token: string) =>
    (await server.get('sessions', {}, { token })).body.results as { id: string; current: boolean; seen_at: string }[]

  it('names the present one first, and ends another one', async () => {
    const token = await server.signIn('editor')
    const other = await server.signIn('editor')
    const sessions = await list(token)
    expect(sessions.map(({ current }) => current)).toEqual([true, false])
    expect((await server.delete('session-end', { id: sessions[1]!.id }, { token })).body.results).toEqual({ ended: 1 })
    expect((await server.get('check-token', {}, { token: other })).status).toBe(401)
    expect((await server.delete('session-end', { id: sessions[0]!.id }, { token })).status).toBe(409)
    expect(await list(token)).toHaveLength(1)
  })

  it('ends all others at once, and none of somebody else', async () => {
    const token = await server.signIn('staff')
    const others = [await server.signIn('staff'), await server.signIn('staff')]
    const stranger = await server.signIn('operator')
    const [foreign] = await list(stranger)
    expect((await server.delete('session-end', { id: foreign!.id }, { token })).status).toBe(404)
    expect((await server.delete('sessions-end-others', {}, { token })).body.results).toEqual({ ended: 2 })
    for (const ended of others) expect((await server.get('check-token', {}, { token: ended })).status).toBe(401)
    expect((await server.get('check-token', {}, { token: stranger })).status).toBe(200)
  })

  it('says when each was used last', async () => {
    const start = new Date()
    server.setClock(start)
    const token = await server.signIn('accountant')
    server.setClock(new Date(start.getTime() + 6 * 60_000))
    await server.get('check-token', {}, { token })
    expect((await list(token))[0]!.seen_at).toBe(new Date(start.getTime() + 6 * 60_000).toISOString())
    server.setClock(undefined)
  })
})
