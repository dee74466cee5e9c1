import { describe, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['content_manager', 'editor', 'customer'], { seed: ['content', 'commenting'] })
const manager = () => ({ token: tokens.content_manager, headers: { 'x-locale': 'en' } })

/** A published post that takes comments: that of the first comment of the demo. */
const openPost = async (): Promise<number> => (await server.get('commenting-single', { id: 1 }, manager())).body.results.post_id
const saveAs = async (payload: object, options: object = {}) =>
  server.post('commenting-comment-save', { post_id: await openPost(), ...payload }, options)
const single = async (id: number) => (await server.get('commenting-single', { id }, manager())).body.results

describe('the list', () => {
  test('has comments with sender, post, status, private mark and attachments', async () => {
    const { status, body } = await server.get('commenting-list', {}, manager())
    expect(status).toBe(200)
    expect(body.results[0]).toMatchObject({ text: expect.any(String), post_id: expect.any(Number), ip: expect.any(String) })
    expect(Object.keys(body.results[0])).toEqual(
      expect.arrayContaining(['name', 'email', 'mobile', 'website', 'post', 'status', 'private', 'attachments', 'created_at']),
    )
  })

  test('is filtered by each of the four statuses', async () => {
    for (const status of ['pending', 'approved', 'rejected', 'spam']) {
      const { body } = await server.get('commenting-list', { status }, manager())
      expect(new Set(body.results.map((row: { status: string }) => row.status)), status).toEqual(new Set([status]))
    }
  })

  test('has a tab with a count for each status', async () => {
    const { body } = await server.get('grid', { module: 'commenting', class: 'comment', part: 'list', parts: 'grid,tabs' }, manager())
    const tabs = body.metadata.grid.tabs.map(({ key, title }: { key: string; title: string }) => [key, title])
    expect(tabs).toEqual(
      expect.arrayContaining([
        ['pending', 'Pending'],
        ['approved', 'Approved'],
        ['rejected', 'Rejected'],
        ['spam', 'Spam'],
      ]),
    )
  })

  test('has the replies of administrators in a tab of their own', async () => {
    const { body } = await server.post('commenting-admin-reply', { id: 1, text: 'In its own tab' }, manager())
    const idsOf = async (query: object) => {
      const grid = { module: 'commenting', class: 'comment', part: 'list', parts: 'ids', page_size: 1000 }
      return (await server.get('grid', { ...grid, ...query }, manager())).body.results.map(({ id }: { id: number }) => id)
    }
    for (const tab of ['all', 'approved']) expect(await idsOf({ tab }), tab).not.toContain(body.results.id)
    expect(await idsOf({ tab: 'replies' })).toContain(body.results.id)
  })

  test('is closed to customers, and read-only for editors', async () => {
    expect((await server.get('commenting-list', {}, { token: tokens.customer })).status).toBe(403)
    expect((await server.get('commenting-list', {}, { token: tokens.editor })).status).toBe(200)
    const change = await server.post('commenting-change-status', { id: 1, status: 'spam' }, { token: tokens.editor })
    expect(change.status).toBe(403)
  })
})

describe('a single comment', () => {
  test('comes with its post, the type of that post, its attachments and its replies', async () => {
    const comment = await single(1)
    expect(comment.post).toMatchObject({ id: comment.post_id })
    expect(comment.post_type).toEqual(expect.any(String))
    expect(comment.attachments).toHaveLength(1)
    expect(comment.replies.at(-1)).toMatchObject({ admin_reply: true, status: 'approved', parent_id: 1 })
    expect(comment.thread[0]).toMatchObject({ status_title: 'Admin reply', description: comment.replies.at(-1).text })
  })

  test('holds the reply of an administrator, approved and marked', async () => {
    const { status, body } = await server.post('commenting-admin-reply', { id: 1, text: 'We have looked into it.' }, manager())
    expect([status, body.results.status, body.results.admin_reply]).toEqual([200, 'approved', true])
    expect((await single(1)).replies.at(-1)).toMatchObject({ id: body.results.id, text: 'We have looked into it.' })
  })

  test('is put under the first comment of a thread when a reply is replied to', async () => {
    const first = await server.post('commenting-admin-reply', { id: 1, text: 'First' }, manager())
    const second = await server.post('commenting-admin-reply', { id: first.body.results.id, text: 'Second' }, manager())
    expect(second.body.results.parent_id).toBe(1)
    expect((await single(first.body.results.id)).replies.map(({ text }: { text: string }) => text)).toEqual(['Second'])
    expect((await single(second.body.results.id)).replies).toEqual([])
    expect((await single(1)).replies.slice(-2).map(({ text }: { text: string }) => text)).toEqual(['First', 'Second'])
  })

  test('whose thread begins in the trash takes no reply, and says what is in the trash', async () => {
    const root = (await saveAs({ text: 'Root' }, manager())).body.results.id
    const reply = (await server.post('commenting-admin-reply', { id: root, text: 'Reply' }, manager())).body.results.id
    await server.delete('trash', { model: 'comment', id: root }, manager())
    const { status, body } = await server.post('commenting-admin-reply', { id: reply, text: 'Again' }, manager())
    expect([status, body.errorCode]).toEqual([409, 'precondition-failed'])
    expect(body.userMessage).toBe('The comment that this conversation begins with is in the trash. Restore it first.')
    const visitor = await server.post('commenting-comment-save', { parent_id: reply, text: 'Hello' }, { token: tokens.customer })
    expect(Object.keys(visitor.body.errors)).toEqual(['parent_id'])
  })

  test('has no reply when it is not there', async () => {
    expect((await server.post('commenting-admin-reply', { id: 999_999, text: 'Hello' }, manager())).status).toBe(404)
  })
})

describe('the status', () => {
  test('changes from each state to each other one', async () => {
    const { body } = await saveAs({ text: 'From state to state' })
    const { id } = body.results
    for (const status of ['approved', 'rejected', 'spam', 'pending', 'spam', 'approved', 'pending', 'rejected', 'approved']) {
      const change = await server.post('commenting-change-status', { id, status }, manager())
      expect([change.status, (await single(id)).status]).toEqual([200, status])
    }
  })

  test('is refused when it is none of the four', async () => {
    expect((await server.post('commenting-change-status', { id: 1, status: 'loved' }, manager())).status).toBe(422)
  })

  test('is not written by a save', async () => {
    const before = await single(1)
    const { status } = await server.post('save', { model: 'comment', id: 1, data: { status: 'spam' } }, manager())
    expect([status, (await single(1)).status]).toEqual([422, before.status])
  })
})

describe('the form of the site', () => {
  test('names its fields and their rules to anybody', async () => {
    const { status, body } = await server.get('commenting-form-config', {}, { headers: { 'x-locale': 'en' } })
    expect(status).toBe(200)
    expect(body.results.fields.map(({ name }: { name: string }) => name)).toEqual(['text', 'name', 'email', 'mobile', 'website'])
    expect(body.results.rules).toMatchObject({ text: 'required|max:4000', email: 'email|max:200' })
    expect(body.results.trap).toBe('subject')
  })

  test('takes a comment of a visitor as pending, with his address', async () => {
    const { status, body } = await saveAs({ text: 'Good to know', name: 'Ada', email: 'ada@example.com', website: 'https://example.com' })
    expect([status, body.results.status]).toEqual([200, 'pending'])
    const stored = await single(body.results.id)
    expect(stored).toMatchObject({
      text: 'Good to know',
      name: 'Ada',
      status: 'pending',
      ip: '127.0.0.1',
      user_id: null,
      admin_reply: false,
    })
    const { body: list } = await server.get('commenting-list', { status: 'pending' }, manager())
    expect(list.results.map(({ id }: { id: number }) => id)).toContain(body.results.id)
  })

  test('never takes a status, an address or an admin’s mark from the public', async () => {
    for (const forged of [{ status: 'approved' }, { ip: '10.0.0.1' }, { admin_reply: true }, { user_id: 1 }])
      expect((await saveAs({ text: 'Forged', ...forged })).status, JSON.stringify(forged)).toBe(422)
  })

  test('marks a comment as spam that fills in the trap, and does not tell', async () => {
    const { body } = await saveAs({ text: 'Buy now', subject: 'x' }, manager())
    expect(body.results.status).toBe('pending')
    expect((await single(body.results.id)).status).toBe('spam')
  })

  test('refuses what breaks a rule, and a post that takes no comments', async () => {
    const wrong = await saveAs({ text: 'Hello', email: 'nobody', website: 'javascript:alert(1)' }, { token: tokens.customer })
    expect([wrong.status, Object.keys(wrong.body.errors ?? {}).sort()]).toEqual([422, ['email', 'website']])
    const { body } = await server.post('commenting-comment-save', { post_id: 999_999, text: 'Hello' }, { token: tokens.customer })
    expect(Object.keys(body.errors)).toEqual(['post_id'])
  })

  test('lets no visitor attach files', async () => {
    const post_id = await openPost()
    server.setClock(new Date('2027-01-01T00:00:00Z'))
    const attachments = [{ id: 1, link: '/files/x' }]
    const { status, body } = await server.post('commenting-comment-save', { post_id, text: 'See this', attachments })
    server.setClock(undefined)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['attachments']])
  })

  test('stops a visitor who writes too often, and takes him again later', async () => {
    const post_id = await openPost()
    server.setClock(new Date('2027-02-01T00:00:00Z'))
    const write = async () => (await server.post('commenting-comment-save', { post_id, text: 'Again' })).status
    const statuses = []
    for (let count = 0; count < 11; count++) statuses.push(await write())
    server.setClock(new Date('2027-02-01T00:11:00Z'))
    const later = await write()
    server.setClock(undefined)
    expect([...new Set(statuses.slice(0, 10)), statuses[10], later]).toEqual([200, 429, 200])
  })
})

describe('the page of a comment', () => {
  test('has the control of the status before the replies, in the order of reading', async () => {
    const { body } = await server.get('screen', { name: 'commenting-comment-view', id: 1 }, manager())
    const blocks = body.results.body as { columns?: { body: { panel?: string }[] }[] }[]
    const main = blocks.find(({ columns }) => columns)!.columns![0]!.body.map(({ panel }) => panel)
    expect(main.indexOf('Status')).toBeGreaterThan(main.indexOf('Comment text'))
    expect(main.indexOf('Status')).toBeLessThan(main.indexOf('Replies'))
  })
})
