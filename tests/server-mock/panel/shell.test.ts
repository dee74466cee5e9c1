import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let admin: string
let developer: string
let customer: string

beforeAll(async () => {
  server = await startTestServer({ seed: ['settings'] })
  ;[admin, developer, customer] = (await Promise.all(['administrator', 'developer', 'customer'].map((name) => server.signIn(name)))) as [
    string,
    string,
    string,
  ]
})
afterAll(() => server.close())

const english = { headers: { 'x-locale': 'en' } }
const ids = (items: { id: string; children?: { id: string }[] }[]) => items.map(({ id }) => id)

describe('layout', () => {
  it('has every part, in the locale of the call', async () => {
    const { status, body } = await server.get('layout', {}, { token: admin, ...english })
    expect(status).toBe(200)
    expect(Object.keys(body.results)).toEqual(
      expect.arrayContaining(['navbar', 'profile', 'createButton', 'sidebar', 'sidebarSettings', 'footer', 'flags']),
    )
    expect(body.results.navbar.brand).toEqual({ name: 'Pishkhan', logo: null })
    expect(body.results.sidebar[0]).toMatchObject({ id: 'dashboard', label: 'Dashboard', link: { name: 'dashboard' } })
    expect((await server.get('layout', {}, { token: admin, headers: { 'x-locale': 'fa' } })).body.results.sidebar[0].label).toBe('داشبورد')
  })

  it('is refused without a token', async () => {
    expect(await server.get('layout')).toMatchObject({ status: 401, body: { errorCode: 'endpoint-401' } })
  })

  it('has its tools for developers, and none for others', async () => {
    const linksOf = async (group: string, token: string) =>
      (await server.get('layout', {}, { token })).body.results.sidebar
        .find(({ id }: { id: string }) => id === group)
        ?.children?.map(({ link }: { link: { name: string } }) => link.name.replace('developer-tools-', ''))
    expect(await linksOf('developer-tools', developer)).toEqual(['preview', 'components-list', 'lab', 'info', 'routes'])
    expect(await linksOf('operations', developer)).toEqual(['publications', 'outbox', 'record'])
    for (const group of ['developer-tools', 'operations'])
      for (const token of [admin, customer]) expect(await linksOf(group, token)).toBeUndefined()
  })

  it('shows settings to administrators only', async () => {
    const settings = async (token: string) => ids((await server.get('layout', {}, { token })).body.results.sidebarSettings)
    expect(await settings(admin)).toContain('settings-list')
    expect(await settings(customer)).toEqual([])
  })
})

describe('routes, modules and publication', () => {
  it('are there for visitors where they must be', async () => {
    const { body } = await server.get('routes')
    expect(new Set(body.results.map(({ name }: { name: string }) => name)).size).toBe(body.results.length)
    expect(body.results).toEqual(
      expect.arrayContaining([
        { name: 'dashboard', path: '', layout: 'default', guest: 'no' },
        { name: 'home', path: 'home/:locale?', layout: 'default', guest: 'no' },
      ]),
    )
    expect((await server.get('publication')).body.results.publication).toBe((await server.get('routes')).body.metadata.publication)
    expect((await server.get('modules')).status).toBe(401)
  })

  it('names the enabled modules', async () => {
    expect((await server.get('modules', {}, { token: admin })).body.results).toEqual(
      expect.arrayContaining(['settings', 'persons', 'auth']),
    )
    expect((await server.get('modules', {}, { token: admin })).body.results).not.toContain('panel')
  })
})

describe('screen', () => {
  it('comes with a new ticket each time', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => server.get('screen', { name: 'dashboard' }, { token: admin })))
    expect(first!.body.metadata.access_ticket).toMatch(/^[0-9a-f-]{36}$/)
    expect(second!.body.metadata.access_ticket).not.toBe(first!.body.metadata.access_ticket)
  })

  it('shows visitors the sign-in page and nothing that needs a session', async () => {
    expect(await server.get('screen', { name: 'auth-login' })).toMatchObject({ status: 200, body: { results: { layout: 'auth' } } })
    expect(await server.get('screen', { name: 'dashboard' })).toMatchObject({ status: 401, body: { errorCode: 'endpoint-401' } })
  })

  it('keeps developer tools to developers, and says where others are sent', async () => {
    for (const name of ['info', 'routes']) {
      expect((await server.get('screen', { name: `developer-tools-${name}` }, { token: developer })).status).toBe(200)
      for (const token of [admin, customer])
        expect(await server.get('screen', { name: `developer-tools-${name}` }, { token })).toMatchObject({
          status: 403,
          body: { errorCode: 'permission-denied', metadata: { refuse: 'forbidden' } },
        })
    }
  })

  it.each([
    { name: 'no-such' },
    { name: '__proto__' },
    { name: '../../etc/passwd' },
    { name: 'x'.repeat(500) },
    {},
    { name: 'grid' },
    { name: 'grid', module: 'a', class: 'b', part: 'c' },
  ])('answers %o with the envelope', async (params) => {
    const { status, body } = await server.get('screen', params as Record<string, unknown>, { token: admin })
    expect([400, 404, 422]).toContain(status)
    expect(body.userMessage).not.toBe('')
  })
})
