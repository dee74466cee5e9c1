import { describe, expect, test } from 'vitest'
import { readersLocale } from '#server/plugins/readers-locale.ts'
import { webAddress } from '#server/features/forwarder/short-links.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['operator', 'staff', 'customer'], { seed: ['forwarder'] })
const as = (user: keyof typeof tokens, locale = 'en') => ({ token: tokens[user], headers: { 'x-locale': locale } })
const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => server.inject({ method, url, headers })
const make = async (target: string) =>
  (await server.post('forwarder-link-save', { title: 'Sale', target }, as('operator'))).body.results as { id: number; short_link: string }
const usesOf = async (id: number): Promise<number> =>
  (await server.get('single', { model: 'link', id }, as('operator'))).body.results.used_count

describe('the list', () => {
  test('has title, short link, creation date and used count of each link', async () => {
    const { status, body } = await server.get('grid', { module: 'forwarder', class: 'link', part: 'list' }, as('operator'))
    expect(status).toBe(200)
    expect(body.metadata.grid.columns.map(({ key }: { key: string }) => key)).toEqual(
      expect.arrayContaining(['title', 'short_link', 'created_at', 'used_count']),
    )
    expect(body.results[0]).toMatchObject({
      title: expect.any(String),
      short_link: expect.stringMatching(/^\/s\/\w+$/),
      created_at: expect.any(String),
      used_count: expect.any(Number),
    })
  })

  test('is not for customers', async () => {
    const { body } = await server.post('forwarder-link-save', { title: 'A', target: 'https://example.com' }, as('customer'))
    expect(body.errorCode).toBe('permission-denied')
    expect((await server.get('list', { model: 'link' }, as('customer'))).status).toBe(403)
  })
})

describe('saving', () => {
  test('makes a short link of its own for each link, and keeps it when the target changes', async () => {
    const one = await make('https://example.com/one')
    const other = await make('https://example.com/one')
    expect(one.short_link).toMatch(/^\/s\/[a-zA-Z2-9]{7}$/)
    expect(other.short_link).not.toBe(one.short_link)
    const changed = await server.post('forwarder-link-save', { id: one.id, data: { target: 'https://example.com/two' } }, as('operator'))
    expect(changed.body.results).toMatchObject({ short_link: one.short_link, target: 'https://example.com/two', title: 'Sale' })
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://example.com',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com/a',
    '//example.com/a',
    '/panel',
    'example.com',
    'https:',
    'https:///a',
    'https://example.com\\@evil.example',
    'https://example.com@evil.example',
    'https://example.com/\nSet-Cookie: a=b',
  ])('refuses %j with a sentence at the target', async (target) => {
    const { status, body } = await server.post('forwarder-link-save', { title: 'Bad', target }, as('operator'))
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['target'])
    expect(body.errors.target[0]).toContain('http')
  })

  test('refuses a short link as a target, which might lead round in a circle', async () => {
    const { id, short_link } = await make('https://example.com/one')
    for (const target of [`https://example.com${short_link}`, `http://localhost${short_link}/?again=1`]) {
      const { body } = await server.post('forwarder-link-save', { id, data: { target } }, as('operator'))
      expect(body.errors.target[0]).toContain('short link itself')
    }
    expect(
      (await server.post('forwarder-link-save', { id, data: { target: 'https://example.com/s/elsewhere' } }, as('operator'))).status,
    ).toBe(200)
  })

  test('needs title and target, and takes no short link or count from outside', async () => {
    expect(Object.keys((await server.post('forwarder-link-save', {}, as('operator'))).body.errors).sort()).toEqual(['target', 'title'])
    const forged = { title: 'A', target: 'https://example.com', used_count: 9 }
    expect((await server.post('forwarder-link-save', forged, as('operator'))).status).toBe(422)
    const { body } = await server.post('save', { model: 'link', data: forged }, as('operator'))
    expect(body.errorCode).toBeTruthy()
  })
})

describe('the short link', () => {
  test('leads a visitor to the target and counts', async () => {
    const { id, short_link } = await make('https://example.com/a?b=c&d=%D8%B3#e')
    const { status, headers } = await open(short_link)
    expect([status, headers.location]).toEqual([302, 'https://example.com/a?b=c&d=%D8%B3#e'])
    expect(headers['cache-control']).toBe('no-store')
    expect(await usesOf(id)).toBe(1)
  })

  test('leads nowhere else, whatever stands behind it', async () => {
    const { short_link } = await make('https://example.com/a')
    for (const rest of ['?url=https://evil.example', '?next=//evil.example', '?target=javascript:alert(1)'])
      expect((await open(short_link + rest)).headers.location).toBe('https://example.com/a')
    expect((await open(`${short_link}/`)).headers.location).toBe('https://example.com/a')
    expect((await open(`${short_link}/..%2f..`)).headers.location).toBeUndefined()
  })

  test('does not count a HEAD', async () => {
    const { id, short_link } = await make('https://example.com/head')
    expect((await open(short_link, {}, 'HEAD')).status).toBe(302)
    expect(await usesOf(id)).toBe(0)
  })

  test('counts each of fifty that open it at once', async () => {
    const { id, short_link } = await make('https://example.com/many')
    const answers = await Promise.all(Array.from({ length: 50 }, () => open(short_link)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
    expect(await usesOf(id)).toBe(50)
  })

  test('of a trashed link is not found, and leads on again once restored', async () => {
    const { id, short_link } = await make('https://example.com/trashed')
    expect((await server.delete('forwarder-link-trash', { id }, as('operator'))).status).toBe(200)
    expect((await open(short_link)).status).toBe(404)
    expect((await server.post('forwarder-link-restore', { id }, as('operator'))).status).toBe(200)
    expect((await open(short_link)).status).toBe(302)
    expect(await usesOf(id)).toBe(1)
  })

  test.each([
    ['fa-IR,fa;q=0.9,en;q=0.8', 'lang="fa" dir="rtl"', 'این پیوند پیدا نشد'],
    ['de-DE,de;q=0.9', 'lang="de" dir="ltr"', 'Dieser Link wurde nicht gefunden'],
    ['pt-BR', 'lang="fa" dir="rtl"', 'این پیوند پیدا نشد'],
  ])('that nobody made is a page in the language of %s', async (language, root, title) => {
    const { status, body, headers } = await open('/s/nothing', { 'accept-language': language, accept: 'text/html' })
    expect(status).toBe(404)
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain(root)
    expect(body).toContain(`<h1>${title}</h1>`)
  })

  test('may be any text', async () => {
    for (const code of ['%00', "a'%3B--", '%E0%A4%A', 'a'.repeat(190)])
      expect((await open(`/s/${code}`)).status, code).toBeGreaterThanOrEqual(400)
    expect((await open('/s/%00')).status).toBeLessThan(500)
  })
})

test('the language of a reader is the first wanted one that the panel has', () => {
  const panel = { locales: ['fa', 'en', 'de'], defaultLocale: 'fa' }
  expect(readersLocale('fr, de;q=0.4, en;q=0.7', panel)).toBe('en')
  expect(readersLocale('en;q=0, de;q=0.1', panel)).toBe('de')
  expect(readersLocale(undefined, panel)).toBe('fa')
})

test('a web address has a host and nothing that misleads', () => {
  expect(webAddress('HTTPS://Example.com/A')?.href).toBe('https://example.com/A')
  expect(webAddress('https://مثال.ایران/صفحه')?.protocol).toBe('https:')
  for (const wrong of [undefined, null, 1, '', ' https://example.com', 'https://user:word@example.com'])
    expect(webAddress(wrong)).toBeUndefined()
})
