import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { sendFile } from './multipart.ts'

const files = {
  'module.json': {
    $schema: 'http://x/schemas/module.json',
    name: 'album',
    title: '$album',
    version: '1.0.0',
    permissions: ['album.read', 'album.write'],
  },
  'entities/shelf.json': {
    $schema: 'http://x/schemas/entity.json',
    name: 'shelf',
    title: '$shelf',
    display: '{title}',
    schema: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', rules: 'required' },
        cover: { type: ['object', 'null'], format: 'file', rules: 'size:2' },
        pictures: { type: 'array', items: { type: 'object', format: 'file' } },
        report: { type: ['string', 'null'], format: 'file' },
        parts: { type: 'array', items: { type: 'object', properties: { paper: { type: ['object', 'null'], format: 'file' } } } },
      },
    },
    access: { read: 'album.read', write: 'album.write' },
  },
  ...Object.fromEntries(
    ['en', 'fa'].map((locale) => [
      `locales/${locale}.json`,
      {
        album: 'a',
        shelf: 's',
        ...Object.fromEntries(
          ['title', 'cover', 'pictures', 'report', 'parts', 'parts.paper'].map((field) => [`entities.shelf.${field}`, field]),
        ),
      },
    ]),
  ),
}

let server: TestServer
let token: string
let picture: Record<string, unknown>

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('developer')
  const texts = Object.fromEntries(Object.entries(files).map(([path, content]) => [path, JSON.stringify(content)]))
  const published = await server.post('publish', { module: 'album', documents: texts, note: '' }, { token })
  expect([published.status, published.body.errors]).toEqual([200, undefined])
  const content = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0a8' } })
    .png()
    .toBuffer()
  const { publication: _, ...metadata } = (await sendFile(server, token, { name: 'a.png', type: 'image/png', content })).body.metadata
  picture = metadata
})
afterAll(() => server?.close())

const save = (data: Record<string, unknown>, id?: number) =>
  server.post('save', { model: 'shelf', ...(id && { id }), data: { title: 'S', ...data } }, { token })

it('keeps what the server knows of a file, whatever its sender says of it', async () => {
  const { status, body } = await save({
    cover: { ...picture, name: 'other.exe', size: 1, mime_type: 'text/html', versions: {}, extra: true },
    pictures: [{ id: picture.id, link: picture.link, alt: ' A square ' }],
    parts: [{ paper: { id: picture.id, link: picture.link } }],
  })
  expect([status, body.results.cover, body.results.pictures, body.results.parts]).toEqual([
    200,
    picture,
    [{ ...picture, alt: 'A square' }],
    [{ paper: picture }],
  ])
})

it('gives nobody a file for its number alone, and none that is not there', async () => {
  for (const cover of [
    { id: picture.id },
    { id: picture.id, link: '/files/AAAAAAAAAAAAAAAAAAAAAA/original.png' },
    { id: 999_999, link: picture.link },
    { id: 999_999 },
    { name: 'a.png', alt: 'Without an address' },
    { versions: {} },
    { id: 'x', link: picture.link },
  ]) {
    const { status, body } = await save({ cover }, undefined)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['cover']])
  }
})

it('holds a file to the rule of its field by its own size', async () => {
  const content = await sharp({
    create: { width: 60, height: 60, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer()
  expect(content.length).toBeGreaterThan(2048)
  const { publication: _, ...large } = (await sendFile(server, token, { name: 'large.png', type: 'image/png', content })).body.metadata
  const { status, body } = await save({ cover: { ...large, size: 3 } })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['cover']])
})

it('keeps a file that is named by its link alone, and no other text', async () => {
  expect((await save({ report: '/files/AAAA/original.pdf#name=Report.pdf' })).body.results.report).toBe(
    '/files/AAAA/original.pdf#name=Report.pdf',
  )
  for (const report of ['javascript:alert(1)#name=Report.pdf', '/files/../x', 'Report.pdf'])
    expect(Object.keys((await save({ report })).body.errors)).toEqual(['report'])
})

it('keeps a picture from elsewhere by its addresses, and refuses what is none', async () => {
  expect((await save({ cover: { name: 'x', versions: { original: 'https://example.com/x.png' } } })).body.results.cover).toEqual({
    name: 'x',
    versions: { original: 'https://example.com/x.png' },
  })
  expect(
    Object.keys(
      (await save({ pictures: [{ link: 'javascript:alert(1)' }], cover: { versions: { original: '//evil.example/x' } } })).body.errors,
    ).sort(),
  ).toEqual(['cover.versions.original', 'pictures.0.link'])
})

it('takes an object without anything for no file', async () => {
  expect((await save({ cover: {} })).body.results.cover).toBeNull()
})

it('lets a record keep what it has when the file has gone, and be emptied', async () => {
  const { body } = await save({ cover: picture })
  const { id } = body.results
  await server.database.transaction((trx) => trx.deleteFrom('pishkhan.files').where('id', '=', picture.id).execute())
  expect((await save({ cover: picture, title: 'T' }, id)).body.results).toMatchObject({ title: 'T', cover: { link: picture.link } })
  expect((await save({ cover: null }, id)).body.results.cover).toBeNull()
})
