import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import type { LiveMessage } from '#server/live/followers.ts'

describe.each(databaseKinds)('the live stream on %s', (kind) => {
  const { server, tokens } = sharedServer(['administrator', 'operator', 'customer', 'staff'], { kind, seed: ['settings'] })

  async function origin(): Promise<string> {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
    return `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  }

  async function follow(user: keyof typeof tokens, topics = 'notifications', token = tokens[user]) {
    const controller = new AbortController()
    const response = await fetch(`${await origin()}/api/live?topics=${topics}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: controller.signal,
    })
    const lines: LiveMessage[] = []
    const ended = (async () => {
      let text = ''
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
        text += part
        const whole = text.split('\n')
        text = whole.pop()!
        lines.push(...whole.map((line) => JSON.parse(line) as LiveMessage))
      }
    })().catch(() => {})
    return { response, lines, ended, close: () => controller.abort() }
  }

  /** A product for which the customer waits becomes available. */
  async function tellCustomer(title: string): Promise<void> {
    const { body } = await server.post('market-post-save', { data: { title, is_available: false } }, { token: tokens.administrator })
    await server.post('market-availability-alert', { id: body.results.id }, { token: tokens.customer })
    await server.post('market-product-availability', { id: body.results.id, availability: true }, { token: tokens.operator })
  }
  const news = { type: 'news', topic: 'notifications' }

  test('tells a user within a second of a notification, and nobody else', async () => {
    const mine = await follow('customer')
    const other = await follow('staff')
    expect([mine.response.status, mine.response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    expect([mine.response.headers.get('cache-control'), mine.response.headers.get('x-accel-buffering')]).toEqual([
      'no-store, no-transform',
      'no',
    ])
    await expect.poll(() => mine.lines).toEqual([{ type: 'ready' }])
    await tellCustomer('Lamp')
    await expect.poll(() => mine.lines, { timeout: 1000 }).toContainEqual(news)
    expect(other.lines).toEqual([{ type: 'ready' }])
    mine.close()
    other.close()
  })

  test('tells whoever opens it just after a notification', async () => {
    await tellCustomer('Kettle')
    const late = await follow('customer')
    // A busy machine tells of the one before, too.
    await expect.poll(() => late.lines.slice(0, 2)).toEqual([{ type: 'ready' }, news])
    late.close()
  })

  test('tells every panel of a setting that somebody has changed, by whatever call', async () => {
    const panel = await follow('customer', 'site')
    await expect.poll(() => panel.lines).toEqual([{ type: 'ready' }])
    const { status } = await server.put('setting-set', { key: 'accent', value: '#0a7d3c' }, { token: tokens.administrator })
    expect(status).toBe(200)
    await expect.poll(() => panel.lines, { timeout: 2000 }).toContainEqual({ type: 'news', topic: 'site' })
    panel.close()
  })

  test('is for those who are signed in, and for topics that there are', async () => {
    const get = (query: string, token?: string) =>
      server.inject({ method: 'GET', url: `/api/live${query}`, headers: token ? { authorization: `Bearer ${token}` } : {} })
    expect((await get('?topics=notifications')).status).toBe(401)
    for (const query of ['', '?topics=', '?topics=constructor', '?topics=notifications,stock']) {
      const { status, body } = await get(query, tokens.customer)
      expect([status, Object.keys(body.errors ?? {})], query).toEqual([422, ['topics']])
    }
  })

  test('ends with its session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const token = await server.signIn('operator')
      const stream = await follow('operator', 'notifications', token)
      await vi.advanceTimersByTimeAsync(20_000)
      await expect.poll(() => stream.lines).toEqual([{ type: 'ready' }, { type: 'beat' }])
      await server.post('persons-logout', {}, { token })
      await vi.advanceTimersByTimeAsync(20_000)
      await stream.ended
      expect(stream.lines).toEqual([{ type: 'ready' }, { type: 'beat' }])
    } finally {
      vi.useRealTimers()
    }
  })

  test('refuses more streams of a user than browsers he may have', async () => {
    const open = []
    for (let at = 0; at < 10; at += 1) open.push(await follow('staff'))
    const more = await follow('staff')
    expect([more.response.status, more.response.headers.get('retry-after')]).toEqual([429, '60'])
    open[0]!.close()
    await expect
      .poll(async () => {
        const again = await follow('staff')
        open.push(again)
        return again.response.status
      })
      .toBe(200)
    for (const each of open) each.close()
  })
})
