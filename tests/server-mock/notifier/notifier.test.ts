import { expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'staff', 'operator', 'customer', 'content_manager', 'editor'])
type User = keyof typeof tokens
const as = (user: User, locale = 'en') => ({ token: tokens[user], headers: { 'x-locale': locale } })

interface Told {
  id: number
  data: { title: string; text?: string; link?: object }
  read_at: string | null
}
const inbox = async (user: User, params: Record<string, unknown> = {}, locale = 'en') =>
  (await server.get('user-notification-list', params, as(user, locale))).body as {
    results: Told[]
    metadata: { next_page_url: string | null }
  }
const titles = async (user: User, params?: Record<string, unknown>, locale?: string) =>
  (await inbox(user, params, locale)).results.map(({ data }) => data.title)
const unread = async (user: User) => (await server.get('user-notification-count', {}, as(user))).body.results.count as number

const saveProduct = (data: object) => server.post('market-post-save', data, as('administrator'))
const setAvailable = (id: number, value: boolean) => server.post('market-product-availability', { id, availability: value }, as('operator'))

/** A product that the customer waits for. */
async function wished(title: string): Promise<number> {
  const { body } = await saveProduct({ title, is_available: false })
  await server.post('market-availability-alert', { id: body.results.id }, as('customer'))
  return body.results.id
}

test('whoever waits for a product is told once when it can be had again, and again after another wish', async () => {
  const id = await wished('Lamp')
  const before = await unread('customer')
  expect((await setAvailable(id, true)).status).toBe(200)
  expect(await unread('customer')).toBe(before + 1)
  expect((await titles('customer'))[0]).toBe('Available again: Lamp')
  await setAvailable(id, false)
  await setAvailable(id, true)
  expect(await unread('customer')).toBe(before + 1)
  await setAvailable(id, false)
  await server.post('market-availability-alert', { id }, as('customer'))
  await setAvailable(id, true)
  expect(await unread('customer')).toBe(before + 2)
})

test('a link is for those who may read the record', async () => {
  const id = await wished('Kettle')
  await setAvailable(id, true)
  const [told] = (await inbox('customer')).results
  expect([told!.data.title, told!.data.link]).toEqual(['Available again: Kettle', undefined])
})

test('what was taken back has told nobody', async () => {
  const id = await wished('Vase')
  const before = await unread('customer')
  const { status } = await server.post('market-product-save', { id, data: { is_available: true, title: '' } }, as('administrator'))
  expect(status).not.toBe(200)
  expect(await unread('customer')).toBe(before)
})

async function postOf(user: User, title: string) {
  const { body } = await server.post('content-post-save', { type: 'news', locale: 'en', title, text: '<p>Text</p>' }, as(user))
  return body.results.id as number
}

test('the author is told of a decision of somebody else, in the language of his panel, and never of his own', async () => {
  await server.post('save', { model: 'content_type', data: { slug: 'news', titles: { en: 'News', fa: 'خبر' } } }, as('administrator'))
  const id = await postOf('editor', 'Spring fair')
  const sent = await server.post('content-post-transition', { id, transition: 'send_to_moderator' }, as('editor'))
  expect([sent.status, sent.body.errors]).toEqual([200, undefined])
  expect(await titles('content_manager')).toContain('Waits for you: Spring fair')
  expect(await titles('editor')).not.toContain('Waits for you: Spring fair')
  const rejected = await server.post(
    'content-post-transition',
    { id, transition: 'reject', data: { moderation_note: 'Too short' } },
    as('content_manager'),
  )
  expect([rejected.status, rejected.body.errors]).toEqual([200, undefined])
  const [told] = (await inbox('editor')).results
  expect(told!.data).toMatchObject({ title: 'Rejected: Spring fair', text: 'Too short', link: { name: 'content-post-edit' } })
  expect((await titles('editor', {}, 'fa'))[0]).toBe('رد شد: Spring fair')
})

test('a record that is made with its first step tells of it as one that takes it later, and once', async () => {
  const post = { type: 'news', locale: 'en', title: 'At once', text: '<p>Text</p>', action: 'send_to_moderator' }
  const { status, body } = await server.post('content-post-save', post, as('editor'))
  expect([status, body.errors]).toEqual([200, undefined])
  expect((await titles('content_manager')).filter((title) => title === 'Waits for you: At once')).toHaveLength(1)
  expect(await titles('editor')).not.toContain('Waits for you: At once')
})

test('pages go on after the last that was listed, whatever is read meanwhile', async () => {
  for (let at = 0; at < 23; at += 1) await setAvailable(await wished(`Chair ${at}`), true)
  const first = await inbox('customer', { unread: '1', page: 1 })
  expect(first.results).toHaveLength(20)
  await server.post('user-notification-read', { ids: first.results.map(({ id }) => id) }, as('customer'))
  const next = Object.fromEntries(new URL(first.metadata.next_page_url!, 'http://panel.test').searchParams)
  const second = await inbox('customer', next)
  expect(second.results.length).toBeGreaterThanOrEqual(3)
  expect(second.results.filter(({ id }) => first.results.some((each) => each.id === id))).toEqual([])
  expect(second.results.every(({ read_at: at }) => at === null)).toBe(true)
  expect((await server.post('user-notification-read', { all: true }, as('customer'))).body.results).toEqual({ count: 0 })
  expect((await inbox('customer', { unread: '1' })).results).toEqual([])
})

test('nobody marks what others were told', async () => {
  const id = await wished('Clock')
  await setAvailable(id, true)
  const [told] = (await inbox('customer')).results
  await server.post('user-notification-read', { ids: [told!.id] }, as('staff'))
  expect((await inbox('customer')).results[0]!.read_at).toBeNull()
})

test('a group that is turned off tells nothing; what everybody has to know cannot be turned off', async () => {
  const choices = (await server.get('my-notifications', {}, as('content_manager'))).body.results as {
    key: string
    title: string
    required: boolean
  }[]
  const content = choices.find(({ key }) => key === 'content/$content')!
  expect(content).toMatchObject({ required: false, channels: { database: true } })
  const off = await server.post(
    'user-notification-manage',
    { choices: [{ key: content.key, channels: { database: false } }] },
    as('content_manager'),
  )
  expect([off.status, off.body.results.find(({ key }: { key: string }) => key === content.key).channels]).toEqual([
    200,
    { database: false, mail: true },
  ])
  const id = await postOf('editor', 'Quiet')
  await server.post('content-post-transition', { id, transition: 'send_to_moderator' }, as('editor'))
  expect(await titles('content_manager')).not.toContain('Waits for you: Quiet')
  for (const [choice, sentence] of [
    [{ key: 'market/$alerts_group', channels: { database: false } }, 'These notifications cannot be turned off.'],
    [{ key: 'nothing', channels: { database: false } }, 'There are no notifications “nothing”.'],
    [{ key: content.key, channels: { pigeon: true } }, 'There is no channel “pigeon”.'],
  ] as const) {
    const { status, body } = await server.post('user-notification-manage', { choices: [choice] }, as('content_manager'))
    expect([status, body.errors]).toEqual([422, { choices: [sentence] }])
  }
})

test('the frame has a bell', async () => {
  const { body } = await server.get('layout', {}, as('staff'))
  expect(body.results.flags.notifications).toBe(true)
})
