import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { sendFile } from '#tests/server-mock/uploads/multipart.ts'
import { workshop, workshopTimeline } from './workshop.ts'

type Node = Record<string, unknown> & { id: string }

describe.each(databaseKinds)('comments on a record on %s', (kind) => {
  const { server, tokens } = sharedServer(['developer', 'staff', 'operator', 'content_manager', 'customer'], { kind })
  const as = (name: keyof typeof tokens) => ({ token: tokens[name], headers: { 'x-locale': 'en' } })

  const publish = async (documents: Record<string, unknown>) => {
    const { status, body } = await server.post('publish', { module: 'workshop', documents }, { token: tokens.developer })
    expect([status, body.errors]).toEqual([200, undefined])
  }
  const ownCalls = {
    'endpoints.json': {
      endpoints: [
        { name: 'workshop-timeline', method: 'GET', operation: 'timeline', entity: 'repair' },
        { name: 'workshop-comment', method: 'POST', operation: 'comment', entity: 'repair' },
        { name: 'workshop-desk-timeline', method: 'GET', access: 'workshop.desk', operation: 'timeline', entity: 'repair' },
      ],
    },
  }
  beforeAll(() => publish(workshop()))

  const create = async (title = 'Brakes') =>
    ((await server.post('save', { model: 'repair', data: { title } }, as('staff'))).body.results as { id: number }).id
  const comment = (id: number, input: Record<string, unknown>, name: keyof typeof tokens = 'staff') =>
    server.post('timeline-comment', { model: 'repair', id, text: 'Hello', ...input }, as(name))
  const comments = async (id: number, name: keyof typeof tokens = 'staff') =>
    (await server.get('timeline', { model: 'repair', id, kinds: 'comment' }, as(name))).body.results as Node[]
  const numberOf = (node: Node) => Number(node.id.slice(1))

  it('stands in the timeline with its author, as the text that was written', async () => {
    const id = await create()
    const text = '<script>alert(1)</script> & <b>bold</b>'
    const { status, body } = await comment(id, { text: `  ${text}\n` }, 'operator')
    expect(status).toBe(200)
    expect(body.results).toMatchObject({ kind: 'comment', description: text, can_edit: true, user: { name_full: expect.any(String) } })
    expect(await comments(id)).toMatchObject([{ description: text }])
    expect((await comments(id))[0]).not.toHaveProperty('can_edit')
  })

  it('has 1 to 4,000 characters', async () => {
    const id = await create()
    for (const text of ['', '  \n ', 'x'.repeat(4001)]) expect((await comment(id, { text })).body.errors).toHaveProperty('text')
    expect((await comment(id, { text: 'x'.repeat(4000) })).status).toBe(200)
  })

  it('needs the permission to comment, and a record that may be read and is not in the trash', async () => {
    const id = await create()
    expect((await comment(id, {}, 'content_manager')).status).toBe(403)
    expect((await comment(id, {}, 'customer')).status).toBe(403)
    expect((await comment(999_999, {})).status).toBe(404)
    await server.delete('trash', { model: 'repair', id }, as('staff'))
    expect((await comment(id, {})).body.errorCode).toBe('precondition-failed')
    const { body } = await server.get('timeline', { model: 'repair', id }, as('staff'))
    expect(body.metadata.can_comment).toBe(false)
  })

  it('that is private is read and written with its permission only, and so are the answers to it', async () => {
    const id = await create()
    expect((await comment(id, { private: true }, 'operator')).status).toBe(403)
    const secret = (await comment(id, { text: 'Between us', private: true })).body.results as Node
    expect(secret).toMatchObject({ private: true })
    const answer = (await comment(id, { text: 'Agreed', parent: numberOf(secret) })).body.results
    expect(answer).toMatchObject({ private: true, parent: { id: secret.id, description: 'Between us' } })
    expect(await comments(id)).toHaveLength(2)
    expect(await comments(id, 'operator')).toEqual([])
    expect((await comment(id, { parent: numberOf(secret) }, 'operator')).body.errors).toHaveProperty('parent')
    expect((await server.put('timeline-comment-change', { id: numberOf(secret), text: 'x' }, as('operator'))).status).toBe(404)
  })

  it('answers comments of the same record only', async () => {
    const [one, other] = [await create(), await create()]
    const first = (await comment(one, {})).body.results as Node
    expect((await comment(other, { parent: numberOf(first) })).body.errors).toHaveProperty('parent')
    expect((await comment(one, { parent: numberOf(first) })).status).toBe(200)
  })

  it('is changed and taken away by its author for 15 minutes, and marked as edited', async () => {
    const id = await create()
    const start = new Date('2030-01-01T10:00:00Z')
    server.setClock(start)
    const token = await server.signIn('operator')
    const own = { token, headers: { 'x-locale': 'en' } }
    const post = async () => numberOf((await server.post('timeline-comment', { model: 'repair', id, text: 'Firts' }, own)).body.results)
    const [first, second] = [await post(), await post()]
    const change = (number: number, input: Record<string, unknown>, options = own) =>
      server.put('timeline-comment-change', { id: number, ...input }, options)
    const staffNow = { ...own, token: await server.signIn('staff') }
    expect((await change(first, { text: 'First' }, staffNow)).status).toBe(403)
    expect((await change(first, { text: 'First' })).body.results).toMatchObject({ description: 'First', edited: true })
    expect((await change(first, { text: ' ' })).body.errors).toHaveProperty('text')
    expect((await change(first, { private: true })).status).toBe(403)
    expect((await server.delete('timeline-comment-delete', { id: first }, staffNow)).status).toBe(403)
    expect((await server.delete('timeline-comment-delete', { id: first }, own)).body.results).toEqual({ id: `c${first}` })
    expect((await server.delete('timeline-comment-delete', { id: first }, own)).status).toBe(404)
    server.setClock(new Date(start.getTime() + 15 * 60_000))
    expect((await change(second, { text: 'Late' })).body).toMatchObject({
      errorCode: 'precondition-failed',
      userMessage: 'A comment can be changed for 15 minutes, and these have passed.',
    })
    expect((await server.delete('timeline-comment-delete', { id: second }, own)).status).toBe(409)
    const { body } = await server.get('timeline', { model: 'repair', id, kinds: 'comment' }, own)
    expect(body.results).toMatchObject([{ description: 'Firts' }])
    expect(body.results[0]).not.toHaveProperty('can_edit')
    server.setClock(undefined)
  })

  it('has files that were uploaded here, where the entity allows them', async () => {
    const id = await create()
    const content = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0a8' } })
      .png()
      .toBuffer()
    const sent = (await sendFile(server, tokens.staff, { name: 'note.png', type: 'image/png', content })).body.metadata
    const written = (await comment(id, { files: [{ id: sent.id, link: sent.link }] })).body.results
    expect(written).toMatchObject({ files: [{ id: sent.id, name: 'note.png', link: sent.link }] })
    expect((await comment(id, { files: [{ id: sent.id, link: '/files/guessed/note.png' }] })).status).toBe(422)
    expect((await comment(id, { files: [{ link: 'https://elsewhere.example/a.png' }] })).body.errors).toHaveProperty('files')
    await publish(workshop({ ...workshopTimeline, comments: {} }))
    expect((await comment(id, { files: [{ id: sent.id, link: sent.link }] })).body.errors).toHaveProperty('files')
    expect((await comment(id, {}, 'content_manager')).status).toBe(200)
  })

  it('that is private is shown to nobody once the entity names no permission for it', async () => {
    await publish(workshop())
    const id = await create()
    await comment(id, { private: true })
    expect(await comments(id)).toHaveLength(1)
    await publish(workshop({ comments: {} }))
    expect(await comments(id)).toEqual([])
    expect((await comment(id, { private: true }, 'staff')).status).toBe(403)
    await publish(workshop())
  })

  it('is not read by calls that are not its own', async () => {
    const id = await create()
    const written = numberOf((await comment(id, { text: 'Between us', private: true })).body.results)
    for (const name of ['single', 'history', 'timeline'])
      expect((await server.get(name, { model: 'timeline_comment', id: written }, as('developer'))).status).not.toBe(200)
    expect((await server.get('list', { model: 'timeline_comment' }, as('developer'))).status).toBe(403)
  })

  it('is written and read by endpoints of one line', async () => {
    const documents = workshop(workshopTimeline, ownCalls)
    const module = documents['module.json'] as { permissions: string[]; grants: Record<string, string[]> }
    module.permissions.push('workshop.desk')
    module.grants.customer = ['workshop.desk']
    await publish(documents)
    const id = await create()
    expect((await server.post('workshop-comment', { id, text: 'By an endpoint' }, as('operator'))).body.results).toMatchObject({
      kind: 'comment',
    })
    expect((await server.post('workshop-comment', { id, text: '' }, as('operator'))).body.errors).toHaveProperty('text')
    expect((await server.post('workshop-comment', { id, text: 'x' }, as('customer'))).status).toBe(403)
    const { body } = await server.get('workshop-timeline', { id, kinds: 'comment' }, as('operator'))
    expect(body.results).toMatchObject([{ description: 'By an endpoint' }])
    expect((await server.get('workshop-timeline', { id }, as('customer'))).status).toBe(403)
    expect((await server.get('workshop-desk-timeline', { id }, as('customer'))).body.results).toHaveLength(2)
  })
})
