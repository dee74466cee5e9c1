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

  it('is that of another user for administrators, who end one or all, with an entry in the audit', async () => {
    const administrator = await server.signIn('administrator')
    const [first, second] = [await server.signIn('customer'), await server.signIn('customer')]
    const { id } = (await server.get('check-token', {}, { token: first })).body.results.user
    const sessions = (await server.get('user-sessions', { id }, { token: administrator })).body.results as {
      id: string
      current: boolean
    }[]
    expect(sessions.map(({ current }) => current)).toEqual([false, false])
    for (const username of ['staff', 'editor'])
      expect((await server.get('user-sessions', { id }, { token: await server.signIn(username) })).status).toBe(403)
    const foreign = (await list(administrator))[0]!.id
    expect((await server.delete('user-session-end', { id, session: foreign }, { token: administrator })).status).toBe(409)
    expect((await server.delete('user-session-end', { id, session: sessions[0]!.id }, { token: administrator })).body.results).toEqual({
      ended: 1,
    })
    expect((await server.delete('user-sessions-end', { id }, { token: administrator })).body.results).toEqual({ ended: 1 })
    for (const token of [first, second]) expect((await server.get('check-token', {}, { token })).status).toBe(401)
    const entries = await server.database.read((trx) =>
      trx.selectFrom('pishkhan.audit').select('action').where('entity', '=', 'user').where('record_id', '=', id).execute(),
    )
    expect(entries.filter(({ action }) => action === 'session-end')).toHaveLength(2)
    expect((await server.get('user-sessions', { id: 999_999 }, { token: administrator })).status).toBe(404)
  })
})

describe('sign-out when idle', () => {
  const { server } = sharedServer([], { seed: ['settings'] })

  it('is held by the server: a session that was not used for longer than the setting is over, and stays so', async () => {
    const set = (value: string) =>
      server.database.transaction((trx) => trx.updateTable('data.setting').set({ value }).where('key', '=', 'idle_minutes').execute())
    await set('10')
    const start = Date.now()
    const at = (minutes: number) => server.setClock(new Date(start + minutes * 60_000))
    at(0)
    const token = await server.signIn('editor')
    const check = () => server.get('check-token', {}, { token, headers: { 'x-locale': 'en' } })
    for (const minutes of [9, 18]) {
      at(minutes)
      expect((await check()).status).toBe(200)
    }
    at(29)
    const { status, body } = await check()
    expect(status).toBe(401)
    expect(body).toMatchObject({
      errorCode: 'endpoint-401',
      userMessage: 'You were signed out after 10 minutes without activity. Please sign in again.',
    })
    await set('0')
    expect((await check()).status).toBe(401)
    server.setClock(undefined)
  })
})
