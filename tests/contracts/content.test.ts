import { beforeAll, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import type { Reply } from '#tests/helpers/server.ts'

// What the calls of posts answer, call by call: whoever changes how they are made keeps what they say.

const users = ['administrator', 'content_manager', 'moderator', 'editor'] as const
const writers = ['content_manager', 'moderator', 'editor'] as const
type User = (typeof users)[number]
const { server, tokens } = sharedServer(users, { seed: ['content'] })
const as = (user: User) => ({ token: tokens[user], headers: { 'x-locale': 'en' } })
const admin = () => as('administrator')

const now = new Date('2026-05-05T10:00:00.000Z')
const later = '2026-05-06T10:00:00.000Z'
const states = ['draft', 'moderator', 'editor', 'scheduled', 'published', 'rejected', 'trashed', 'pinned'] as const
const saves = ['save', 'draft', 'publish', 'schedule', 'unpublish', 'reject', 'send_to_moderator', 'send_to_editor'] as const
const calls = ['pin', 'unpin', 'trash', 'restore', 'destroy'] as const

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let made = 0
async function make(state: (typeof states)[number], more: object = {}): Promise<{ id: number; version: number }> {
  const action = {
    moderator: 'send_to_moderator',
    editor: 'send_to_editor',
    scheduled: 'schedule',
    published: 'publish',
    rejected: 'reject',
  }
  const { status, body } = await server.post(
    'content-post-save',
    {
      type: 'note',
      title: `Note ${++made}`,
      action: state in action ? action[state as keyof typeof action] : 'draft',
      ...(state === 'scheduled' && { published_at: later }),
      ...(state === 'rejected' && { moderation_note: 'No source' }),
      ...more,
    },
    admin(),
  )
  expect(status, JSON.stringify(body)).toBe(200)
  const { id } = body.results
  if (state === 'trashed') return (await server.delete('content-post-trash', { id }, admin())).body.results
  if (state === 'pinned') return (await server.post('content-post-pin', { id }, admin())).body.results
  return body.results
}

/** Of a post what its actions change, with the flags that are set. */
function stand(post: Json): Json {
  const { status, sent_to, published_at, published_name, moderation_note, pinned, pinned_at, deleted_at, title, version } = post
  const flags = Object.keys(post).filter((key) => key.startsWith('can_') && post[key])
  return {
    ...{ status, sent_to, published_at, published_name, moderation_note, pinned, pinned_at, deleted_at },
    title: String(title).replace(/\d+/, 'N'),
    version,
    can: flags.map((flag) => flag.slice(4)).join(' '),
  }
}

const told = ({ status, body }: Reply): Json =>
  status === 200
    ? { status, ...(body.results?.title === undefined ? { results: { ...body.results, id: 0 } } : stand(body.results)) }
    : { status, code: body.errorCode, message: body.userMessage, errors: body.errors }

/** One line for each call, so that a difference is read as such. */
const compare = (name: string, answers: Record<string, Json>) =>
  expect(
    Object.entries(answers)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  ).toMatchFileSnapshot(`../fixtures/content/${name}.jsonl`)

beforeAll(async () => {
  server.setClock(now)
  for (const user of users) (tokens as Record<string, string>)[user] = await server.signIn(user)
  await server.post(
    'content-type-save',
    { slug: 'note', titles: { en: 'Note' }, icon: 'file', order: 5, features: ['synopsis', 'seo', 'categories', 'pin'] },
    admin(),
  )
  await server.post('content-type-save', { slug: 'plain', titles: { en: 'Plain' }, features: ['seo'] }, admin())
})

test('each action in each state, by each role', async () => {
  const answers: Record<string, Json> = {}
  const methods = { pin: 'post', unpin: 'post', trash: 'delete', restore: 'put', destroy: 'delete' } as const
  for (const user of writers)
    for (const state of states) {
      let post = await make(state)
      const tell = async (action: string, call: (target: { id: number; version: number }) => Promise<Reply>) => {
        const reply = await call({ id: post.id, version: post.version })
        answers[`${user} ${state} ${action}`] = told(reply)
        // What is refused leaves the post as it was.
        if (reply.status === 200) post = await make(state)
      }
      for (const action of saves) {
        const more = action === 'schedule' ? { published_at: later } : action === 'reject' ? { moderation_note: 'No' } : {}
        await tell(action, (target) =>
          server.post('content-post-save', { ...target, action, title: `Changed ${post.id}`, ...more }, as(user)),
        )
      }
      for (const action of calls) await tell(action, (target) => server[methods[action]](`content-post-${action}`, { ...target }, as(user)))
    }
  await compare('actions', answers)
}, 120_000)

test('new posts, by each role', async () => {
  const answers: Record<string, Json> = {}
  for (const user of writers)
    for (const action of saves) {
      const more = action === 'schedule' ? { published_at: later } : action === 'reject' ? { moderation_note: 'No' } : {}
      answers[`${user} ${action}`] = told(
        await server.post('content-post-save', { type: 'note', title: `New ${++made}`, action, ...more }, as(user)),
      )
    }
  await compare('new-posts', answers)
})

test('dates, notes and pins that do not fit', async () => {
  const answers: Record<string, Json> = {}
  const post = async (state: (typeof states)[number], name: string, sent: object, user: User = 'content_manager') => {
    const { id } = await make(state)
    answers[`${user} ${state} ${name}`] = told(await server.post('content-post-save', { id, ...sent }, as(user)))
  }
  const before = '2026-05-04T10:00:00.000Z'
  for (const [name, published_at] of Object.entries({ none: null, before, later, odd: 'soon' }))
    for (const state of ['draft', 'scheduled', 'published'] as const) {
      await post(state, `save with date ${name}`, { data: { published_at } })
      await post(state, `save with date ${name}`, { data: { published_at } }, 'editor')
      await post(state, `schedule with date ${name}`, { action: 'schedule', data: { published_at } })
      await post(state, `draft with date ${name}`, { action: 'draft', data: { published_at } })
      await post(state, `publish with date ${name}`, { action: 'publish', data: { published_at } })
    }
  await post('draft', 'schedule without a date', { action: 'schedule' })
  for (const moderation_note of [null, '', '   ', 'x'.repeat(2001)])
    await post('draft', `reject with note ${String(moderation_note).slice(0, 5)}`, { action: 'reject', moderation_note })
  await post('rejected', 'save with another note', { data: { moderation_note: 'Other' } })
  await post('draft', 'save with a status', { data: { status: 'published' } })
  const plain = await server.post('content-post-save', { type: 'plain', title: 'Plain' }, admin())
  answers['plain pin'] = told(await server.post('content-post-pin', { id: plain.body.results.id }, admin()))
  const { id } = await make('draft')
  await server.post('content-post-save', { id, title: 'Newer' }, admin())
  for (const action of ['save', 'publish'])
    answers[`stale ${action}`] = told(await server.post('content-post-save', { id, version: 1, action, title: 'Older' }, admin()))
  await compare('refusals', answers)
}, 60_000)

/** What each button is called, asks and calls. */
const buttons = ({ body }: Reply): Json =>
  body.results.map(({ id, type, title, icon, color, primary, confirm, options }: Json) => [
    id,
    type,
    title,
    [icon, color, primary ? 'primary' : ''].join(' '),
    confirm ?? options.modal?.text,
    (options.name ?? options.modal?.buttons.at(-1).action.options.name) + ` ${options.payload?.action ?? ''}`,
    options.success?.toast ?? options.modal?.buttons.at(-1).action.options.success.toast,
  ])

/** Ids of what this test made are told as 0. */
const plainly = (value: Json, ids: readonly number[]): Json =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/(?<=[":/ ])\d+(?=[",}/])/g, (number) => (ids.includes(Number(number)) ? '0' : number))
      .replace(/("content_type":\{"id"|"content_type_id"):\d+/g, '$1:0'),
  )

test('reading, lists, buttons and history', async () => {
  const answers: Record<string, Json> = {}
  for (const state of states) {
    const title = `Read ${state}`
    const { id } = await make(state, { title, locale: 'en', synopsis: 'Short', slug: `read-${state}` })
    const tell = (name: string, { status, body }: Reply) => {
      answers[`${state} ${name}`] = { status, results: plainly(body.results, [id]) }
    }
    tell('single', await server.get('content-post-single', { id }, admin()))
    tell('quick view', await server.get('content-post-quick-view', { id }, admin()))
    const fetched = await server.get('content-post-fetch', { type: 'note', id }, admin())
    tell('fetch', { ...fetched, body: { results: fetched.body.results } })
    for (const user of ['content_manager', 'editor'] as const)
      answers[`${state} buttons for ${user}`] = buttons(await server.get('content-post-fetch-buttons', { type: 'note', id }, as(user)))
    const { body } = await server.get('history', { model: 'post', id }, admin())
    answers[`${state} history`] = body.results.map((entry: Json) => [entry.status_title, entry.description, entry.name])
  }
  const open = await server.get('content-post-fetch', { type: 'note', locale: 'en' }, admin())
  answers['new fetch'] = { status: open.status, results: plainly(open.body.results, []) }
  for (const user of writers)
    answers[`new buttons for ${user}`] = buttons(await server.get('content-post-fetch-buttons', { type: 'note', locale: 'en' }, as(user)))
  await compare('reading', answers)
})

test('the lists of the demo', async () => {
  const answers: Record<string, Json> = {}
  for (const user of users) {
    const { results, metadata } = (await server.get('content-post-grid', { type: 'news', page_size: 3 }, as(user))).body
    answers[`${user} rows`] = results.map(stand)
    answers[`${user} tabs`] = metadata.grid.tabs
    for (const part of ['toolbar', 'row', 'bulk'])
      answers[`${user} ${part}`] = metadata.grid[part].map(({ id, type, title, flag, confirm }: Json) => [id, type, title, flag, confirm])
  }
  for (const tab of ['published', 'draft', 'pending', 'scheduled', 'rejected', 'moderator', 'editor', 'trashed']) {
    const { results, metadata } = (await server.get('content-post-grid', { type: 'news', tab, page_size: 2, parts: 'results' }, admin()))
      .body
    answers[`tab ${tab}`] = [results.map(stand), metadata.pagination.total]
  }
  for (const status of ['published', 'trashed', 'trashed,draft', 'scheduled,rejected', 'nonsense']) {
    const { body } = await server.get('content-post-grid', { type: 'news', status, page_size: 2, parts: 'results' }, admin())
    answers[`status ${status}`] = { results: body.results?.map(stand), errors: body.errors, pagination: body.metadata?.pagination }
    const list = await server.get('content-post-list', { type: 'news', status, page_size: 1 }, admin())
    answers[`list ${status}`] = {
      results: list.body.results?.map(stand),
      errors: list.body.errors,
      pagination: list.body.metadata?.pagination,
    }
  }
  await compare('lists', answers)
})

test('bulk work', async () => {
  const answers: Record<string, Json> = {}
  for (const user of ['content_manager', 'editor'] as const)
    for (const name of ['publish', 'trash', 'restore', 'destroy']) {
      const ids: number[] = []
      for (const state of states) ids.push((await make(state)).id)
      const grid = (await server.get('content-post-grid', { type: 'note' }, as(user))).body.metadata
      const action = grid.grid.bulk.find(({ id }: { id: string }) => id === name)
      if (!action) continue
      const modal = grid.modals.find(({ id }: { id: string }) => id === action.options.modal)
      const { method = 'POST', params, payload, name: call } = modal ? modal.buttons.at(-1).action.options : action.options
      const { body } = await server.post(
        'bulk',
        {
          call: { name: call, method, ...(params && { params }), ...(payload && { payload }) },
          grid: { name: 'content-post-grid', params: { type: 'note', ...(['restore', 'destroy'].includes(name) && { tab: 'trashed' }) } },
          rows: ids.map((id) => ({ id })),
          title: name,
        },
        as(user),
      )
      const place = (id: number) => states[ids.indexOf(id)]
      answers[`${user} ${name}`] = {
        done: body.results.done.map(({ id, changed }: Json) => [place(id), changed]),
        failed: body.results.failed.map(({ id, code, message }: Json) => [place(id), code, message]),
      }
    }
  await compare('bulk', answers)
})
