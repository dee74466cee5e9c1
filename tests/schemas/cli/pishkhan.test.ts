import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { run } from '#schemas/cli/pishkhan.ts'

let folder: string
let home: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pishkhan-module-'))
  home = mkdtempSync(join(tmpdir(), 'pishkhan-home-'))
  cpSync('tests/fixtures/library', folder, { recursive: true })
})
afterEach(() => {
  for (const path of [folder, home]) rmSync(path, { recursive: true, force: true })
})

async function pishkhan(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const code = await run(argv, {
    out: (text) => {
      said.out += `${text}\n`
    },
    err: (text) => {
      said.err += `${text}\n`
    },
    env: { PISHKHAN_HOME: home },
    colour: false,
    askSecret: () => Promise.resolve('secret'),
  })
  return { code, ...said }
}
const edit = (file: string, from: string, to: string): void => {
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, file), text.replace(from, to))
}

describe('how it is called', () => {
  it('says what there is', async () => {
    expect(await pishkhan('--help')).toMatchObject({ code: 0, out: expect.stringContaining('validate DIR') as string })
    expect((await pishkhan()).code).toBe(2)
    expect((await pishkhan('publish', '--help')).out).toContain('--dry-run')
  })
  it.each([
    ['nonsense'],
    ['validate'],
    ['validate', 'a', 'b'],
    ['validate', '--nonsense'],
    ['validate', '/no/such/folder'],
    ['rollback', 'library', '--to', 'x', '--server', 'http://127.0.0.1:9', '--token', 't'],
    ['user', 'remove'],
    ['login', '--server', 'ftp://x'],
    ['versions', 'library'],
    ['restore', '/no/such/file'],
  ])('ends with 2: %s %s', async (...argv) => {
    expect((await pishkhan(...argv)).code).toBe(2)
  })
})

describe('validate', () => {
  it('finds nothing wrong with the example', async () =>
    expect(await pishkhan('validate', folder)).toMatchObject({ code: 0, out: expect.stringContaining('library: 1 warning') as string }))
  it('prints a mistake as a compiler does', async () => {
    edit('forms/book.json', '["title", "isbn"]', '["titel", "isbn"]')
    const { code, out } = await pishkhan('validate', folder)
    expect(code).toBe(1)
    expect(out).toContain(
      `${folder}/forms/book.json:5:19 error there is no field "titel" in the entity "book"\n   5 |     { "columns": ["titel", "isbn"] },\n                         ^\n    did you mean "title"?`,
    )
  })
  it('prints JSON for other programs', async () => {
    edit('grids/books.json', '"page_size": 50', '"page_size": 0')
    const { code, out } = await pishkhan('validate', folder, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toContainEqual({
      severity: 'error',
      file: 'grids/books.json',
      line: 6,
      column: 16,
      pointer: '/page_size',
      message: 'must be at least 1',
    })
  })
})

describe('diff', () => {
  it('ends with 1 when something breaks', async () => {
    edit('entities/book.json', '"price": { "type": "string", "format": "decimal", "rules": "min_value:0" },', '')
    expect(await pishkhan('diff', folder, '--against', 'tests/fixtures/library')).toMatchObject({
      code: 1,
      out: expect.stringContaining('breaking  entity book: price is gone') as string,
    })
    expect(await pishkhan('diff', 'tests/fixtures/library', '--against', folder)).toMatchObject({
      code: 0,
      out: expect.stringContaining('additive  entity book: price is new') as string,
    })
  })
})

describe('what cannot be read', () => {
  it('compares no documents of another shape, and says what tells why', async () => {
    edit('entities/book.json', '"unique": [["isbn"]]', '"unique": "isbn"')
    const { code, out, err } = await pishkhan('diff', folder, '--against', 'tests/fixtures/library')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(`not compared: "pishkhan validate ${folder}" says what is wrong there`)
  })
  it('says which changes need a word', async () => {
    edit('entities/book.json', '"price": { "type": "string", "format": "decimal", "rules": "min_value:0" },', '')
    const { out } = await pishkhan('diff', folder, '--against', 'tests/fixtures/library')
    expect(out).toContain('of the lines marked "breaking": one change breaks what works now; --allow-breaking publishes all the same')
  })
  it('diff says of a syntax error what validate says', async () => {
    edit('grids/books.json', '"page_size": 50,', '"page_size": 50')
    expect(await pishkhan('diff', folder, '--against', 'tests/fixtures/library')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${folder}/grids/books.json:7:3 error a comma is expected`) as string,
    })
  })
  it('backup names the folder that is missing', async () =>
    expect(await pishkhan('backup', join(folder, 'no/such/file'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no folder') as string,
    }))
  it('backup writes over a file only when it is told to', async () =>
    expect(await pishkhan('backup', join(folder, 'module.json'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force') as string,
    }))
  it('lists the nearest of many names', async () => {
    edit('grids/books.json', '"icon": "user"', '"color": "grey", "icon": "user"')
    edit(
      'endpoints.json',
      '"entity": "book",\n      "values": { "lent_to": "{payload.user}" }',
      '"entity": "bok",\n      "values": { "lent_to": "{payload.user}" }',
    )
    expect((await pishkhan('validate', folder)).out).toMatch(/allowed: book, [a-z_]+, [a-z_]+, [a-z_]+, [a-z_]+ and \d+ more/)
  })
})

describe('types', () => {
  it('are those of records and calls', async () => {
    const { code, out } = await pishkhan('types', folder)
    expect(code).toBe(0)
    expect(out).toContain('export interface Book {')
    expect(out).toContain('author_id: number | null')
    expect(out).toMatch(/isbn: string\n[^]*price: string \| null/)
    expect(out).toContain('created_by_id: number | null')
    expect(out).toMatch(/lent_to: \{\n\s+id: number\n\s+title: string/)
    expect(out).toMatch(/'library-lend': \{[^]*?results: Book\n/)
    expect(out).toMatch(/'library-lend': \{\s+method: 'POST'/)
  })
})

describe('against a server', () => {
  let server: Server
  let url: string
  let calls: { path: string; method: string; token: string | undefined; key: string | undefined; body: Record<string, unknown> }[]
  let answer: (name: string) => { status?: number; body: unknown }
  beforeAll(async () => {
    server = createServer(
      (request, response) =>
        void read(request).then((text) => {
          calls.push({
            path: request.url!,
            method: request.method!,
            token: request.headers.authorization,
            key: request.headers['idempotency-key'] as string | undefined,
            body: parsed(text),
          })
          const { status = 200, body } = answer(request.url!.split('?')[0]!.split('/').pop()!)
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        }),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    calls = []
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const unknown = { status: 404, body: { errorCode: 'not-found', userMessage: 'There is none.', errors: {} } }
  it('keeps the token of a login for its owner alone, and uses it', async () => {
    answer = (name) =>
      name === 'publish-fetch'
        ? unknown
        : name === 'login'
          ? { body: { results: { token: 'T', user: { username: 'dev', name_full: 'Dev' } }, metadata: {} } }
          : { body: { results: { module: 'library', version: 3, publication: 9, changed: true }, metadata: {} } }
    expect((await pishkhan('login', '--server', url, '--username', 'dev')).code).toBe(0)
    expect(calls[0]!.body).toEqual({ username: 'dev', password: 'secret' })
    expect(statSync(join(home, 'credentials.json')).mode & 0o777).toBe(0o600)
    expect(await pishkhan('publish', folder, '--note', 'first')).toMatchObject({
      code: 0,
      out: expect.stringContaining('version 3, publication 9') as string,
    })
    const { body, token, key } = calls.at(-1)!
    expect(token).toBe('Bearer T')
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
    expect(body).toMatchObject({ module: 'library', note: 'first' })
    expect(Object.keys(body.documents as object)).toContain('grids/books.json')
  })
  it('keeps the token that lives for days, and each that takes its place, until the logout', async () => {
    const kept = () =>
      (JSON.parse(readFileSync(join(home, 'credentials.json'), 'utf8')) as { tokens: Record<string, { token: string }> }).tokens[url]?.token
    answer = (name) => ({
      body: {
        results:
          name === 'login'
            ? { token: 'T', user: { username: 'dev', name_full: 'Dev' } }
            : name === 'publish-token'
              ? { token: 'LONG' }
              : [],
        metadata: {},
      },
    })
    await pishkhan('login', '--server', url, '--username', 'dev')
    expect(kept()).toBe('LONG')
    answer = () => ({
      body: {
        results: [
          {
            module: 'library',
            version: 1,
            release: '1.0.0',
            note: '',
            author: 'dev',
            published_at: '2024-01-15T10:30:00.000Z',
            is_current: true,
          },
        ],
        metadata: { access_token: 'RENEWED' },
      },
    })
    expect((await pishkhan('versions', 'library')).code).toBe(0)
    expect([calls.at(-1)!.token, kept()]).toEqual(['Bearer LONG', 'RENEWED'])
    await pishkhan('versions', 'library', '--token', 'given')
    expect(kept()).toBe('RENEWED')
    answer = () => ({ body: { results: { signed_out: true }, metadata: {} } })
    expect(await pishkhan('logout')).toMatchObject({ code: 0, out: expect.stringContaining('dev') as string })
    expect(calls.at(-1)).toMatchObject({ path: '/api/v1/persons-logout', token: 'Bearer RENEWED' })
    expect(kept()).toBeUndefined()
    expect(await pishkhan('logout')).toMatchObject({ code: 0, out: expect.stringContaining('nobody is signed in') as string })
  })
  it('forgets the token also where the server cannot be told', async () => {
    answer = (name) => ({
      body: { results: name === 'login' ? { token: 'T', user: { username: 'dev', name_full: 'Dev' } } : [], metadata: {} },
    })
    await pishkhan('login', '--server', url, '--username', 'dev')
    answer = () => ({ status: 500, body: { errorCode: 'server-problem', userMessage: 'It broke.' } })
    expect(await pishkhan('logout')).toMatchObject({ code: 1, err: expect.stringContaining('is forgotten here') as string })
    expect(await pishkhan('versions', 'library')).toMatchObject({ code: 2, err: expect.stringContaining('token is needed') as string })
  })
  it('keeps no token of somebody who may not publish', async () => {
    answer = (name) =>
      name === 'login'
        ? { body: { results: { token: 'E', user: { username: 'ed', name_full: 'Ed' } }, metadata: {} } }
        : name === 'persons-logout'
          ? { body: { results: {}, metadata: {} } }
          : { status: 403, body: { errorCode: 'permission-denied', userMessage: 'You may not.' } }
    expect(await pishkhan('login', '--server', url, '--username', 'ed')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ed may not publish') as string,
    })
    expect(calls.at(-1)).toMatchObject({ path: '/api/v1/persons-logout', token: 'Bearer E' })
    expect(existsSync(join(home, 'credentials.json'))).toBe(false)
  })
  it('prints the problems that the server finds', async () => {
    answer = (name) =>
      name === 'publish-fetch'
        ? unknown
        : {
            status: 422,
            body: {
              errorCode: 422,
              userMessage: 'No.',
              metadata: {
                problems: [{ severity: 'error', file: 'module.json', line: 3, column: 11, pointer: '/name', message: 'is taken' }],
              },
            },
          }
    const { code, err } = await pishkhan('publish', folder, '--server', url, '--token', 't')
    expect(code).toBe(1)
    expect(err).toContain('module.json:3:11 error is taken\n   3 |   "name": "library",\n')
    expect(err).toContain('not published: 1 error')
  })
  it('does not send what is no JSON', async () => {
    writeFileSync(join(folder, 'module.json'), '{"name": "library",')
    expect((await pishkhan('publish', folder, '--server', url, '--token', 't')).code).toBe(1)
    expect(calls).toEqual([])
  })
  it('goes on from the version that was seen last, and over another one only when it is told to', async () => {
    let current = 4
    const { documents } = {
      documents: Object.fromEntries(['module.json', 'entities/book.json'].map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
    }
    answer = (name) =>
      name === 'publish-fetch'
        ? { body: { results: { version: current, documents }, metadata: {} } }
        : name === 'publish' && (calls.at(-1)!.body.based_on ?? current) !== current
          ? { status: 409, body: { errorCode: 'stale-version', userMessage: 'Version 9 has been published.' } }
          : {
              body: {
                results: {
                  module: 'library',
                  version: calls.at(-1)!.body.dry_run === true ? null : ++current,
                  publication: 9,
                  changed: true,
                },
                metadata: {},
              },
            }
    const publish = (...more: string[]) => pishkhan('publish', folder, '--server', url, '--token', 't', '--allow-breaking', ...more)
    expect((await publish()).code).toBe(0)
    expect(calls.at(-1)!.body.based_on).toBe(4)
    current = 9
    expect(await publish()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not published: Version 9 has been published[.]\n[^]*--over/) as string,
    })
    expect(calls.at(-1)!.body.based_on).toBe(5)
    expect((await publish('--over')).code).toBe(0)
    expect(calls.at(-1)!.body).not.toHaveProperty('based_on')
    current = 20
    await pishkhan('diff', folder, '--server', url, '--token', 't')
    expect((await publish()).code).toBe(0)
    expect(calls.at(-1)!.body.based_on).toBe(20)
  })
  it('validate says what publish will say, and asks for nothing but that', async () => {
    const problem = { severity: 'error', file: 'module.json', line: 3, column: 11, pointer: '/name', message: 'is taken' }
    answer = (name) =>
      name === 'publish-fetch' ? unknown : { status: 422, body: { errorCode: 422, userMessage: 'No.', metadata: { problems: [problem] } } }
    // What only the server's own modules define is no fault there.
    edit('module.json', '"requires": ["persons"]', '"requires": ["persons", "shop-of-this-server"]')
    const { code, out } = await pishkhan('validate', folder, '--server', url, '--token', 't')
    expect(code).toBe(1)
    expect(out).toContain('module.json:3:11 error is taken')
    expect(out).not.toContain('shop-of-this-server')
    expect(calls.at(-1)!.body).toMatchObject({ module: 'library', dry_run: true })
    answer = (name) =>
      name === 'publish-fetch'
        ? unknown
        : { body: { results: { module: 'library', version: null, publication: 3, problems: [] }, metadata: {} } }
    expect(await pishkhan('validate', folder, '--server', url, '--token', 't')).toMatchObject({
      code: 0,
      out: expect.stringContaining('library: no problems') as string,
    })
  })
  it('validate and diff say beforehand what publish refuses', async () => {
    const before = Object.fromEntries(
      ['module.json', 'endpoints.json'].map((file) => [file, readFileSync(join('tests/fixtures/library', file), 'utf8')]),
    )
    const problem = { severity: 'error', file: 'entities/book.json', line: 9, column: 7, pointer: '/schema', message: 'is another type' }
    answer = (name) =>
      name === 'publish-fetch'
        ? { body: { results: { documents: before, version: 2 }, metadata: {} } }
        : { status: 422, body: { errorCode: 422, userMessage: 'No.', metadata: { problems: [problem] } } }
    edit(
      'endpoints.json',
      '{ "properties": { "lent_to_id": { "const": null } } }',
      '{ "properties": { "lent_to_id": { "const": null }, "price": { "type": "string" } } }',
    )
    const validated = await pishkhan('validate', folder, '--server', url, '--token', 't')
    expect(validated).toMatchObject({
      code: 1,
      err: expect.stringContaining('would not be published: one change breaks what works now') as string,
    })
    const compared = await pishkhan('diff', folder, '--server', url, '--token', 't')
    expect(compared.code).toBe(1)
    expect(compared.out).toContain('refused   entities/book.json:9:7 is another type')
    expect(compared.out).toContain('breaking  endpoint library-lend')
    expect(await pishkhan('publish', folder, '--server', url, '--token', 't')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not published: one change breaks what works now') as string,
    })
  })
  it('takes a module out of the panel, or says who cannot do without it', async () => {
    answer = () => ({ body: { results: { module: 'library', version: null, publication: 13, changed: true }, metadata: {} } })
    expect(await pishkhan('unpublish', 'library', '--note', 'sold', '--server', url, '--token', 't')).toMatchObject({
      code: 0,
      out: expect.stringContaining('its data and its versions are kept') as string,
    })
    expect(calls.at(-1)).toMatchObject({ path: '/api/v1/publish-remove', method: 'POST', body: { module: 'library', note: 'sold' } })
    const problem = { severity: 'error', file: 'reading/module.json', line: 5, column: 15, pointer: '/requires/0', message: 'needs it' }
    answer = () => ({ status: 422, body: { errorCode: 422, userMessage: 'No.', metadata: { problems: [problem] } } })
    expect(await pishkhan('unpublish', 'library', '--server', url, '--token', 't')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/reading\/module\.json:5:15 error needs it[^]*not taken away: 1 error/) as string,
    })
    answer = () => unknown
    expect(await pishkhan('unpublish', 'nonesuch', '--server', url, '--token', 't')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no module "nonesuch"') as string,
    })
  })
  it('rolls back and lists', async () => {
    answer = (name) => ({
      body: {
        results:
          name === 'publish-versions'
            ? [
                { version: 2, release: '1.0.1', note: 'n', author: 'dev', published_at: '2024-01-15T10:30:00Z', is_current: true },
                { version: 1, release: '1.0.0', note: '', author: 'dev', published_at: '2024-01-14T10:30:00Z', is_current: false },
              ]
            : { module: 'library', version: 1, publication: 12, changed: true },
        metadata: {},
      },
    })
    expect((await pishkhan('versions', 'library', '--server', url, '--token', 't')).out).toContain(
      '*   2  1.0.1    2024-01-15 10:30  dev            n\n',
    )
    expect((await pishkhan('rollback', 'library', '--to', '1', '--server', url, '--token', 't')).out).toContain(
      'is at version 1 again (publication 12)',
    )
    expect(calls.at(-1)!.body).toEqual({ module: 'library', version: 1 })
    expect(await pishkhan('rollback', 'library', '--to', '99', '--server', url, '--token', 't')).toMatchObject({
      code: 1,
      err: expect.stringContaining('library has no version 99') as string,
    })
    expect((await pishkhan('rollback', 'library', '1', '--server', url, '--token', 't')).code).toBe(0)
    expect(calls.at(-1)!.body).toEqual({ module: 'library', version: 1 })
    expect(await pishkhan('rollback', 'library', '1', '--to', '2', '--server', url, '--token', 't')).toMatchObject({
      code: 2,
      err: expect.stringContaining('two versions are named') as string,
    })
    expect(await pishkhan('rollback', 'library', 'one', '--server', url, '--token', 't')).toMatchObject({
      code: 2,
      err: expect.stringContaining('by its number, not "one"') as string,
    })
    answer = () => ({ body: { results: [], metadata: {} } })
    expect(await pishkhan('rollback', 'nonesuch', '--server', url, '--token', 't')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no module "nonesuch"') as string,
    })
  })
  it('says that a developer is needed', async () => {
    answer = () => ({ status: 403, body: { errorCode: 'permission-denied', userMessage: 'You may not.' } })
    expect(await pishkhan('versions', 'library', '--server', url, '--token', 't')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/You may not\.[^]*needs the token of a developer/) as string,
    })
  })
  it('publishes nothing that breaks unless it is told to', async () => {
    const before = Object.fromEntries(
      ['module.json', 'entities/book.json', 'entities/author.json'].map((file) => [
        file,
        readFileSync(join('tests/fixtures/library', file), 'utf8'),
      ]),
    )
    answer = (name) =>
      name === 'publish-fetch'
        ? { body: { results: { documents: before }, metadata: {} } }
        : { body: { results: { module: 'library', version: 2, publication: 3, changed: true }, metadata: {} } }
    edit('entities/book.json', '"price": { "type": "string", "format": "decimal", "rules": "min_value:0" },', '')
    edit('forms/book.json', ',\n    { "panel": "$sale", "fields": ["price"], "collapsed": true }', '')
    const refused = await pishkhan('publish', folder, '--server', url, '--token', 't')
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /breaking {2}entity book: price is gone[^]*not published: one change breaks[^]*--allow-breaking/,
      ) as string,
    })
    expect(calls.map(({ path }) => path.split('?')[0])).toEqual(['/api/v1/publish-fetch', '/api/v1/publish'])
    expect(calls[1]!.body).toMatchObject({ dry_run: true })
    expect(await pishkhan('publish', folder, '--server', url, '--token', 't', '--allow-breaking')).toMatchObject({
      code: 0,
      err: expect.stringContaining('price is gone') as string,
    })
    const problem = { severity: 'error', file: 'module.json', line: 1, column: 1, pointer: '/name', message: 'is taken' }
    answer = (name) =>
      name === 'publish-fetch'
        ? { body: { results: { documents: before }, metadata: {} } }
        : { status: 422, body: { errorCode: 422, userMessage: 'No.', metadata: { problems: [problem] } } }
    const stopped = await pishkhan('publish', folder, '--server', url, '--token', 't')
    expect(stopped.err).toMatch(/error is taken[^]*not published: one change breaks what works now\n?$/)
  })
  it('says so when nobody answers, or something else does', async () => {
    expect(await pishkhan('versions', 'x', '--server', 'http://127.0.0.1:9', '--token', 't')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not answer') as string,
    })
    answer = () => ({ body: { hello: 1 } })
    expect(await pishkhan('versions', 'x', '--server', url, '--token', 't')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is no Pishkhan server') as string,
    })
  })
  it.each([
    ['HTML', '<!doctype html>'],
    ['an empty object', '{}'],
  ])('contract goes on against a server that answers %s', async (_, text) => {
    answer = () => ({ body: text === '{}' ? {} : text })
    const { code, out } = await pishkhan('contract', url, '--token', 't', '--write', 'book')
    expect(code).toBe(1)
    for (const sentence of ['GET routes answers', 'GET layout answers', 'an unknown screen answers', 'POST save makes'])
      expect(out).toContain(`FAIL ${sentence}`)
    expect(out).not.toContain('Cannot read')
  })
  it('contract notices a record without a version', async () => {
    answer = () => ({ body: { results: { id: 1 }, metadata: { publication: 1 } } })
    expect((await pishkhan('contract', url, '--token', 't', '--write', 'book')).out).toMatch(
      /FAIL POST save makes a record of book[^\n]*\n {7}the record has no whole number "version"/,
    )
  })
  it('contract --write all makes and destroys a record of each model that the lists name, and says which it could not', async () => {
    const info = (fields: object[], more = {}) => ({
      body: { results: { fields, can_write: true, can_destroy: true, trash: false, ...more }, metadata: {} },
    })
    const stored = { book: false }
    answer = (name) => {
      const { path, method, body } = calls.at(-1)!
      if (name === 'layout')
        return {
          body: {
            results: {
              navbar: { brand: { name: 'P' }, left: [], right: [] },
              profile: { name: 'S', avatar: [], children: [] },
              createButton: {},
              sidebar: [{ id: 'books', type: 'item', label: 'Books', link: '/grid/library/book/books' }],
            },
            metadata: {},
          },
        }
      if (name === 'grid')
        return { body: { results: [], metadata: { modals: [{ model: 'book' }, { model: 'loan' }, { model: 'shelf' }] } } }
      if (name === 'info')
        return path.includes('book')
          ? info([
              { name: 'title', required: true, type: 'text' },
              { name: 'author', required: true, type: 'reference', references: 'author' },
              { name: 'id', required: true, type: 'integer' },
            ])
          : path.includes('loan')
            ? info([], { can_write: false })
            : info([{ name: 'plan', required: true, type: 'json' }])
      if (name === 'list') return { body: { results: [{ id: 5 }], metadata: {} } }
      if (name === 'save') {
        stored.book = true
        return body.version === 1 && calls.filter((call) => call.body.version === 1).length > 1
          ? { status: 409, body: { errorCode: 'stale-version', userMessage: 'Old.', errors: {}, metadata: { current: {}, base: {} } } }
          : { body: { results: { id: 1, version: body.version === 1 ? 2 : 1 }, metadata: {} } }
      }
      if (name === 'destroy' && method === 'DELETE') stored.book = false
      return name === 'single' && !stored.book
        ? unknown
        : { body: { results: { id: 1, version: name === 'single' ? 1 : 2 }, metadata: {} } }
    }
    const { out } = await pishkhan('contract', url, '--token', 't', '--write', 'all')
    expect(calls.find((call) => call.path.endsWith('/save'))!.body).toEqual({
      model: 'book',
      data: { title: expect.stringMatching(/^contract-/) as string, author: 5 },
    })
    expect(out).toContain('ok   POST save makes a record of book')
    expect(out).toContain('ok   DELETE destroy ends it')
    expect(out).not.toContain('DELETE trash')
    expect(out).toContain(
      'skip POST save makes a record of loan and answers it with id and version\n       the generic calls may not make and destroy such records',
    )
    expect(out).toContain('no value can be guessed for the field "plan" (json)')
    expect(stored.book).toBe(false)
  })
  it('contract uses the token of the login', async () => {
    answer = (name) =>
      name === 'login'
        ? { body: { results: { token: 'T', user: { username: 'dev', name_full: 'Dev' } }, metadata: {} } }
        : { status: 500, body: {} }
    await pishkhan('login', '--server', url, '--username', 'dev')
    await pishkhan('contract', url)
    expect(calls.filter((call) => call.path.endsWith('/layout')).map((call) => call.token)).toContain('Bearer T')
  })
  it('contract names what does not hold', async () => {
    answer = (name) =>
      name === 'routes'
        ? { body: { results: [{ name: 'a', path: 'a', layout: 'default', guest: 'no' }], metadata: {} } }
        : { status: 500, body: {} }
    const { code, out } = await pishkhan('contract', url)
    expect(code).toBe(1)
    expect(out).toContain('ok   GET routes answers the envelope')
    expect(out).toContain('FAIL every success carries metadata.publication\n       metadata.publication is missing')
    expect(out).toContain('FAIL an unknown call answers 404 endpoint-404\n       answers 500 instead of 404')
  })
})

/** What was sent, empty when it is no JSON: the contract suite sends broken bodies too. */
function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
