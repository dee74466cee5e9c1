import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callNamed, isCancelled } from '#renderer/api/call.ts'
import { onPublication } from '#renderer/api/publication.ts'
import { setIdentityCheck } from '#renderer/api/identity-check.ts'
import { createRepeatKeys } from '#renderer/api/idempotency-keys.ts'
import { toQuery } from '#schemas/rules/text/route-path.ts'
import { enterRoute } from '#renderer/api/route-scope.ts'
import { translate } from '#renderer/locale/translate.ts'
import { setNavigator } from '#renderer/ui/navigator.ts'
import { emptyState, setAuth, useSessionStore } from '#renderer/session/session.ts'
import { useToasts } from '#renderer/ui/toast-store.ts'

interface Sent {
  url: string
  init: RequestInit & { headers: Record<string, string> }
}

let sent: Sent[] = []
let answer: (sent: Sent) => Promise<Response>
const at = { pathname: '/settings', search: '?page=2', origin: 'http://panel.test' }
const body = (value: object, status = 200) => new Response(JSON.stringify(value), { status })
const visits: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  visits.length = 0
  answer = async () => body({ results: 1, metadata: {} })
  at.pathname = '/settings'
  vi.stubGlobal('window', { location: at })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('fetch', (url: string, init: Sent['init']) => {
    const one = { url, init }
    sent.push(one)
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      answer(one).then(resolve, reject)
    })
  })
  useSessionStore.setState(emptyState())
  setNavigator((path) => {
    visits.push(path)
  })
  enterRoute('/elsewhere')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const headers = (index = 0) => sent[index]!.init.headers

describe('a call', () => {
  it('goes to its version under the base, with locale, zone and token', async () => {
    setAuth({ token: 't1', timezone: 'Asia/Tehran' })
    await callNamed('book-list', { params: { page: 2, ids: [1, 2], open: true, none: null }, version: 2 })
    expect(sent[0]!.url).toBe('/api/v2/book-list?page=2&ids=1%2C2&open=1')
    expect(headers()).toMatchObject({ 'X-Locale': 'fa', 'X-Timezone': 'Asia/Tehran', Authorization: 'Bearer t1' })
    expect(headers()['Idempotency-Key']).toBeUndefined()
  })

  it('carries no token when nobody is signed in', async () => {
    await callNamed('routes')
    expect(headers().Authorization).toBeUndefined()
  })

  it('keeps its key while it is unanswered and unchanged, and takes a new one after any answer', async () => {
    const idempotencyKeys = createRepeatKeys()
    const save = (payload: object) => callNamed('save', { payload, idempotencyKeys }).catch(() => undefined)
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await save({ a: 1 })
    await save({ a: 1 })
    await save({ a: 2 })
    answer = async () => body({ errorCode: 'stale-version' }, 409)
    await save({ a: 1 })
    await save({ a: 1 })
    const keys = sent.map((one) => one.init.headers['Idempotency-Key'])
    expect(keys[1]).toBe(keys[0])
    expect(keys[3]).toBe(keys[0])
    expect(new Set(keys).size).toBe(3)
  })

  it('has a key of its own on every call that writes', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) await callNamed('save', { payload: { a: 1 }, method })
    await callNamed('save', { payload: { a: 1 } })
    expect(sent.map(({ init }) => init.method)).toEqual(['POST', 'PUT', 'PATCH', 'DELETE', 'POST'])
    expect(new Set(sent.map(({ init }) => init.headers['Idempotency-Key'])).size).toBe(5)
    expect(headers(0)['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers(0)['Idempotency-Key']).not.toBe(headers(1)['Idempotency-Key'])
  })

  it('says mock=1 in its query', async () => {
    await callNamed('save', { payload: {}, mock: true })
    expect(sent[0]!.url).toBe('/api/v1/save?mock=1')
  })

  it('rejects with the body of the answer', async () => {
    answer = async () => body({ errorCode: 'in-use', userMessage: 'In use.', errors: { a: ['x'] }, metadata: { by: 3 } }, 409)
    await expect(callNamed('trash')).rejects.toMatchObject({
      status: 409,
      errorCode: 'in-use',
      userMessage: 'In use.',
      errors: { a: ['x'] },
      metadata: { by: 3 },
    })
  })

  it('rejects a page that is no answer as what it is: a failure of the server', async () => {
    answer = async () => new Response('<html>', { status: 502 })
    await expect(callNamed('single')).rejects.toMatchObject({ status: 502, userMessage: '' })
  })

  it.each([
    ['<!doctype html>', '<!doctype html>'],
    ['null', null],
    ['[1]', [1]],
  ])('rejects a success that is no answer, here %s, instead of taking it for an empty one', async (text, found) => {
    answer = async () => new Response(text, { status: 200 })
    await expect(callNamed('grid')).rejects.toMatchObject({ errorCode: 'unreadable', metadata: { pointer: '', found } })
  })
  it('takes no body at all for an answer without results', async () => {
    answer = async () => new Response('', { status: 200 })
    expect(await callNamed('logout')).toEqual({ results: undefined, metadata: {} })
  })
  it('says that nothing was reached', async () => {
    answer = async () => {
      throw new TypeError('Failed to fetch')
    }
    await expect(callNamed('single')).rejects.toMatchObject({ status: 0, errorCode: 'network' })
  })
})

describe('what an answer changes', () => {
  it('replaces the token by a renewed one', async () => {
    setAuth({ token: 't1' })
    answer = async () => body({ results: 1, metadata: { access_token: 't2' } })
    await callNamed('single')
    await callNamed('single')
    expect(headers(1).Authorization).toBe('Bearer t2')
  })

  it('renews nothing for somebody who signed in meanwhile', async () => {
    setAuth({ token: 't1' })
    answer = async () => {
      setAuth({ token: 'other' })
      return body({ results: 1, metadata: { access_token: 't2' } })
    }
    await callNamed('single')
    expect(useSessionStore.getState().auth.token).toBe('other')
  })

  it('asks for a new password', async () => {
    setAuth({ token: 't1' })
    answer = async () => body({ results: 1, metadata: { password_force_change: true } })
    await callNamed('single')
    expect(useSessionStore.getState().auth.forceChangePassword).toBe(true)
  })

  it('asks for a new password where nothing else is answered before', async () => {
    setAuth({ token: 't1', forceChangePassword: false })
    answer = async () => body({ errorCode: 'password-change-required', userMessage: 'Please change your password first.', errors: {} }, 403)
    await expect(callNamed('single')).rejects.toMatchObject({ status: 403 })
    expect(useSessionStore.getState().auth.forceChangePassword).toBe(true)
  })

  it('tells when documents were published, once, and not at the first answer', async () => {
    const told = vi.fn()
    onPublication(told)
    for (const publication of [3, 3, 4, 4]) {
      answer = async () => body({ results: 1, metadata: { publication } })
      await callNamed('single')
    }
    expect(told.mock.calls).toEqual([[4]])
  })
})

describe('the ticket', () => {
  it('is sent until the route changes', async () => {
    answer = async () => body({ results: 1, metadata: { access_ticket: 'k' } })
    await callNamed('a')
    answer = async () => body({ results: 1, metadata: {} })
    await callNamed('b')
    await callNamed('prefetched', { background: true })
    at.pathname = '/profile'
    await callNamed('c')
    expect([0, 1, 2, 3].map((index) => headers(index)['X-Access-Ticket'])).toEqual([undefined, 'k', undefined, undefined])
  })
})

describe('leaving a route', () => {
  it('cancels its calls silently, and not those of the frame', async () => {
    let finish = () => {}
    answer = () =>
      new Promise((resolve) => {
        finish = () => resolve(body({ results: 1, metadata: {} }))
      })
    const frame = callNamed('layout', { background: true })
    const finishFrame = finish
    const slow = callNamed('grid').catch((error: unknown) => error)
    at.pathname = '/profile'
    enterRoute()
    finishFrame()
    expect(isCancelled(await slow)).toBe(true)
    await expect(frame).resolves.toMatchObject({ results: 1 })
  })
})

describe('a session that has ended', () => {
  const refuse = (errorCode: string | number) => {
    answer = async () => body({ errorCode, userMessage: '' }, 401)
  }
  const auth = () => useSessionStore.getState().auth

  beforeEach(() => setAuth({ token: 't1', adminToken: 'a1' }))

  it.each(['endpoint-401', 401])('%s: remembers the route, signs out and goes to the login page after a second', async (code) => {
    refuse(code)
    await callNamed('single').catch(() => null)
    expect(visits).toEqual([])
    vi.advanceTimersByTime(999)
    expect(visits).toEqual([])
    vi.advanceTimersByTime(1)
    expect(visits).toEqual(['/auth/login'])
    expect(auth()).toMatchObject({ token: null, adminToken: null, wantedRoute: '/settings?page=2' })
  })

  it('counts a refusal without a code by its status', async () => {
    answer = async () => body({}, 401)
    await callNamed('single').catch(() => null)
    vi.advanceTimersByTime(1000)
    expect(visits).toEqual(['/auth/login'])
    expect(auth()).toMatchObject({ token: null, wantedRoute: '/settings?page=2' })
  })

  it('cancels the frame and the polls too, and neither what ends it nor what everybody is answered', async () => {
    answer = () => new Promise(() => {})
    const ended: string[] = []
    const wait = (name: string, options = {}) => {
      callNamed(name, { background: true, ...options }).catch((error: unknown) => {
        if (isCancelled(error)) ended.push(name)
      })
    }
    wait('layout')
    wait('publication')
    wait('routes')
    wait('persons-logout', { payload: {}, survivesLogout: true })
    refuse('endpoint-401')
    await callNamed('single').catch(() => null)
    await vi.advanceTimersByTimeAsync(0)
    expect(ended).toEqual(['layout', 'publication'])
    await vi.advanceTimersByTimeAsync(1000)
  })

  it('cancels what is pending', async () => {
    answer = () => new Promise(() => {})
    const slow = callNamed('slow').catch((error: unknown) => error)
    refuse('endpoint-401')
    await callNamed('single').catch(() => null)
    expect(isCancelled(await slow)).toBe(true)
    vi.advanceTimersByTime(1000)
  })

  it.each([
    ['endpoint-403', 'layout'],
    ['endpoint-401', 'persons-logout'],
  ])('%s of %s goes at once', async (code, name) => {
    refuse(code)
    await callNamed(name, { method: 'POST', payload: {} }).catch(() => null)
    expect(visits).toEqual(['/auth/login'])
  })

  it('does not move somebody who is on the login page', async () => {
    at.pathname = '/auth/login'
    refuse('endpoint-403')
    await callNamed('layout').catch(() => null)
    vi.advanceTimersByTime(2000)
    expect(visits).toEqual([])
    expect(auth().wantedRoute).toBeNull()
  })

  it('goes on after a refusal of one action', async () => {
    answer = async () => body({ errorCode: 'permission-denied', userMessage: 'No.' }, 403)
    await callNamed('single').catch(() => null)
    vi.advanceTimersByTime(2000)
    expect(auth().token).toBe('t1')
    expect(visits).toEqual([])
  })
})

describe('a query', () => {
  it('leaves out what is not there and keeps empty text', () => {
    expect(toQuery({ a: undefined, b: null, c: '', d: 0, e: false, f: { x: 1 } })).toBe('?c=&d=0&e=0&f=%7B%22x%22%3A1%7D')
    expect(toQuery({})).toBe('')
  })
})

describe('a server that does not answer', () => {
  const texts = () => useToasts.getState().toasts.map(({ text }) => text)
  beforeEach(() => {
    useToasts.setState({ toasts: [] })
    answer = () => new Promise(() => {})
  })

  it('is told of while something is on its way to it, until it answers', async () => {
    let release = (_: Response): void => {}
    answer = () =>
      new Promise((resolve) => {
        release = resolve
      })
    const saved = callNamed('book-save', { payload: { title: 'One' } })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(texts()).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts()).toEqual([translate('errors.slow')])
    release(body({ results: 1, metadata: {} }))
    await saved
    expect(texts()).toEqual([])
  })

  it('is given up after two minutes as one that cannot be reached, also by what only asks', async () => {
    const given = Promise.all(
      [callNamed('book-save', { payload: {} }), callNamed('book')].map((made) => made.catch((failure: unknown) => failure)),
    )
    await vi.advanceTimersByTimeAsync(119_000)
    expect(texts()).toEqual([translate('errors.slow')])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await given).toMatchObject([
      { status: 0, errorCode: 'network' },
      { status: 0, errorCode: 'network' },
    ])
    expect(texts()).toEqual([])
  })

  it('is not told of for what runs behind the page, which waits as long as it takes', async () => {
    const waiting = vi.fn()
    void callNamed('watch', { background: true, payload: {} }).then(waiting, waiting)
    await vi.advanceTimersByTimeAsync(300_000)
    expect(texts()).toEqual([])
    expect(waiting).not.toHaveBeenCalled()
  })
})

describe('a call that needs a confirmation of who uses the session', () => {
  const unproved = body({ errorCode: 'identity-unproved', userMessage: 'Please confirm.', errors: {} }, 403)
  const refuseOnce = () => {
    answer = async () => (sent.length === 1 ? unproved.clone() : body({ results: 'done', metadata: {} }))
  }

  it('is sent again once that is confirmed', async () => {
    const check = vi.fn(async () => true)
    setIdentityCheck(check)
    refuseOnce()
    expect((await callNamed('two-factor-generate', { method: 'PATCH', payload: {} })).results).toBe('done')
    expect([sent.length, check.mock.calls.length]).toEqual([2, 1])
  })

  it('is cancelled without a word when nobody confirms it', async () => {
    setIdentityCheck(async () => false)
    refuseOnce()
    const fault: unknown = await callNamed('two-factor-generate', { method: 'PATCH', payload: {} }).catch((thrown: unknown) => thrown)
    expect([isCancelled(fault), sent.length]).toEqual([true, 1])
  })
})
