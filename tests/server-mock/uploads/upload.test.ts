import { randomBytes } from 'node:crypto'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, unusedLifeMs } from '#server/features/uploads/routes.ts'
import { readableName } from '#server/plugins/multipart-body.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { multipart, sendFile } from './multipart.ts'

let server: TestServer
let token: string

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'gif' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#0a8' } })
    [format]()
    .toBuffer()
const png = { name: 'a.png', type: 'image/png' }
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const fetched = (link: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url: link, headers })
const foldersIn = (name: string) => (existsSync(join(server.config.filesDir, name)) ? readdirSync(join(server.config.filesDir, name)) : [])
const rowCount = () => server.database.read(async (trx) => (await trx.selectFrom('pishkhan.files').select('id').execute()).length)

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('editor')
})
afterAll(() => server?.close())

describe('a picture', () => {
  it('is kept as it was sent and answered with its links', async () => {
    const content = await picture(1000, 500)
    const { status, body } = await sendFile(server, token, { ...png, content }, { fields: { payload: '{"about":"test"}' } })
    expect([status, body.metadata]).toEqual([
      200,
      expect.objectContaining({
        id: expect.any(Number),
        link: expect.stringMatching(/^\/files\/[\w-]{22}\/original\.png$/),
        mime_type: 'image/png',
        name: 'a.png',
        size: content.length,
        width: 1000,
        height: 500,
      }),
    ])
    const original = await fetched(body.metadata.link)
    expect([original.statusCode, original.headers['content-type'], original.rawPayload.equals(content)]).toEqual([200, 'image/png', true])
    const thumbnail = await sharp((await fetched(body.metadata.versions.thumbnail)).rawPayload).metadata()
    expect([thumbnail.width, thumbnail.height]).toEqual([768, 384])
    const small = await sharp((await fetched(body.metadata.versions.panel_thumb)).rawPayload).metadata()
    expect([small.width, small.height]).toEqual([300, 300])
    const stored = await server.database.read((trx) =>
      trx.selectFrom('pishkhan.files').selectAll().where('id', '=', body.metadata.id).executeTakeFirstOrThrow(),
    )
    expect(stored).toMatchObject({
      payload: { about: 'test' },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      user_id: expect.any(Number),
      used_at: null,
    })
    expect(foldersIn('unfinished')).toEqual([])
  })

  it('stands upright in its versions, which say nothing of where it was taken', async () => {
    const content = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#08a' } })
      .withExif({ IFD3: { GPSLatitude: '35/1 41/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(content).metadata()).exif).toBeDefined()
    const { body } = await sendFile(server, token, { name: 'turned.jpg', type: 'image/jpeg', content })
    const thumbnail = await sharp((await fetched(body.metadata.versions.thumbnail)).rawPayload).metadata()
    expect([body.metadata.width, body.metadata.height, thumbnail.width, thumbnail.height, thumbnail.exif]).toEqual([
      300,
      900,
      300,
      900,
      undefined,
    ])
  })

  it.each([
    ['damaged', (whole: Buffer) => whole.subarray(0, 60)],
    ['of another kind than its content', (whole: Buffer) => Buffer.concat([Buffer.from('GIF89a'), whole])],
  ])('is refused when it is %s', async (_, spoil) => {
    const reply = await sendFile(server, token, { ...png, content: spoil(await picture(600, 600)) })
    expect([reply.status, ['file-broken', 'file-type'].includes(reply.body.errorCode)]).toEqual([422, true])
    expect(foldersIn('unfinished')).toEqual([])
  })

  it('is refused when a small file claims to be a very large picture', async () => {
    const content = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(content.length).toBeLessThan(server.config.uploadMaxBytes)
    const { status, body } = await sendFile(server, token, { ...png, content })
    expect([status, body.errorCode, body.metadata.max_pixels]).toEqual([422, 'file-too-large', 64_000_000])
  })
})

describe('other files', () => {
  it('takes each of the default types', async () => {
    const contents = [
      ['a.jpg', 'image/jpeg', await picture(9, 9, 'jpeg')],
      ['b.JPEG', 'image/jpeg', await picture(9, 9, 'jpeg')],
      ['c.gif', 'image/gif', await picture(9, 9, 'gif')],
      ['d.pdf', 'application/pdf', pdf],
    ] as const
    for (const [name, type, content] of contents)
      expect([name, (await sendFile(server, token, { name, type, content })).status]).toEqual([name, 200])
  })

  it.each([
    ['html under the name of a picture', 'x.png', 'image/png', '<html><script>alert(1)</script></html>'],
    ['a drawing with a script', 'x.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a text', 'x.txt', 'text/plain', 'hello'],
    ['a program', 'x.exe', 'application/octet-stream', 'MZ\x90\x00'],
    ['a document that is called a picture', 'x.png', 'image/png', pdf],
    ['a document that its sender calls html', 'x.pdf', 'text/html', pdf],
    ['a name without a type', 'png', 'image/png', pdf],
  ])('refuses %s', async (_, name, type, content) => {
    const before = await rowCount()
    const { status, body } = await sendFile(server, token, { name, type, content }, { headers: { 'x-locale': 'en' } })
    expect([status, body.errorCode, body.userMessage]).toEqual([
      422,
      'file-type',
      expect.stringMatching(
        /^(Files of this type are not accepted\. Allowed: jpg, jpeg, png, gif, pdf|The content of this file is not png; only its name says so\.)$/,
      ),
    ])
    expect(body.errors).toEqual({ file: [body.userMessage] })
    expect([await rowCount(), foldersIn('unfinished')]).toEqual([before, []])
  })

  it('refuses what is too large with both sizes, in the units and digits of the reader', async () => {
    const content = Buffer.concat([pdf, randomBytes(11 * 1024 * 1024 - pdf.length)])
    const { status, body } = await sendFile(
      server,
      token,
      { name: 'a.pdf', type: 'application/pdf', content },
      { headers: { 'x-locale': 'en' } },
    )
    expect([status, body.errorCode, body.userMessage, body.metadata]).toEqual([
      422,
      'file-too-large',
      'The file is 11 MB; the maximum is 10 MB.',
      expect.objectContaining({ size: content.length, max_size: 10 * 1024 * 1024 }),
    ])
    expect(
      (await sendFile(server, token, { name: 'a.pdf', type: 'application/pdf', content }, { headers: { 'x-locale': 'fa' } })).body
        .userMessage,
    ).toBe('اندازهٔ فایل ۱۱ مگابایت است و حداکثر ۱۰ مگابایت پذیرفته می‌شود.')
    expect(foldersIn('unfinished')).toEqual([])
    expect(
      (await sendFile(server, token, { name: 'a.pdf', type: 'application/pdf', content: content.subarray(0, 10 * 1024 * 1024) })).status,
    ).toBe(200)
  })

  it('are handed out as downloads that cannot act on the panel, in parts where asked', async () => {
    const { body } = await sendFile(server, token, { name: 'd.pdf', type: 'application/pdf', content: pdf })
    const { headers } = await fetched(body.metadata.link)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const part = await fetched(body.metadata.link, { range: 'bytes=0-3' })
    expect([part.statusCode, part.body]).toEqual([206, '%PDF'])
    const beyond = await fetched(body.metadata.link, { range: 'bytes=99999999-' })
    expect([beyond.statusCode, beyond.headers['content-range'], beyond.json<{ errorCode: string }>().errorCode]).toEqual([
      416,
      `bytes */${pdf.length}`,
      'range-not-satisfiable',
    ])
    expect((await fetched(body.metadata.link.replace('original', '../../../secret'))).statusCode).not.toBe(200)
    expect((await fetched(`/files/${'A'.repeat(22)}/original.pdf`)).statusCode).toBe(404)
  })
})

it('says of an empty file that it is empty', async () => {
  const { status, body } = await sendFile(server, token, { ...png, content: '' }, { headers: { 'x-locale': 'en' } })
  expect([status, body.errorCode, body.userMessage, body.errors]).toEqual([
    422,
    'file-empty',
    'The file is empty.',
    { file: ['The file is empty.'] },
  ])
})

it.each(['/files/', `/files/${'A'.repeat(22)}`, '/files/.', '/files/.hidden/x.png', '/files/%00/x.png', '/files/a/%2e%2e'])(
  'answers %s as a file that is not there',
  async (url) => {
    const reply = await server.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    expect([reply.status, reply.body.errorCode]).toEqual([404, 'not-found'])
  },
)

it('answers the folder of a file that is there as one that is not there', async () => {
  const { body } = await sendFile(server, token, { ...png, content: await picture(9, 9) })
  const folder = String(body.metadata.link).replace(/[^/]*$/, '')
  for (const url of [folder, folder.slice(0, -1)])
    expect([(await fetched(url)).statusCode, (await fetched(url)).json<{ userMessage: string }>().userMessage]).toEqual([
      404,
      expect.stringMatching(/./),
    ])
})

describe('the call', () => {
  it('is for those who may upload', async () => {
    const content = await picture(9, 9)
    expect((await sendFile(server, await server.signIn('customer'), { ...png, content })).body.errorCode).toBe('permission-denied')
    expect((await sendFile(server, 'nonsense', { ...png, content })).body.errorCode).toBe('endpoint-401')
  })

  it('wants exactly one file, and nothing that it does not know', async () => {
    const content = await picture(9, 9)
    const post = (body: ReturnType<typeof multipart>) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/upload',
        payload: body.payload,
        headers: { ...body.headers, authorization: `Bearer ${token}` },
      })
    expect((await post(multipart([]))).body.errors).toHaveProperty('file')
    expect(
      (
        await post(
          multipart([
            { ...png, content },
            { ...png, content },
          ]),
        )
      ).body.errorCode,
    ).toBe('too-many-files')
    expect((await post(multipart([{ ...png, content, field: 'other' }]))).status).toBe(400)
    expect((await post(multipart([{ ...png, content }], { colour: 'red' }))).body.errors).toHaveProperty('colour')
    expect((await post(multipart([{ ...png, content }], { payload: 'no json' }))).status).toBe(400)
    expect(
      (await post({ payload: Buffer.from('--x\r\nbroken'), headers: { 'content-type': 'multipart/form-data; boundary=x' } })).status,
    ).toBe(400)
    expect((await server.post('upload', {}, { token })).body.errorCode).toBe('unsupported-media-type')
    const other = multipart([{ ...png, content }])
    expect(
      (
        await server.inject({
          method: 'POST',
          url: '/api/v1/save',
          payload: other.payload,
          headers: { ...other.headers, authorization: `Bearer ${token}` },
        })
      ).body.errorCode,
    ).toBe('unsupported-media-type')
    expect(foldersIn('unfinished')).toEqual([])
  })

  it('happens once for one key', async () => {
    const content = await picture(12, 12)
    const headers = { 'idempotency-key': 'upload-of-the-test' }
    const first = await sendFile(server, token, { ...png, content }, { headers })
    const before = await rowCount()
    const again = await sendFile(server, token, { ...png, content }, { headers })
    expect([again.body.metadata.link, await rowCount()]).toEqual([first.body.metadata.link, before])
    expect((await sendFile(server, token, { ...png, content: await picture(13, 13) }, { headers })).body.errorCode).toBe(
      'idempotency-mismatch',
    )
  })

  it('answers a sample when asked for one, and stores nothing', async () => {
    const before = await rowCount()
    const body = multipart([{ ...png, content: 'x' }])
    const reply = await server.inject({
      method: 'POST',
      url: '/api/v1/upload?mock=1',
      payload: body.payload,
      headers: { ...body.headers, authorization: `Bearer ${token}` },
    })
    expect([reply.status, Object.keys(reply.body.metadata)]).toEqual([200, expect.arrayContaining(['id', 'link', 'mime_type', 'versions'])])
    expect(await rowCount()).toBe(before)
  })

  it('leaves nothing of an upload that breaks off', async () => {
    const listener = createServer((request, response) => {
      server.app.routing(request, response)
    })
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve)
    })
    const { payload, headers } = multipart([{ ...png, content: randomBytes(2_000_000) }])
    const sending = httpRequest({
      port: (listener.address() as AddressInfo).port,
      host: '127.0.0.1',
      path: '/api/v1/upload',
      method: 'POST',
      headers: { ...headers, 'content-length': String(payload.length), authorization: `Bearer ${token}` },
    })
    const ended = new Promise<void>((resolve) => {
      sending.on('error', () => {})
      sending.on('close', resolve)
    })
    sending.write(payload.subarray(0, 1_000_000))
    await expect.poll(() => foldersIn('unfinished').length).toBe(1)
    sending.destroy()
    await ended
    await expect.poll(() => foldersIn('unfinished').length).toBe(0)
    await new Promise((resolve) => {
      listener.close(resolve)
    })
  })
})

describe('the clean-up', () => {
  it('removes what a killed server left, and keeps what still grows', async () => {
    const long = new Date(Date.now() - 60 * 60 * 1000)
    for (const [name, at] of [
      ['left', long],
      ['grows', new Date()],
    ] as const) {
      const folder = join(server.config.filesDir, 'unfinished', name)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'received'), 'half')
      for (const path of [join(folder, 'received'), folder]) utimesSync(path, at, at)
    }
    await server.database.transaction(async (trx) =>
      cleanUp.run(trx, await createRegistries(server.config).current(trx), new Date(), server.config),
    )
    expect(foldersIn('unfinished')).toEqual(['grows'])
  })

  it('removes files that nothing named in time, and keeps those that a record names', async () => {
    const upload = async () =>
      (await sendFile(server, token, { ...png, content: await picture(20, 20) })).body.metadata as { id: number; link: string }
    const [unused, inText] = [await upload(), await upload()]
    const saved = await server.post(
      'settings-save',
      { data: { key: 'notice', category: 'general', kind: 'text', title: { en: 'Notice' }, value: `<p><img src="${inText.link}"></p>` } },
      { token: await server.signIn('administrator') },
    )
    const run = (now: Date) =>
      server.database.transaction(async (trx) => cleanUp.run(trx, await createRegistries(server.config).current(trx), now, server.config))
    const ids = () =>
      server.database.read(async (trx) => (await trx.selectFrom('pishkhan.files').select('id').execute()).map((row) => row.id as number))
    await run(new Date(Date.now() + unusedLifeMs - 60_000))
    expect(await ids()).toContain(unused.id)
    const later = new Date(Date.now() + unusedLifeMs + 60_000)
    await run(later)
    expect([saved.status, (await ids()).includes(unused.id), (await ids()).includes(inText.id)]).toEqual([200, false, true])
    await run(later)
    expect([(await fetched(unused.link)).statusCode, (await fetched(inText.link)).statusCode]).toEqual([404, 200])
  })
})

it('shows names without what would scramble or cut the line', () => {
  expect(readableName('C:\\files\\گزارش.pdf')).toBe('گزارش.pdf')
  expect(readableName('a\u202egnp.exe\n')).toBe('agnp.exe')
  expect([...readableName(`${'ن'.repeat(400)}.jpeg`)]).toHaveLength(200)
  expect(readableName('a%22b%0D%0Ac%25.png')).toBe('a"bc%25.png')
  expect(readableName('')).toBe('file')
})
