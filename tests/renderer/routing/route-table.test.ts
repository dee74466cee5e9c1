import { beforeAll, describe, expect, it, vi } from 'vitest'
import { forgetsWanted, guardRoute } from '#renderer/routing/guard.ts'
import { gridOfPath } from '#renderer/screen/prefetch-route.ts'
import { hrefOf, matchRoute, type Route } from '#renderer/routing/route-table.ts'

const route = (name: string, path: string, guest: Route['guest'] = 'no'): Route => ({ name, path, layout: 'default', guest })
const routes = [
  route('user-list', 'persons/users/:role'),
  route('user-roles', 'persons/users/roles'),
  route('user-edit', 'persons/users/:id/edit'),
  route('dashboard', ''),
  route('home', ':locale?'),
  route('grid', 'grid/:module/:class/:part/:version?'),
  route('auth-login', 'auth/login', 'only'),
  route('auth-forbidden', 'forbidden', 'yes'),
]
const found = (path: string) => {
  const match = matchRoute(routes, path)
  return match && [match.route.name, match.params]
}

beforeAll(() => vi.stubGlobal('window', { location: { href: 'http://panel.test/', origin: 'http://panel.test' } }))

describe('the route of a path', () => {
  it.each([
    ['/persons/users/roles', ['user-roles', {}]],
    ['/persons/users/staff', ['user-list', { role: 'staff' }]],
    ['/persons/users/7/edit', ['user-edit', { id: '7' }]],
    ['/', ['dashboard', {}]],
    ['/en', ['home', { locale: 'en' }]],
    ['/nothing', null],
    ['/no/such/page', null],
    ['/grid/a/b/c', ['grid', { module: 'a', class: 'b', part: 'c' }]],
    ['/grid/a/b/c/2/', ['grid', { module: 'a', class: 'b', part: 'c', version: '2' }]],
    ['/persons/users/%D8%B9%D9%84%DB%8C', ['user-list', { role: 'علی' }]],
    ['/persons/users/%', null],
  ])('%s', (path, expected) => expect(found(path)).toEqual(expected))
})

describe('the path of a link', () => {
  it.each([
    ['/settings', '/settings'],
    ['grid/a/b/c?tab=x', '/grid/a/b/c?tab=x'],
    ['user-roles', '/persons/users/roles'],
    ['settings', '/settings'],
    [{ name: 'user-edit', params: { id: 'a/b' }, query: { tab: 'x' } }, '/persons/users/a%2Fb/edit?tab=x'],
    [{ name: 'user-edit' }, null],
    [{ name: 'nowhere' }, null],
    [{ name: 'home', params: { locale: 'en' } }, '/en'],
    ['https://example.com/x', 'https://example.com/x'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//evil.test/x', null],
    ['/\\evil.test', null],
    ['\\\\evil.test', null],
    ['/\t/evil.test', null],
    [' //evil.test', null],
    ['java\tscript:alert(1)', null],
    ['mailto:a@b.test', 'mailto:a@b.test'],
  ])('%j', (target, expected) => expect(hrefOf(target as string, routes)).toBe(expected))
})

describe('guards', () => {
  const guard = (
    path: string,
    signedIn: boolean,
    {
      search = '',
      forceChangePassword = false,
      secondFactorRequired = false,
      arrivedSignedIn = signedIn,
      wantedRoute = null as string | null,
    } = {},
  ) => guardRoute(matchRoute(routes, path)!, { signedIn, arrivedSignedIn, search, forceChangePassword, secondFactorRequired, wantedRoute })
  it('send guests to the login page and remember where they wanted', () =>
    expect(guard('/', false)).toEqual({ kind: 'go', to: '/auth/login', remember: true }))
  it('put the way to a second factor in place of every page, for who must have one', () => {
    expect(guard('/', true, { secondFactorRequired: true })).toEqual({ kind: 'enrol' })
    expect(guard('/', true, { secondFactorRequired: true, forceChangePassword: true })).toMatchObject({ to: '/profile/change-password' })
    expect(guard('/auth/login', true, { secondFactorRequired: true })).toEqual({ kind: 'go', to: '/' })
  })
  it('send the signed-in home from the login page', () => expect(guard('/auth/login', true)).toEqual({ kind: 'go', to: '/' }))
  it('send whoever signs in to where he wanted', () =>
    expect(guard('/auth/login', true, { wantedRoute: '/settings?page=2' })).toEqual({ kind: 'go', to: '/settings?page=2' }))
  it('do not sign out again who signs in at logout=1', () =>
    expect(guard('/auth/login', true, { search: '?logout=1', arrivedSignedIn: false })).toEqual({ kind: 'go', to: '/' }))
  it('sign out with logout=1 and stay', () => expect(guard('/auth/login', true, { search: '?logout=1' })).toEqual({ kind: 'sign-out' }))
  it('show the login page to guests', () => expect(guard('/auth/login', false, { search: '?logout=1' })).toEqual({ kind: 'show' }))
  it.each([true, false])('show the forbidden page, signed in %s', (signedIn) =>
    expect(guard('/forbidden', signedIn)).toEqual({ kind: 'show' }),
  )
  it('lead to the new password until there is one', () =>
    expect(guard('/', true, { forceChangePassword: true })).toEqual({ kind: 'go', to: '/profile/change-password', remember: true }))
  it('lead from the new password to what was wanted, once', () => {
    expect(guard('/', true, { wantedRoute: '/settings?page=2' })).toEqual({ kind: 'go', to: '/settings?page=2' })
    expect(guard('/', true, { wantedRoute: '/' })).toEqual({ kind: 'show' })
    expect(guard('/persons/users/roles', true, { wantedRoute: '/grid/library/book/books' })).toEqual({ kind: 'show' })
    expect(forgetsWanted('/settings', '/')).toBe(true)
    expect(forgetsWanted('/profile/change-password', '/settings')).toBe(false)
    expect(forgetsWanted('/profile/change-password', '/profile/change-password')).toBe(true)
  })
})

describe('the generic grid', () => {
  it('is known by its path', () => {
    expect(gridOfPath('/grid/library/book/books/2')).toEqual({ path: 'library/book/books', version: 2 })
    expect(gridOfPath('/grid/library/book')).toBeNull()
  })
})
