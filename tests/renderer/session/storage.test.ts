import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyState, persistable } from '#renderer/session/session.ts'
import { readStored, storageKey, writeStored } from '#renderer/session/storage.ts'

const dayMs = 24 * 60 * 60 * 1000
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      kept.set(key, text)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('kept state', () => {
  it('is read back under the one key', () => {
    writeStored('local', emptyState(), undefined, 1000)
    expect([...kept.keys()]).toEqual([storageKey])
    expect(readStored('local', 2000)).toEqual(emptyState())
  })

  it('holds the four parts and no others', () => {
    expect(Object.keys(emptyState()).sort()).toEqual(['auth', 'cart', 'division', 'settings'])
  })

  it('expires after seven days', () => {
    writeStored('local', { a: 1 }, undefined, 0)
    expect(readStored('local', 6 * dayMs)).toEqual({ a: 1 })
    expect(readStored('local', 8 * dayMs)).toBeNull()
  })

  it('takes a stored time written as a date', () => {
    kept.set(storageKey, JSON.stringify({ state: { a: 1 }, stored_at: new Date(0).toISOString() }))
    expect(readStored('local', dayMs)).toEqual({ a: 1 })
    expect(readStored('local', 8 * dayMs)).toBeNull()
  })

  it.each(['{', '[]', 'null', '{"state":null,"stored_at":1}', '{"state":{}}'])('is nothing when it reads %s', (text) => {
    kept.set(storageKey, text)
    expect(readStored('local', 0)).toBeNull()
  })

  it('goes to a cookie where that is configured', () => {
    const page = { cookie: '' }
    vi.stubGlobal('document', page)
    vi.stubGlobal('location', { protocol: 'https:' })
    writeStored('cookie', { a: 'é;=' }, undefined, 5)
    expect(page.cookie).toMatch(/^pishkhan=.*; Path=\/; Max-Age=604800; SameSite=Strict; Secure$/)
    page.cookie = `other=1; ${page.cookie.split('; ')[0]!}`
    expect(readStored('cookie', 6)).toEqual({ a: 'é;=' })
    expect(kept.size).toBe(0)
  })

  it('leaves tokens out when their use is not configured', () => {
    const state = emptyState()
    state.auth.token = 'secret'
    state.auth.adminToken = 'admin secret'
    expect(JSON.stringify(persistable(state, false))).not.toContain('secret')
    expect(persistable(state, true).auth.token).toBe('secret')
  })

  it('leaves no half of a session without its token: neither the user nor the one who acts as him', () => {
    const state = emptyState()
    const user = { id: 2, username: 'staff', name_full: 'Ali' }
    state.auth = {
      ...state.auth,
      token: 'secret',
      adminToken: 'admin secret',
      user,
      adminSession: { user, locale: null, timezone: null, route: '/x' },
      forceChangePassword: true,
      wantedRoute: '/y',
    }
    expect(persistable(state, false).auth).toMatchObject({ user: null, adminSession: null, forceChangePassword: false, wantedRoute: '/y' })
  })

  it('of a cookie goes without what it cannot hold', () => {
    const page = { cookie: '' }
    vi.stubGlobal('document', page)
    vi.stubGlobal('location', { protocol: 'http:' })
    writeStored('cookie', { kept: 1, long: 'x'.repeat(5000) }, { kept: 1, long: '' }, 5)
    page.cookie = page.cookie.split('; ')[0]!
    expect(readStored('cookie', 6)).toEqual({ kept: 1, long: '' })
  })
})
