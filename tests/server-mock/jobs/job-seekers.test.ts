import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
const as = () => ({ token, headers: { 'x-locale': 'en' } })
const slug = 'frontend-developer'

beforeAll(async () => {
  server = await startTestServer({ seed: ['jobs'] })
  token = await server.signIn('staff')
})
afterAll(() => server.close())

test('the grid has the seekers of one campaign', async () => {
  const grid = await server.get('job-seeker-grid', { slug, page_size: 100 }, as())
  const others = await server.get('job-seeker-grid', { slug: 'sales-expert', page_size: 100 }, as())
  expect(grid.body.metadata.grid).toMatchObject({ name: 'jobs/job_seeker/list' })
  expect(grid.body.results.length).toBeGreaterThan(20)
  // The link of a row names its campaign, which is no column.
  const rows = await server.get('grid', { module: 'jobs', class: 'job_seeker', part: 'list', slug, parts: 'cells' }, as())
  expect(rows.body.results[0].campaign.slug).toBe(slug)
  expect(grid.body.results.length + others.body.results.length).toBe(80)
  expect((await server.get('job-seeker-grid', { slug: 'x' }, as())).body.results).toEqual([])
})

test('a status is changed to any of the five, and the timeline gains a node', async () => {
  const before = (await server.get('job-seeker-timeline', { id: 1 }, as())).body.results
  expect(before.map(({ status }: { status: string }) => status)).toContain('reviewing')
  for (const status of ['accepted', 'rejected', 'new', 'reviewing', 'interview']) {
    expect(await server.put('job-seeker-action', { id: 1, status, description: `Now ${status}` }, as())).toMatchObject({ status: 200 })
    const [node] = (await server.get('job-seeker-timeline', { id: 1 }, as())).body.results
    expect(node).toMatchObject({ kind: 'transition', status, note: `Now ${status}` })
  }
  expect((await server.get('job-seeker-timeline', { id: 1 }, as())).body.results).toHaveLength(before.length + 5)
  expect((await server.put('job-seeker-action', { id: 1, status: 'gone' }, as())).status).toBe(422)
})

test('a change to the status that it has is refused, and not offered', async () => {
  const before = (await server.get('job-seeker-timeline', { id: 4 }, as())).body.results
  const { status } = (await server.get('single', { model: 'job_seeker', id: 4 }, as())).body.results
  const reply = await server.put('job-seeker-action', { id: 4, status }, as())
  expect(reply).toMatchObject({ status: 422, body: { errors: { status: [expect.stringContaining('Change status')] } } })
  expect((await server.get('job-seeker-timeline', { id: 4 }, as())).body.results).toHaveLength(before.length)

  const { body } = await server.get('transitions', { model: 'job_seeker', id: 4, transition: 'change_status' }, as())
  expect(body.results).toMatchObject([{ name: 'change_status', possible: true }])
  expect(body.results[0].to.map(({ value }: { value: string }) => value)).not.toContain(status)
  expect(body.metadata.form.schema.properties.to.enum).toHaveLength(4)
  expect(body.metadata.form.schema.properties.to.enum).not.toContain(status)
})

test('the sticky note stays', async () => {
  expect((await server.put('job-seeker-sticky-note-save', { id: 2, sticky_note: 'Call on Monday' }, as())).status).toBe(200)
  const { body } = await server.get('single', { model: 'job_seeker', id: 2 }, as())
  expect(body.results.sticky_note).toBe('Call on Monday')
  const own = await server.get('job-seeker-single', { id: 2, slug: body.results.campaign.slug ?? slug }, as())
  expect(own.status === 200 ? own.body.results.sticky_note : own.status).toBe('Call on Monday')
})

test('is for staff and operators alone', async () => {
  const operator = { token: await server.signIn('operator') }
  expect((await server.get('job-seeker-grid', { slug }, operator)).status).toBe(200)
  expect((await server.put('job-seeker-sticky-note-save', { id: 3, sticky_note: 'Seen' }, operator)).status).toBe(200)
  for (const user of ['customer', 'editor']) {
    const other = { token: await server.signIn(user) }
    expect((await server.get('job-seeker-grid', { slug }, other)).status).toBe(403)
    expect((await server.put('job-seeker-action', { id: 1, status: 'new' }, other)).status).toBe(403)
    expect((await server.put('job-seeker-sticky-note-save', { id: 1, sticky_note: '' }, other)).status).toBe(403)
  }
})
