import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['developer', 'administrator', 'editor', 'customer'], { seed: ['notifier'] })
type User = keyof typeof tokens
const as = (user: User, locale = 'en') => ({ token: tokens[user], headers: { 'x-locale': locale } })

const entity = {
  name: 'parcel',
  title: 'Parcel',
  access: { read: 'persons.write', write: 'persons.write' },
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: { type: 'string', title: 'Title', maxLength: 60 },
      owner: { type: ['integer', 'null'], title: 'Owner', references: 'user' },
      state: { type: 'string', title: 'State', maxLength: 20 },
    },
  },
}
const document = (name: string, more: object) => ({
  name,
  title: '$arrived',
  text: 'At the gate',
  on: { entity: 'parcel', changed: ['state'] },
  only_if: { properties: { state: { const: name } } },
  to: ['{record.owner}'],
  link: { name: 'persons-user-profile', params: { id: '{record.id}' } },
  group: `Group ${name}`,
  ...more,
})
const notifications = [
  document('by-all', { channels: ['database', 'mail', 'pattern-sms', 'sms'] }),
  document('by-mail', { channels: ['mail'] }),
  document('always', { channels: ['database', 'mail'], required: true }),
  document('under-bell', {}),
]

let ids: Record<string, number>
beforeAll(async () => {
  server.config.siteOrigin = 'https://panel.example.com'
  const documents = {
    'module.json': JSON.stringify({ name: 'parcels', version: '1.0.0', title: 'Parcels', requires: ['persons'] }),
    'entities/parcel.json': JSON.stringify(entity),
    'locales/en.json': JSON.stringify({ arrived: 'Arrived: {record.title}' }),
    'locales/fa.json': JSON.stringify({ arrived: 'رسید: {record.title}' }),
    ...Object.fromEntries(notifications.map((each) => [`notifications/${each.name}.json`, JSON.stringify(each)])),
  }
  const { status, body } = await server.post('publish', { module: 'parcels', documents }, as('developer'))
  expect([status, body.errors]).toEqual([200, undefined])
  const { rows } = await server.database.transaction(async (trx) => {
    await sql`update data."user" set email = username || '@example.com', mobile = null, preferences = '{"panel_locale":"fa"}' where username = 'editor'`.execute(
      trx,
    )
    await sql`update data."user" set email = null, mobile = '+989121234567', preferences = '{}' where username = 'customer'`.execute(trx)
    await sql`update data."user" set email = 'administrator@example.com', preferences = '{"panel_locale":"en"}' where username = 'administrator'`.execute(
      trx,
    )
    return sql<{ id: number; username: string }>`select id, username from data."user"`.execute(trx)
  })
  ids = Object.fromEntries(rows.map(({ id, username }) => [username, Number(id)]))
})

let count = 0
/** Brings about a notification for a user, and answers the title of the record. */
async function tell(user: User, name: string): Promise<string> {
  const title = `P${(count += 1)}`
  const made = await server.post('save', { model: 'parcel', data: { title, owner: ids[user] } }, as('developer'))
  const { status } = await server.post('save', { model: 'parcel', id: made.body.results.id, data: { state: name } }, as('developer'))
  expect(status).toBe(200)
  return title
}
interface Sent {
  channel: string
  to: string
  template: string
  locale: string
  subject: string
  text: string
}
const sent = async (title: string): Promise<Sent[]> => {
  const { body } = await server.get('outbox-list', {}, as('developer'))
  return (body.results as Sent[]).filter(({ subject }) => subject.endsWith(`: ${title}`))
}
const bell = async (user: User) =>
  ((await server.get('user-notification-list', {}, as(user))).body.results as { data: { title: string } }[])[0]?.data.title
const choose = (user: User, key: string, channels: Record<string, boolean>) =>
  server.post('user-notification-manage', { choices: [{ key, channels }] }, as(user))

test('a mail goes to whoever has an address, in the language of his panel, with a link for those who may read the record', async () => {
  const title = await tell('editor', 'by-all')
  const [mail, ...more] = await sent(title)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    channel: 'mail',
    to: 'editor@example.com',
    locale: 'fa',
    template: 'parcels/by-all',
    subject: `رسید: ${title}`,
  })
  expect(mail!.text).toContain('At the gate')
  expect(mail!.text).not.toContain('https://panel.example.com')
  expect(await bell('editor')).toBe(`Arrived: ${title}`)
  const other = await tell('administrator', 'by-all')
  expect((await sent(other)).find(({ channel }) => channel === 'mail')!.text).toMatch(/https:\/\/panel\.example\.com\/\S+\d/)
})

test('of two kinds of text messages one is sent, and no mail to whoever has no address', async () => {
  const title = await tell('customer', 'by-all')
  expect((await sent(title)).map(({ channel, to }) => [channel, to])).toEqual([['pattern-sms', '+989121234567']])
  const { text } = (await sent(title))[0]!
  expect(text).toContain(`رسید: ${title}`)
})

test('what names mail alone is not under the bell', async () => {
  const title = await tell('editor', 'by-mail')
  expect(await sent(title)).toHaveLength(1)
  expect(await bell('editor')).not.toBe(`Arrived: ${title}`)
})

test('each way can be turned off by itself, what is required by none', async () => {
  expect((await choose('editor', 'parcels/Group by-all', { mail: false })).status).toBe(200)
  const first = await tell('editor', 'by-all')
  expect([await sent(first), await bell('editor')]).toEqual([[], `Arrived: ${first}`])
  await choose('editor', 'parcels/Group by-all', { mail: true, database: false })
  const second = await tell('editor', 'by-all')
  expect([(await sent(second)).length, await bell('editor')]).toEqual([1, `Arrived: ${first}`])
  const { status, body } = await choose('editor', 'parcels/Group always', { mail: false })
  expect([status, body.errors]).toEqual([422, { choices: ['These notifications cannot be turned off.'] }])
  expect(await sent(await tell('editor', 'always'))).toHaveLength(1)
})

test('the profile offers ways that the group knows, and for which there is an address', async () => {
  const channels = async (user: User) => {
    const { body } = await server.get('my-notifications', {}, as(user))
    const of = (name: string) => body.results.find(({ key }: { key: string }) => key === `parcels/Group ${name}`).channels
    return [of('by-all'), of('under-bell')].map((each: object) => Object.keys(each))
  }
  expect(await channels('editor')).toEqual([['database', 'mail'], ['database']])
  expect(await channels('customer')).toEqual([['database', 'sms'], ['database']])
  const unreachable = await choose('customer', 'parcels/Group by-all', { mail: true })
  expect([unreachable.status, unreachable.body.errors.choices[0]]).toEqual([422, expect.stringContaining('“Email”')])
  const unknown = await choose('editor', 'parcels/Group under-bell', { mail: true })
  expect([unknown.status, unknown.body.errors.choices[0]]).toEqual([422, 'There is no channel “mail”.'])
})

test('a message of a change that is taken back is never there', async () => {
  const before = (await server.get('outbox-list', {}, as('developer'))).body.results.length as number
  const made = await server.post('save', { model: 'parcel', data: { title: 'Kept', owner: ids.editor } }, as('developer'))
  const { status } = await server.post(
    'save',
    { model: 'parcel', id: made.body.results.id, data: { state: 'by-all', title: 'x'.repeat(61) } },
    as('developer'),
  )
  expect(status).toBe(422)
  expect((await server.get('outbox-list', {}, as('developer'))).body.results).toHaveLength(before)
})

test('what is told comes under the bell while its driver is on, and what is required anyway', async () => {
  const turn = async (active: boolean) => {
    const { results } = (await server.get('notifier-driver-get', { driver: 'database' }, as('administrator'))).body
    const changed = await server.post('notifier-driver-config', { id: results.id, data: { active } }, as('administrator'))
    expect([changed.status, changed.body.errors]).toEqual([200, undefined])
  }
  const before = await tell('editor', 'under-bell')
  expect(await bell('editor')).toBe(`Arrived: ${before}`)
  await turn(false)
  await tell('editor', 'under-bell')
  expect(await bell('editor')).toBe(`Arrived: ${before}`)
  const required = await tell('editor', 'always')
  expect(await bell('editor')).toBe(`Arrived: ${required}`)
  await turn(true)
  const after = await tell('editor', 'under-bell')
  expect(await bell('editor')).toBe(`Arrived: ${after}`)
})
