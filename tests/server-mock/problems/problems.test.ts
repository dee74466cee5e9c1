import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const fixture = {
  format: 1,
  kind: 'session',
  title: 'A problem',
  environment: { clock: '2030-01-01T08:00:00Z', locale: 'en', user: { id: 7, username: 'operator', roles: ['operator'] } },
  opens: '/arena',
  steps: [{ do: 'press', on: { role: 'button', name: 'Save' } }],
}
const answers = { answers: [{ step: 0, method: 'GET', name: 'layout', status: 200, body: {} }] }
const webp = Uint8Array.from([0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4])
const text = (value: unknown) => strToU8(JSON.stringify(value))
const pack = (files: Zippable) => Buffer.from(zipSync(files)).toString('base64')
const whole = pack({ 'fixture.json': text(fixture), 'answers.json': text(answers), 'picture.webp': webp })
const report = { text: 'The total is wrong', page: '/arena', page_title: 'Orders', window: '1366 × 768' }

describe.each(databaseKinds)('reports of problems on %s', (kind) => {
  const { server } = sharedServer([], { kind, seed: ['problems', 'settings'] })
  const tokens = {} as Record<'operator' | 'customer' | 'developer' | 'administrator', string>
  const as = (user: keyof typeof tokens, locale = 'en') => ({ token: tokens[user], headers: { 'x-locale': locale } })
  const send = (payload: object, user: keyof typeof tokens = 'operator') => server.post('problem-report-send', payload, as(user))
  const read = (id: number, user: keyof typeof tokens = 'developer') => server.get('problem-report-recording', { id }, as(user))

  const choose = async (choices: string[]) => {
    const { body } = await server.get('list', { model: 'setting', page_size: 100 }, as('administrator'))
    const { id } = body.results.find(({ key }: { key: string }) => key === 'problem_reports')
    const saved = await server.post('settings-save', { id, data: { choices } }, as('administrator'))
    expect(saved.status).toBe(200)
  }

  beforeAll(async () => {
    server.setClock(new Date('2030-01-01T08:00:00Z'))
    for (const user of ['operator', 'customer', 'developer', 'administrator'] as const) tokens[user] = await server.signIn(user)
  })

  test('are sent by everybody and read by developers with picture and steps', async () => {
    const { status, body } = await send({ ...report, archive: whole }, 'customer')
    expect(status).toBe(200)
    const { results } = (await read(body.results.id)).body
    expect(results).toEqual({
      opens: '/arena',
      steps: fixture.steps,
      answers: 1,
      picture: `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`,
    })
    const { body: single } = await server.get('single', { model: 'problem_report', id: body.results.id }, as('developer'))
    expect(single.results).toMatchObject({ text: report.text, page: '/arena', steps: 1, status: 'new', language: 'en' })
    expect(single.results.created_by.title).not.toBe('')
  })

  test('are downloaded as the fixture that came', async () => {
    const { body } = await send({ ...report, archive: whole })
    const { results } = (await server.get('problem-report-fixture', { id: body.results.id }, as('developer'))).body
    expect(results).toMatchObject({ filename: `report-${body.results.id}.zip`, mime_type: 'application/zip' })
    const files = unzipSync(Buffer.from(results.base64, 'base64'))
    expect(JSON.parse(strFromU8(files['fixture.json']!))).toEqual(fixture)
  })

  test('without a recording have none to download', async () => {
    const { body } = await send(report)
    expect((await read(body.results.id)).body.results).toBeNull()
    expect((await server.get('problem-report-fixture', { id: body.results.id }, as('developer'))).status).toBe(404)
  })

  test('are read by nobody else', async () => {
    const { body } = await send({ ...report, archive: whole })
    const { id } = body.results
    expect((await read(id, 'operator')).status).toBe(403)
    expect((await server.get('problem-report-fixture', { id }, as('operator'))).status).toBe(403)
    expect((await server.get('single', { model: 'problem_report', id }, as('operator'))).status).toBe(403)
    expect((await server.get('list', { model: 'problem_recording' }, as('developer'))).status).not.toBe(200)
  })

  test('go from new to seen to done and back', async () => {
    const { id } = (await send(report)).body.results
    const step = async (name: string) =>
      (await server.post('transition', { model: 'problem_report', id, transition: name }, as('developer'))).body.results.status
    expect([await step('see'), await step('finish'), await step('reopen')]).toEqual(['seen', 'done', 'seen'])
  })

  test.each([
    ['half a zip', whole.slice(0, 200), 'this is no zip'],
    ['a fixture of a newer version', pack({ 'fixture.json': text({ ...fixture, format: 99 }) }), 'format 99'],
    ['half a fixture', pack({ 'fixture.json': strToU8('{"format":1,') }), 'fixture.json'],
    [
      'answers to steps that are not there',
      pack({ 'fixture.json': text(fixture), 'answers.json': text({ answers: [{ ...answers.answers[0], step: 9 }] }) }),
      'step',
    ],
    ['a page in place of a picture', pack({ 'picture.webp': strToU8('<script>alert(1)</script>') }), 'is no picture'],
    ['a further file', pack({ '../../evil.sh': strToU8('x') }), 'evil.sh'],
  ])('refuse %s and say why', async (_, archive, reason) => {
    const { status, body } = await send({ ...report, archive }, 'developer')
    expect(status).toBe(422)
    expect(body.errors.archive[0]).toContain(reason)
  })

  test('refuse a zip that unpacks to more than 20 MB', async () => {
    const { status, body } = await send({ ...report, archive: pack({ 'answers.json': new Uint8Array(21_000_000) }) }, 'developer')
    expect(status).toBe(422)
    expect(body.userMessage).toBe('The recording is larger than 20 MB. Send the report without it.')
  })

  test('of 50 MB are refused before they are read', async () => {
    expect((await send({ ...report, archive: 'A'.repeat(50_000_000) }, 'developer')).status).toBe(413)
  })

  test('need a text', async () => {
    expect((await send({ ...report, text: '  ' })).status).toBe(422)
  })

  test('are refused from the twenty-first of an hour on', async () => {
    server.setClock(new Date('2030-01-01T12:00:00Z'))
    tokens.administrator = await server.signIn('administrator')
    for (let count = 0; count < 20; count++) expect((await send(report, 'administrator')).status).toBe(200)
    const { status, body } = await send(report, 'administrator')
    expect(status).toBe(429)
    expect(body.userMessage).toContain('20')
  })

  test('are offered by the layout with the names of private fields, as the site settings say', async () => {
    const offered = async () => (await server.get('layout', {}, as('operator'))).body.results.report
    for (const user of ['operator', 'administrator', 'developer'] as const) tokens[user] = await server.signIn(user)
    expect(await offered()).toMatchObject({ recording: true, private: expect.arrayContaining(['phone', 'mobile', 'code_melli']) })
    await choose(['reports'])
    expect(await offered()).toMatchObject({ recording: false })
    expect((await send({ ...report, archive: whole })).status).toBe(403)
    expect((await send({ ...report, archive: pack({ 'picture.webp': webp }) })).status).toBe(200)
    await choose([])
    expect(await offered()).toBeUndefined()
    const refused = await send(report)
    expect([refused.status, refused.body.userMessage]).toEqual([403, 'This site takes no problem reports.'])
    await choose(['reports', 'recording'])
  })
})
