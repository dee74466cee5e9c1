import { beforeEach, describe, expect, it } from 'vitest'
import { currentSession, emptyState, setAuth, useSessionStore } from '#renderer/session/session.ts'
import { beginSession, endSession, enterImpersonation, exitImpersonation, isSignIn, rememberRoute } from '#renderer/session/sign-in.ts'
import { readToken } from '#renderer/session/token.ts'

const encode = (payload: object) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`
const admin = {
  token: encode({ sub: 1, sid: 'a1', roles: ['administrator'], is_admin: true }),
  user: { id: 1, username: 'admin', name_full: 'سارا' },
}
const other = { token: encode({ sub: 2, sid: 'b1', roles: ['staff'] }), user: { id: 2, username: 'staff', name_full: 'علی' } }

const auth = () => useSessionStore.getState().auth

beforeEach(() => useSessionStore.setState(emptyState()))

describe('signing in', () => {
  it('opens the wanted route, else home', () => {
    expect(beginSession(admin)).toBe('/')
    rememberRoute('/settings?page=2')
    expect(beginSession(admin)).toBe('/settings?page=2')
  })

  it.each(['/auth/register', '/auth/login?logout=1', '/auth', '/forbidden'])('never remembers %s', (path) => {
    rememberRoute(path)
    expect(auth().wantedRoute).toBeNull()
  })

  it.each(['//evil.example/x', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a\nb', 7, {}])(
    'goes home where %j is remembered',
    (wanted) => {
      setAuth({ wantedRoute: wanted as string })
      expect(beginSession(admin)).toBe('/')
    },
  )

  it('takes no answer without token and user for a sign-in', () => {
    expect([{}, null, { token: '' }, { token: 'x' }, { token: 'x', user: null }].map(isSignIn)).toEqual([false, false, false, false, false])
    expect(isSignIn(admin)).toBe(true)
  })

  it('remembers a path that only begins like one of signing in', () => {
    rememberRoute('/authors')
    expect(auth().wantedRoute).toBe('/authors')
  })

  it('reads roles and flags from the token, the rest from the answer', () => {
    beginSession({
      ...admin,
      token: encode({ sub: 1, sid: 's', roles: ['x', 'y'], is_developer: true }),
      preferences: { panel_locale: 'en', timezone: 'Asia/Tehran' },
      two_fa: true,
    })
    expect(currentSession()).toMatchObject({
      id: 's',
      roles: ['x', 'y'],
      isAdmin: false,
      isDeveloper: true,
      locale: 'en',
      timezone: 'Asia/Tehran',
      twoFA: true,
      forceChangePassword: false,
    })
  })

  it('ignores a preferred locale that is not configured', () => {
    beginSession({ ...admin, preferences: { panel_locale: 'xx' } })
    expect(auth().locale).toBeNull()
  })
})

describe('impersonation', () => {
  it('keeps the admin token and comes back to where it began', () => {
    beginSession(admin)
    enterImpersonation(other, '/persons/users/staff?page=3')
    expect(auth()).toMatchObject({ token: other.token, adminToken: admin.token, user: other.user })
    expect(exitImpersonation()).toBe('/persons/users/staff?page=3')
    expect(auth()).toMatchObject({ token: admin.token, adminToken: null, user: admin.user, adminSession: null })
  })

  it('cannot be put on twice', () => {
    beginSession(admin)
    enterImpersonation(other, '/')
    expect(() => enterImpersonation(other, '/')).toThrow()
  })

  it('ends with the session: neither token is left', () => {
    beginSession(admin)
    enterImpersonation(other, '/')
    endSession()
    expect(auth()).toMatchObject({ token: null, adminToken: null, adminSession: null })
  })
})

describe('a token', () => {
  it.each([null, '', 'x', 'a.b.c', `a.${Buffer.from('3').toString('base64url')}.c`])('that cannot be read (%s) is nobody', (token) => {
    expect(readToken(token)).toEqual({ userId: null, sessionId: null, roles: [], isAdmin: false, isDeveloper: false })
  })

  it('may hold letters of any script', () => {
    setAuth({ token: encode({ sub: 1, roles: ['مدیر'] }) })
    expect(currentSession().roles).toEqual(['مدیر'])
  })
})

describe('light or dark', () => {
  it('follows the device until somebody chooses', () => expect(emptyState().settings.scheme).toBe('system'))
})
