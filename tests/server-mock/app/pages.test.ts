import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const root = mkdtempSync(join(tmpdir(), 'pishkhan-pages-'))
const checkout = readConfig({ SECRET: 'x'.repeat(32) }).root
let server: TestServer

beforeAll(async () => {
  mkdirSync(join(root, 'dist/app/assets'), { recursive: true })
  writeFileSync(join(root, 'dist/app/index.html'), '<!doctype html><script type="application/json" id="pishkhan-config">{}</script>')
  writeFileSync(join(root, 'dist/app/assets/main-1a2b.js'), `export default 1 // ${'x'.repeat(4000)}`)
  writeFileSync(join(root, 'dist/app/assets/main-1a2b.js.br'), 'as the build left it')
  writeFileSync(join(root, 'dist/app/assets/late-3c4d.js'), `export default 2 // ${'x'.repeat(4000)}`)
  writeFileSync(join(root, 'dist/app/sw.js'), 'self')
  for (const name of ['modules', 'widgets', 'schemas']) symlinkSync(join(checkout, name), join(root, name))
  server = await startTestServer({
    env: { PISHKHAN_ROOT: root, TILE_URL: 'https://tiles.example.com/{z}/{x}/{y}.png', ANALYTICS_ID: 'G-1' },
  })
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true })
})
const get = (url: string, headers: Record<string, string> = {}) => server.inject({ method: 'GET', url, headers })

it.each(['/', '/index', '/assets', '/auth/login', '/grid/persons/user/list?page=2', '/no/such/page'])(
  'answers %s with the page of the panel, never from a cache',
  async (url) => {
    const { status, body, headers } = await get(url)
    expect(status).toBe(200)
    expect(body).toContain('"api_base":"/api"')
    expect(headers['content-type']).toContain('text/html')
    expect(headers['cache-control']).toBe('no-store')
  },
)

it('answers a path that cannot be read with the page to who wants one, and refuses it to others', async () => {
  const page = await get('/%E0%A4%A', { accept: 'text/html' })
  expect([page.status, page.headers['content-security-policy']]).toEqual([200, expect.stringContaining('script-src')])
  expect((await get('/%E0%A4%A')).status).toBe(400)
})

it('lets hashed assets be kept for good and sends them compressed, everything else asked again', async () => {
  const asset = await get('/assets/main-1a2b.js', { 'accept-encoding': 'br' })
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset).toMatchObject({
    body: 'as the build left it',
    headers: { 'content-encoding': 'br', 'content-type': expect.stringContaining('javascript'), vary: 'accept-encoding' },
  })
  expect((await get('/assets/main-1a2b.js')).body).toContain('export default 1')
  expect((await get('/assets/late-3c4d.js', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
})

it('answers a missing file with 404 instead of the page', async () => {
  expect((await get('/assets/gone-1a2b.js')).status).toBe(404)
  expect((await get('/%2e%2e/package.json')).status).not.toBe(200)
})

it('sends a policy that allows scripts from here and the analytics alone', async () => {
  const { headers } = await get('/')
  const policy = Object.fromEntries(
    headers['content-security-policy']!.split(';').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  )
  expect(policy).toMatchObject({
    'script-src': "'self' https://www.googletagmanager.com",
    'style-src': "'self' 'unsafe-inline'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'worker-src': "'self'",
  })
  expect(policy['img-src']).toContain('https://tiles.example.com')
  for (const part of ['img-src', 'connect-src'])
    expect(policy[part]).toContain('https://*.google-analytics.com https://*.analytics.google.com')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' })
})

it('serves the contract under the address that documents carry', async () => {
  expect((await get('/schemas/grid.json')).body).toMatchObject({ title: 'Grid' })
  expect((await get('/schemas/responses/grid.json')).status).toBe(200)
  expect((await get('/schemas/nothing.json')).status).toBe(404)
})

it('says that it is up, and that it is ready', async () => {
  expect(await get('/health')).toMatchObject({ status: 200, body: { status: 'up' } })
  expect(await get('/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
})
