import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { makeFolder } from '#server/database/make-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'pishkhan-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secret = 'x'.repeat(32)
const read = (env: Record<string, string>) => readConfig({ SECRET: secret, DATA_DIR: folder, ...env })

it('has a default for everything on the embedded database', () => {
  const config = readConfig({ DATA_DIR: folder })
  expect(config).toMatchObject({
    port: 4600,
    host: '127.0.0.1',
    apiBase: '/api',
    logLevel: 'info',
    defaultLocale: 'fa',
    storage: 'local',
    tokenUse: true,
    demo: true,
    trustProxy: false,
  })
  expect(config.locales).toHaveLength(10)
  expect(config.modules).toHaveLength(19)
  expect(config.allowedRules).toHaveLength(23)
})

it('makes a secret once and keeps it where only its owner reads it', () => {
  const first = readConfig({ DATA_DIR: join(folder, 'kept') }).secret
  expect(readConfig({ DATA_DIR: join(folder, 'kept') }).secret).toBe(first)
  expect(readFileSync(join(folder, 'kept', 'secret'), 'utf8')).toBe(first)
  expect(statSync(join(folder, 'kept', 'secret')).mode & 0o077).toBe(0)
})

it('has no demo users with DATABASE_URL, unless they are asked for', () => {
  const url = 'postgres://someone@localhost/panel'
  expect(read({ DATABASE_URL: url }).demo).toBe(false)
  expect(read({ DATABASE_URL: url, DEMO: 'on' }).demo).toBe(true)
})

it('takes the first locale as the default when fa is not among them', () => {
  expect(read({ LOCALES: 'tr, en' })).toMatchObject({ locales: ['tr', 'en'], defaultLocale: 'tr' })
  expect(read({ LOCALES: 'en,fa' }).defaultLocale).toBe('fa')
})

it('takes an empty MODULES as a missing one: all', () => {
  expect(read({ MODULES: '' }).modules).toHaveLength(19)
  expect(read({ MODULES: 'auth,persons' }).modules).toEqual(['auth', 'persons'])
})

it('has signing in among the modules, named or not', () => {
  expect(read({ MODULES: 'settings' }).modules).toEqual(['auth', 'settings'])
})

it.each([
  ['PORT', '70000', '0 to 65535'],
  ['PORT', 'http', '0 to 65535'],
  ['API_BASE', 'api/', 'such as /api'],
  ['LOG_LEVEL', 'loud', 'debug'],
  ['LOCALES', 'fa,xx', 'zh'],
  ['LOCALES', ',', 'comma list'],
  ['MODULES', 'auth,stocks', 'stock'],
  ['STORAGE', 'session', 'cookie'],
  ['TOKEN_USE', 'yes', 'on, off'],
  ['ALLOWED_RULES', 'required,shiny', 'required_if'],
  ['ANALYTICS_ID', 'G-1"><script>', 'letters'],
  ['TILE_URL', "https://tiles.example.com/' 'unsafe-eval", 'https://'],
  ['TILE_URL', 'http://a/1.png', '{z}, {x}, {y}'],
  ['TILE_URL', 'http://a/{z}/{x}.png', 'no place for {y}'],
  ['TRUST_PROXY', 'perhaps', 'addresses'],
  ['PROXY_ORIGINS', 'https://api.example.com/path', 'without a path'],
  ['DEMO', '1', 'on, off'],
  ['API_BASE', '/auth', 'of its own'],
  ['API_BASE', '/assets', 'of its own'],
  ['API_BASE', '/health', 'of its own'],
  ['API_BASE', '/ready', 'of its own'],
  ['API_BASE', '/schemas/v2', 'of its own'],
  ['API_BASE', '/demo', 'of its own'],
  ['API_BASE', '/content', 'of its own'],
  ['TRUST_PROXY', '300.1.1.1', 'addresses'],
  ['TRUST_PROXY', '10.0.0.0/99', 'addresses'],
  ['TRUST_PROXY', '10.0.0.1,::1/129', 'addresses'],
  ['TRUST_PROXY', ',', 'addresses'],
  ['ANALYTICS_ORIGIN', 'not an origin', 'without a path'],
  ['SITE_URL', 'https://panel.example/path', 'without a path'],
  ['OIDC_PROVIDERS', '[]', 'SITE_URL'],
  ['SECRET', 'short', '32'],
  ['DATABASE_URL', 'mysql://someone@host/db', 'postgres://'],
])('refuses %s=%s with a line that names it and says what is allowed', (name, value, allowed) => {
  const fault = caught(() => read({ [name]: value }))
  expect(fault).toBeInstanceOf(ConfigError)
  expect(fault.message).toMatch(new RegExp(`^${name}: `))
  expect(fault.message).toContain(allowed)
  expect(fault.message).not.toContain('\n')
})

it('takes proxies by address and by network', () => {
  expect(read({ TRUST_PROXY: '10.0.0.1, 192.168.0.0/16, ::1' }).trustProxy).toBe('10.0.0.1,192.168.0.0/16,::1')
})

it('refuses a folder that cannot be made, with and without a secret to keep there', () => {
  expect(caught(() => readConfig({ DATA_DIR: '/proc/x/y' })).message).toMatch(/^DATA_DIR: "\/proc\/x\/y"/)
  expect(() => makeFolder('/proc/x/y')).toThrow()
})

it('requires the secret with DATABASE_URL and never prints what a variable may hide', () => {
  expect(caught(() => readConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://u:hidden@host/db' })).message).toMatch(/^SECRET: is missing/)
  expect(caught(() => read({ DATABASE_URL: 'http://u:hidden@host/db' })).message).not.toContain('hidden')
  expect(caught(() => read({ SECRET: 'hidden' })).message).not.toContain('hidden')
})

function caught(work: () => unknown): Error {
  try {
    work()
  } catch (fault) {
    return fault as Error
  }
  throw new Error('nothing was thrown')
}

describe('sign-in providers', () => {
  const site = { SITE_URL: 'https://panel.example' }
  const example = { name: 'example', title: 'Example', issuer: 'https://id.example', client_id: 'panel', client_secret: 'hidden-secret' }
  const withProviders = (...list: object[]) => read({ ...site, OIDC_PROVIDERS: JSON.stringify(list) })

  it('are read from a list', () => {
    expect(withProviders(example, { ...example, name: 'local', issuer: 'http://127.0.0.1:8080' }).signInProviders).toMatchObject([
      { name: 'example', issuer: 'https://id.example', clientSecret: 'hidden-secret' },
      { name: 'local' },
    ])
  })

  it.each([
    [[{ ...example, client_secret: undefined }], 'item 1 has no text "client_secret"'],
    [[{ ...example, issuer: 'http://id.example' }], 'item 1 has an issuer that is no https:// address'],
    [[{ ...example, name: 'Two words' }], 'item 1 has a name'],
    [[example, example], 'item 2 has the name of another item'],
  ])('are refused with the place of the fault, and without any secret', (list, fault) => {
    const { message } = caught(() => withProviders(...list))
    expect(message).toContain(`OIDC_PROVIDERS: ${fault}`)
    expect(message).not.toContain('hidden-secret')
  })
})
