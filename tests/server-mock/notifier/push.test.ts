import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { isPublicAddress } from '#server/messages/drivers/public-address.ts'
import { pushKeys } from '#server/messages/drivers/push.ts'
import { sendDue } from '#server/messages/message-runner.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { features } from '#server/features/index.ts'
import { systemCaller } from '#server/model/context.ts'
import { tellUser } from '#server/model/notifications/tell-user.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { webServer } from '#tests/helpers/web-server.ts'

const { server, tokens } = sharedServer(['administrator', 'editor'], { seed: ['notifier', 'settings'] })
const as = (token: string) => ({ token, headers: { 'x-locale': 'en', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0' } })
const editor = () => as(tokens.editor)

/** What a browser makes: its key pair stays with it. */
function browserKeys() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
let count = 0
const subscription = (url = 'https://push.example.com') => ({ endpoint: `${url}/send/${(count += 1)}`, keys: browserKeys() })

interface State {
  available: boolean
  key: string
  browsers: { id: number; current: boolean; browser: string; os: string }[]
}
const state = async (token: string = tokens.editor) => (await server.get('push-browsers', {}, as(token))).body.results as State
const add = (value: object, token: string = tokens.editor) => server.post('push-browser-add', value, as(token))
const stored = async () =>
  (await server.database.read((trx) => sql<{ text: string }>`select s::text as text from pishkhan.push_subscriptions s`.execute(trx))).rows
const idOf = async (username: string) =>
  Number(
    (await server.database.read((trx) => sql<{ id: number }>`select id from data."user" where username = ${username}`.execute(trx)))
      .rows[0]!.id,
  )
const registries = () => createRegistries(server.config, features)
const queued = async () =>
  (
    await server.database.read((trx) =>
      sql<{ id: number; recipient: string; state: string; error: string | null }>`
      select id, recipient, state, error from pishkhan.outbox where channel = 'browser' order by id`.execute(trx),
    )
  ).rows

/** Tells a user of a new device, as a sign-in does. */
async function tell(username: string): Promise<void> {
  const user = await idOf(username)
  await server.database.transaction(async (trx) => {
    const registry = await registries().current(trx)
    const context = { trx, registry, now: new Date(), config: server.config, caller: systemCaller('en') }
    await tellUser(context, 'auth/new-device', { user, values: () => ({ device: 'Firefox 128 – Linux', at: 'today', by: 'you' }) })
  })
}
const send = () =>
  sendDue({
    config: server.config,
    database: server.database,
    registries: registries(),
    log: { error: console.error },
    now: () => new Date(),
  })

beforeEach(() =>
  server.database.transaction(async (trx) => {
    await sql`delete from pishkhan.push_subscriptions`.execute(trx)
    await sql`delete from pishkhan.outbox`.execute(trx)
  }),
)

test('a browser is added once for its session, and its address is answered nowhere and stored sealed', async () => {
  expect((await state()).available).toBe(true)
  const first = subscription()
  expect((await add(first)).status).toBe(200)
  const { body } = await add(subscription())
  expect(body.results.browsers).toEqual([
    { id: expect.any(Number), current: true, browser: 'Firefox 128', os: 'Linux', created_at: expect.any(String) },
  ])
  expect(JSON.stringify(body)).not.toContain('push.example.com')
  expect((await stored()).filter(({ text }) => text.includes('push.example.com') || text.includes(first.keys.auth))).toEqual([])
  const { id } = (await state()).browsers[0]!
  expect((await server.delete('push-browser-remove', { id }, as(tokens.administrator))).status).toBe(404)
  expect((await server.delete('push-browser-remove', { id }, editor())).body.results.browsers).toEqual([])
})

test('a browser that somebody else used takes the notices of whoever signed in last', async () => {
  const same = subscription()
  await add(same)
  await add(same, tokens.administrator)
  expect([(await state()).browsers.length, (await state(tokens.administrator)).browsers.length]).toEqual([0, 1])
})

test('addresses inside, and keys that are none, are refused with a sentence', async () => {
  const { databaseUrl, outbox } = server.config
  Object.assign(server.config, { databaseUrl: 'postgres://elsewhere', outbox: false })
  try {
    for (const endpoint of [
      'http://push.example.com/1',
      'https://localhost/1',
      'https://10.0.0.8/1',
      'https://[::1]/1',
      'https://name:word@push.example.com/1',
      'https://gateway.internal/1',
      'no address',
    ]) {
      const { status, body } = await add({ endpoint, keys: browserKeys() })
      expect([endpoint, status, body.errors]).toEqual([endpoint, 422, { endpoint: ['Only public addresses with https can be used here.'] }])
    }
    const keys = { ...browserKeys(), p256dh: 'A'.repeat(87) }
    expect((await add({ endpoint: 'https://push.example.com/1', keys })).body.errors).toEqual({ keys: [expect.any(String)] })
  } finally {
    Object.assign(server.config, { databaseUrl, outbox })
  }
  expect(isPublicAddress('93.184.216.34')).toBe(true)
  expect(await stored()).toEqual([])
})

test('a notice goes encrypted to each browser of its reader, with what names this server, and is sent once', async () => {
  const service = await webServer((response) => response.writeHead(201).end())
  await add(subscription(service.url))
  await tell('editor')
  await send()
  await send()
  expect((await queued()).map(({ state: how }) => how)).toEqual(['sent'])
  const [request, ...more] = service.requests
  expect(more).toEqual([])
  expect(request).toMatchObject({ method: 'POST', headers: { 'content-encoding': 'aes128gcm', urgency: 'normal' } })
  expect(request!.headers.authorization).toContain(`k=${pushKeys(server.config.secret).publicKey}`)
  expect(request!.body).not.toContain('Firefox')
})

test.each([404, 410])('a browser that answers %i is removed, and not tried again', async (status) => {
  const service = await webServer((response) => response.writeHead(status).end())
  await add(subscription(service.url))
  await tell('editor')
  await send()
  expect([(await state()).browsers, (await queued()).map(({ state: how, error }) => [how, error])]).toEqual([[], [['dead', 'gone']]])
})

test('a service that fails for the moment is tried again, and redirects are not followed', async () => {
  const inside = await webServer((response) => response.writeHead(201).end())
  const busy = await webServer((response) => response.writeHead(503).end())
  await add(subscription(busy.url))
  await tell('editor')
  await send()
  expect((await queued()).map(({ state: how }) => how)).toEqual(['waiting'])
  const elsewhere = await webServer((response) => response.writeHead(307, { location: `${inside.url}/admin` }).end())
  await add(subscription(elsewhere.url))
  await tell('editor')
  await send()
  expect((await queued()).at(-1)).toMatchObject({ state: 'dead', error: 'refused' })
  expect([inside.requests, (await state()).browsers.length]).toEqual([[], 1])
})

test('an address that leads inside when the message is sent is not called', async () => {
  const inside = await webServer((response) => response.writeHead(201).end())
  await add(subscription(inside.url))
  await tell('editor')
  const { databaseUrl, outbox } = server.config
  Object.assign(server.config, { databaseUrl: 'postgres://elsewhere', outbox: false })
  await send().finally(() => Object.assign(server.config, { databaseUrl, outbox }))
  expect([(await queued())[0]!.error, inside.requests]).toEqual(['address', []])
})

test('signing out, and the end of a session by whatever way, removes its browser', async () => {
  const [one, two] = [await server.signIn('editor'), await server.signIn('editor')]
  await add(subscription(), one)
  await add(subscription(), two)
  await add(subscription())
  await server.post('persons-logout', {}, as(one))
  expect((await state()).browsers.map(({ current }) => current)).toEqual([true, false])
  await server.delete('sessions-end-others', {}, editor())
  expect((await state()).browsers.map(({ current }) => current)).toEqual([true])
})

test('a browser of a session that nobody used for as long as the setting says takes nothing', async () => {
  await add(subscription())
  const write = (value: string) =>
    server.database.transaction(async (trx) => {
      await sql`update data.setting set value = ${value} where key = 'idle_minutes'`.execute(trx)
      await sql`update pishkhan.sessions set seen_at = now() - interval '40 minutes'
        where id in (select session_id from pishkhan.push_subscriptions)`.execute(trx)
    })
  await write('30')
  await tell('editor')
  expect(await queued()).toEqual([])
  await write('0')
  await tell('editor')
  expect(await queued()).toHaveLength(1)
})

test('a notice for a browser whose session has ended meanwhile is not sent', async () => {
  const service = await webServer((response) => response.writeHead(201).end())
  const token = await server.signIn('editor')
  await add(subscription(service.url), token)
  await tell('editor')
  await server.post('persons-logout', {}, as(token))
  await send()
  expect([(await queued()).map(({ error }) => error), service.requests]).toEqual([['gone'], []])
})

test('the profile offers the browser once one is added, and what is turned off there is not sent', async () => {
  const channels = async () =>
    ((await server.get('my-notifications', {}, editor())).body.results as { key: string; channels: Record<string, boolean> }[]).find(
      ({ channels: known }) => known.browser !== undefined,
    )
  expect(await channels()).toBeUndefined()
  await add(subscription())
  expect((await channels())!.channels.browser).toBe(true)
})

test('nothing is queued while the driver is off, and none can be added', async () => {
  await add(subscription())
  const { id } = (await server.get('notifier-driver-get', { driver: 'browser' }, as(tokens.administrator))).body.results
  const turn = (active: boolean) => server.post('notifier-save', { id, data: { active } }, as(tokens.administrator))
  await turn(false)
  try {
    expect((await state()).available).toBe(false)
    expect((await add(subscription())).status).toBe(409)
  } finally {
    await turn(true)
  }
})

test('the test button reaches the browsers of whoever presses it, and says so when there are none', async () => {
  const service = await webServer((response, { url }) => response.writeHead(url.endsWith('gone') ? 410 : 201).end())
  const { id } = (await server.get('notifier-driver-get', { driver: 'browser' }, as(tokens.administrator))).body.results
  const press = async () => (await server.post('notifier-driver-test', { id }, as(tokens.administrator))).body.results
  expect(await press()).toMatchObject({ sent: false, code: 'no-browser', reason: expect.stringContaining('browser') })
  await add({ endpoint: `${service.url}/gone`, keys: browserKeys() }, tokens.administrator)
  expect(await press()).toMatchObject({ sent: false, code: 'gone' })
  expect((await state(tokens.administrator)).browsers).toEqual([])
  await add(subscription(service.url), tokens.administrator)
  expect(await press()).toMatchObject({ sent: true, code: null })
})

test('whoever acts as somebody else takes none of his notices', async () => {
  const { body } = await server.put('impersonate', { id: await idOf('editor') }, as(await server.signIn('administrator')))
  const token = body.results?.token as string
  expect(token).toEqual(expect.any(String))
  expect([(await state(token)).available, (await add(subscription(), token)).status]).toEqual([false, 403])
})
