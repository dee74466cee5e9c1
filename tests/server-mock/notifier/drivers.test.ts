import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { channelsOffered } from '#server/messages/channels.ts'
import { sendDue } from '#server/messages/message-runner.ts'
import { sendMessage } from '#server/messages/send-message.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { features } from '#server/features/index.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { webServer } from '#tests/helpers/web-server.ts'

const { server, tokens } = sharedServer(['administrator', 'staff', 'developer'], { seed: ['notifier'] })
type User = keyof typeof tokens
const as = (user: User, locale = 'en') => ({ token: tokens[user], headers: { 'x-locale': locale } })
const admin = () => as('administrator')
const secret = 'key-that-nobody-may-read'

interface Entry {
  id: number
  version: number
  kind: string
  title: unknown
  active: boolean
  configured: boolean
  has_secret: boolean
}

const grid = async (params: object = {}) =>
  (await server.get('notifier-settings-grid', { page_size: 100, ...params }, admin())).body.results as Entry[]
const get = async (params: Record<string, unknown>) =>
  (await server.get('notifier-driver-get', params, admin())).body.results as Entry & Record<string, unknown>
const configure = (payload: object) => server.post('notifier-driver-config', payload, admin())

async function made(kind: string, priority = 500): Promise<Entry> {
  const { status, body } = await server.post('notifier-save', { data: { title: { en: `Second ${kind}` }, kind, priority } }, admin())
  expect([status, body.errors]).toEqual([200, undefined])
  return body.results as Entry
}

const smsConfig = (url: string) => ({
  ...{ url: `${url}/send?k={key}`, method: 'POST', body_kind: 'json', body: '{ "to": "{recipient}", "text": "{text}" }' },
  ...{ number_format: 'national', success_pointer: '/ok', message_pointer: '/message', secret },
})

async function smsEntry(url: string, kind = 'sms', more: object = {}) {
  const { id } = await made(kind)
  const { status, body } = await configure({ id, data: { ...smsConfig(url), ...more } })
  expect([status, body.errors]).toEqual([200, undefined])
  return body.results as Entry
}

test('the five drivers are there at first, and the grid has its documents', async () => {
  const { body } = await server.get('notifier-settings-grid', {}, admin())
  expect(body.results.slice(0, 5).map(({ kind }: Entry) => kind)).toEqual(['browser', 'database', 'email', 'sms', 'pattern_sms'])
  expect(body.metadata.grid.columns.length).toBeGreaterThan(3)
})

test('a new entry is listed and can be read by its id and by its kind', async () => {
  const form = await server.get('notifier-create-form', {}, admin())
  expect(Object.keys(form.body.metadata.form.schema.properties)).toContain('kind')
  const { id } = await made('sms')
  expect((await grid()).map((entry) => entry.id)).toContain(id)
  expect(await get({ id })).toMatchObject({ id, kind: 'sms', configured: false, has_secret: false })
  expect(await get({ driver: 'sms' })).toMatchObject({ kind: 'sms' })
})

test.each([
  ['email', 'host'],
  ['sms', 'url'],
  ['pattern_sms', 'patterns'],
])('the form of %s asks for %s', async (driver, field) => {
  const { body } = await server.get('notifier-config-form', { driver }, admin())
  expect(Object.keys(body.metadata.form.schema.properties)).toEqual(expect.arrayContaining([field, 'secret', 'title', 'active']))
})

test('the form of an entry that is not configured begins with what is usual', async () => {
  const { id } = await made('sms')
  const { body } = await server.get('notifier-config-form', { id }, admin())
  expect(body.results).toMatchObject({ method: 'POST', body_kind: 'json', timeout_seconds: 10 })
})

test('a configuration is stored, and its key is answered, listed and audited nowhere', async () => {
  const { id } = await smsEntry('https://sms.example.com')
  expect(await get({ id })).toMatchObject({ url: 'https://sms.example.com/send?k={key}', configured: true, has_secret: true })
  const form = await server.get('notifier-config-form', { id }, admin())
  expect(form.body.metadata.form.ui.secret.description).toContain('Leave it empty to keep it.')
  const answers = await Promise.all(
    [
      server.get('notifier-config-form', { id }, admin()),
      server.get('notifier-driver-get', { id }, admin()),
      server.get('notifier-settings-grid', {}, admin()),
      server.get('single', { model: 'notifier_driver', id }, admin()),
      server.get('audit-list', { model: 'notifier_driver' }, admin()),
      server.get('timeline', { model: 'notifier_driver', id }, admin()),
    ].map(async (answer) => JSON.stringify((await answer).body)),
  )
  expect(answers.filter((text) => text.includes(secret))).toEqual([])
  const stored = await server.database.read((trx) =>
    sql<{ text: string }>`select d::text as text from data.notifier_driver d
      union all select a::text from pishkhan.audit a union all select s::text from pishkhan.driver_secrets s
      union all select i::text from pishkhan.idempotency i`.execute(trx),
  )
  expect(stored.rows.filter(({ text }) => text.includes(secret))).toEqual([])
})

test('an empty key keeps the stored one, which is asked for again for another server', async () => {
  const { id } = await smsEntry('https://sms.example.com')
  expect((await configure({ id, data: { ...smsConfig('https://sms.example.com/v2'), secret: '' } })).status).toBe(200)
  expect((await get({ id })).has_secret).toBe(true)
  const moved = await configure({ id, data: { ...smsConfig('https://thief.example.com'), secret: '' } })
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['secret']])
  expect(await get({ id })).toMatchObject({ url: 'https://sms.example.com/v2/send?k={key}' })
})

test.each([
  [{ url: 'not an address' }, 'url'],
  [{ url: 'https://{recipient}.example.com/' }, 'url'],
  [{ url: 'https://name:word@example.com/?{recipient}' }, 'url'],
  [{ url: null }, 'url'],
  [{ body: '{ "to": {recipient} }' }, 'body'],
  [{ body: '{ "to": "{nobody}" }' }, 'body'],
  [{ body: '{ "to": "me" }' }, 'body'],
  [{ headers: [{ name: 'Host', value: 'x' }] }, 'headers.0.name'],
  [{ headers: [{ name: 'Authorization', value: 'Bearer abc' }] }, 'headers.0.value'],
  [{ success_pointer: 'status' }, 'success_pointer'],
])('a configuration with %o is refused at its field', async (wrong, field) => {
  const { id } = await made('sms')
  const { status, body } = await configure({ id, data: { ...smsConfig('https://sms.example.com'), ...wrong } })
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  expect((await get({ id })).configured).toBe(false)
})

test('a kind stays, and a template needs its key', async () => {
  const { id } = await made('sms')
  expect((await server.post('notifier-save', { id, data: { kind: 'email' } }, admin())).body.errors).toHaveProperty('kind')
  const { body } = await configure({ id, data: { ...smsConfig('https://sms.example.com'), secret: null } })
  expect(Object.keys(body.errors)).toEqual(['secret'])
})

test('an entry is trashed, restored and removed for good with its key', async () => {
  const { id } = await smsEntry('https://sms.example.com')
  const inTrash = async () => (await grid({ trashed: '1' })).map((entry) => entry.id)
  const deleted = (name: string) => server.delete(name, { id }, admin())
  expect((await deleted('notifier-driver-destroy')).status).not.toBe(200)
  expect((await deleted('notifier-driver-trash')).status).toBe(200)
  expect((await grid()).map((entry) => entry.id)).not.toContain(id)
  expect((await server.put('notifier-driver-restore', { id }, admin())).status).toBe(200)
  expect((await grid()).map((entry) => entry.id)).toContain(id)
  await deleted('notifier-driver-trash')
  expect((await deleted('notifier-driver-destroy')).status).toBe(200)
  expect([...(await grid()).map((entry) => entry.id), ...(await inTrash())]).not.toContain(id)
  const left = await server.database.read((trx) => sql`select 1 from pishkhan.driver_secrets where driver_id = ${id}`.execute(trx))
  expect(left.rows).toEqual([])
})

test.each([
  ['get', 'notifier-settings-grid', {}],
  ['get', 'notifier-create-form', {}],
  ['post', 'notifier-save', { data: { title: 'x', kind: 'sms' } }],
  ['get', 'notifier-config-form', { driver: 'sms' }],
  ['post', 'notifier-driver-config', { driver: 'sms', data: {} }],
  ['get', 'notifier-driver-get', { driver: 'sms' }],
  ['delete', 'notifier-driver-trash', { id: 1 }],
  ['put', 'notifier-driver-restore', { id: 1 }],
  ['delete', 'notifier-driver-destroy', { id: 1 }],
  ['post', 'notifier-driver-test', { id: 1 }],
] as const)('%s %s is for those who may configure drivers', async (method, name, values) => {
  const call = server[method]
  expect((await call(name, values, as('staff'))).status).toBe(403)
  expect((await call(name, values)).status).toBe(401)
})

test('paths to which notifications lead are listed', async () => {
  const { body } = await server.get('browser-paths-list', {}, as('staff'))
  expect(body.results).toContainEqual(
    expect.objectContaining({
      screen: 'content-post-edit',
      path: expect.stringMatching(/^\/content\//),
      notifications: expect.arrayContaining([expect.stringMatching(/^content\//)]),
    }),
  )
})

test('a test message is sent, what the provider says is told, and both are audited', async () => {
  const provider = await webServer((response, { body }) =>
    response.end(body.includes('09121234567') ? '{"ok":true}' : `{"ok":false,"message":"No credit for ${secret}"}`),
  )
  const { id } = await smsEntry(provider.url)
  const test = (to: string) => server.post('notifier-driver-test', { id, to }, admin())
  expect((await test('0912 123 4567')).body.results).toEqual({ sent: true, code: null, reason: null, detail: null })
  expect(JSON.parse(provider.requests[0]!.body)).toMatchObject({ to: '09121234567', text: expect.stringContaining('test message') })
  expect(provider.requests[0]!.url).toBe(`/send?k=${secret}`)
  expect((await test('+98 935 123 4567')).body.results).toEqual({
    ...{ sent: false, code: 'refused', reason: 'The server does not take the message.', detail: 'No credit for …' },
  })
  expect((await test('nobody')).body.errors).toEqual({ to: ['This is no mobile number.'] })
  const audit = await server.get('audit-list', { model: 'notifier_driver', action: 'driver-test' }, admin())
  expect(audit.body.results.filter(({ record }: { record: { id: number } }) => record.id === id)).toHaveLength(2)
})

test('a pattern is sent with its values in the order of the provider', async () => {
  const provider = await webServer((response) => response.end('{"ok":1}'))
  const { id } = await smsEntry(provider.url, 'pattern_sms', {
    body: '{ "to": "{recipient}", "pattern": "{pattern}", "list": "{values_list}", "named": "{values}", "first": "{value1}" }',
    patterns: [{ template: 'auth/sign_in_code', pattern: '77', parameters: 'Code=code, minutes' }],
  })
  await server.post('notifier-driver-test', { id, to: '09121234567' }, admin())
  expect(JSON.parse(provider.requests[0]!.body)).toEqual({
    ...{ to: '09121234567', pattern: '77', list: ['123456', '2'], named: { Code: '123456', minutes: '2' }, first: '123456' },
  })
})

test('a test of the bell is behind the bell, and one before the configuration is refused', async () => {
  const { id } = await get({ driver: 'database' })
  const count = async () => (await server.get('user-notification-count', {}, as('developer'))).body.results.count as number
  const before = await count()
  expect((await server.post('notifier-driver-test', { id }, as('developer'))).body.results.sent).toBe(true)
  expect(await count()).toBe(before + 1)
  const unset = await made('email')
  expect((await server.post('notifier-driver-test', { id: unset.id, to: 'a@example.com' }, as('developer'))).status).toBe(409)
})

test('tests in a row are limited', async () => {
  const { id } = await get({ driver: 'database' })
  let status = 200
  for (let at = 0; at < 11 && status === 200; at += 1) status = (await server.post('notifier-driver-test', { id }, as('developer'))).status
  expect(status).toBe(429)
})

/** What other tests have configured goes to the trash. */
async function trashConfigured() {
  for (const { id, kind, configured } of await grid())
    if (configured && kind.endsWith('sms')) await server.delete('notifier-driver-trash', { id }, admin())
}

const production = () => ({ ...server.config, outbox: false, databaseUrl: 'postgres://elsewhere' })
const offered = async (config = production()) =>
  server.database.read(async (trx) => channelsOffered({ config, trx, registry: await createRegistries(config, features).current(trx) }))

test('a channel is offered while one of its entries is on and configured, in each process at once', async () => {
  await trashConfigured()
  const config = production()
  expect(await offered(config)).toEqual(['browser'])
  const { id } = await smsEntry('https://sms.example.com')
  expect(await offered(config)).toEqual(['sms', 'browser'])
  await server.post('notifier-save', { id, data: { active: false } }, admin())
  expect(await offered(config)).toEqual(['browser'])
  await server.post('notifier-save', { id, data: { active: true } }, admin())
  expect(await offered(config)).toEqual(['sms', 'browser'])
  await server.delete('notifier-driver-trash', { id }, admin())
  expect(await offered(config)).toEqual(['browser'])
})

test('mail goes by the server of the environment until one is configured, unless mail is turned off', async () => {
  await trashConfigured()
  const config = { ...production(), smtp: { url: 'smtp://mail.example.com', from: 'a@example.com' } }
  expect(await offered(config)).toEqual(['mail', 'browser'])
  const entries = (await grid()).filter(({ kind }) => kind === 'email')
  for (const { id } of entries) await server.post('notifier-save', { id, data: { active: false } }, admin())
  expect(await offered(config)).toEqual(['browser'])
  for (const { id } of entries) await server.post('notifier-save', { id, data: { active: true } }, admin())
})

test('what is queued goes by the entry that is tried first, else by the next one', async () => {
  await trashConfigured()
  const first = await webServer((response) => response.writeHead(503).end())
  const second = await webServer((response) => response.end('{"ok":true}'))
  await smsEntry(second.url, 'sms', { priority: 200 })
  await smsEntry(first.url, 'sms', { priority: 100 })
  const now = new Date()
  const message = { channel: 'sms', to: '+989121234567', template: 'notifier/driver_test', values: {}, locale: 'en' } as const
  await server.database.transaction((trx) => sendMessage({ trx, config: server.config, now }, message))
  await sendDue({
    config: server.config,
    database: server.database,
    registries: createRegistries(server.config, features),
    log: { error: () => {} },
    now: () => now,
  })
  const [row] = (
    await server.database.read((trx) => sql<{ state: string }>`select state from pishkhan.outbox order by id desc limit 1`.execute(trx))
  ).rows
  expect([row!.state, first.requests.length, second.requests.length]).toEqual(['sent', 1, 1])
})
