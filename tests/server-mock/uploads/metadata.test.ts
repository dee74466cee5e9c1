import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { sendFile } from './multipart.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ env: { UPLOAD_TYPES: 'jpg,jpeg,png,webp,avif' } })
  token = await server.signIn('editor')
})
afterAll(() => server.close())

const photograph = (format: 'jpeg' | 'png' | 'webp' | 'avif', orientation: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a20' } })
    .composite([{ input: { create: { width: 10, height: 10, channels: 3, background: '#02a' } }, left: 0, top: 0 }])
    .withIccProfile('p3')
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 41/1 0/1' } })
    .toFormat(format)
    .toBuffer()

it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a public %s says neither where nor with what it was taken, and stands upright',
  async (format) => {
    const content = await photograph(format, 6)
    expect((await sharp(content).metadata()).exif?.toString('latin1')).toContain('Secret Camera')
    const { status, body } = await sendFile(server, token, { name: `a.${format}`, type: `image/${format}`, content })
    expect(status).toBe(200)
    expect(body.metadata).toMatchObject({ width: 40, height: 60 })
    for (const link of [body.metadata.link, ...Object.values(body.metadata.versions as Record<string, string>)]) {
      const { rawPayload } = await server.app.inject({ method: 'GET', url: link })
      const found = await sharp(rawPayload).metadata()
      expect([found.exif, found.xmp, found.iptc, found.orientation ?? 1]).toEqual([undefined, undefined, undefined, 1])
      expect(rawPayload.toString('latin1')).not.toContain('Secret Camera')
    }
    const { rawPayload } = await server.app.inject({ method: 'GET', url: body.metadata.link })
    expect(body.metadata.size).toBe(rawPayload.length)
    expect((await sharp(rawPayload).metadata()).icc).toBeDefined()
  },
)

it('a picture without metadata stays byte for byte', async () => {
  const content = await sharp({ create: { width: 6, height: 4, channels: 3, background: '#a20' } })
    .jpeg()
    .toBuffer()
  const { body } = await sendFile(server, token, { name: 'a.jpg', type: 'image/jpeg', content })
  expect((await server.app.inject({ method: 'GET', url: body.metadata.link })).rawPayload.equals(content)).toBe(true)
})
