import { afterEach, describe, expect, it, vi } from 'vitest'
import { refresh, subscribeRefresh } from '#renderer/api/refresh.ts'
import { runAction } from '#renderer/action/run-action.ts'
import { translate } from '#renderer/locale/translate.ts'
import { setNavigator } from '#renderer/ui/navigator.ts'
import { useToasts } from '#renderer/ui/toast-store.ts'
import type { Action } from '#schemas/types/contract.d.ts'

const trash: Action = {
  id: 'trash',
  type: 'call',
  options: { name: 'trash', method: 'DELETE', params: { id: '{row.id}', version: '{row.version}' } },
}
const refuse = (failures: Record<string, string>) => {
  vi.stubGlobal('window', { location: { pathname: '/books', search: '', origin: 'http://panel.test' } })
  vi.stubGlobal('fetch', async (url: string) => {
    const code = failures[new URLSearchParams(url.split('?')[1]).get('id') ?? '']
    return new Response(JSON.stringify(code ? { errorCode: code, userMessage: `It is ${code}.` } : { results: 1, metadata: {} }), {
      status: code ? 409 : 200,
    })
  })
}
const read: unknown[] = []
const stops = (['row', 'screen', 'list'] as const).map((kind) =>
  subscribeRefresh(kind, ({ id }) => read.push(id === undefined ? kind : `${kind} ${id}`)),
)
const toasts = () => useToasts.getState().toasts

afterEach(() => {
  vi.unstubAllGlobals()
  read.length = 0
  useToasts.setState({ toasts: [] })
})

describe('an action on a row that is not as it was shown', () => {
  it.each(['stale-version', 'precondition-failed', 'not-found'])(
    'reads the row again, says so and what to do, and closes nothing (%s)',
    async (code) => {
      refuse({ 7: code })
      const close = vi.fn()
      expect(await runAction(trash, { row: { id: 7, version: 1 }, close })).toBe(false)
      expect(read).toEqual(['row 7'])
      expect(close).not.toHaveBeenCalled()
      expect(toasts()).toMatchObject([{ tone: 'warning', text: `It is ${code}.`, list: [translate('action.modal_stays')] }])
    },
  )

  it('reads the record again where its state refuses, also while a dialog shows the refusal', async () => {
    const body = { errorCode: 422, userMessage: 'Closed.', errors: { status: ['Closed.'] }, metadata: { lifecycle: 'status' } }
    vi.stubGlobal('window', { location: { pathname: '/books', search: '', origin: 'http://panel.test' } })
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 422 }))
    const onFailure = vi.fn(() => true)
    expect(await runAction(trash, { row: { id: 7, version: 1 }, onFailure })).toBe(false)
    expect(onFailure).toHaveBeenCalledOnce()
    expect(await runAction(trash, {})).toBe(false)
    expect(read).toEqual(['row 7', 'screen'])
  })

  it('keeps the question open where trying again may help', async () => {
    refuse({ 7: 'in-use' })
    const close = vi.fn()
    await runAction(trash, { row: { id: 7, version: 1 }, close })
    expect(read).toEqual([])
    expect(close).not.toHaveBeenCalled()
  })
})

describe('what an answer leads to', () => {
  it.each(['//evil.test/x', 'javascript:alert(1)', 'data:text/html,x'])('is not followed to %s, and that is told', async (url) => {
    const visits: string[] = []
    setNavigator((path) => {
      visits.push(path)
    })
    vi.stubGlobal('window', {
      location: {
        pathname: '/books',
        search: '',
        href: 'http://panel.test/books',
        origin: 'http://panel.test',
        assign: (path: string) => visits.push(path),
      },
    })
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ results: 1, metadata: { redirect: { url } } }), { status: 200 }))
    await runAction({ type: 'call', options: { name: 'save', success: { toast: false } } })
    expect(visits).toEqual([])
    expect(toasts().map((toast) => toast.tone)).toEqual(['danger'])
  })

  it('is told as a mere try where it is one', async () => {
    refuse({})
    await runAction({ type: 'call', options: { name: 'save', mock: true, subject: 'book' } })
    expect(toasts()).toMatchObject([{ tone: 'success', list: [expect.any(String)] }])
  })
})

describe('an action that is tried again', () => {
  const save: Action = { type: 'call', options: { name: 'save', payload: { model: 'book', id: '{row.id}' } } }
  const answer = (statuses: number[]) => {
    vi.stubGlobal('window', { location: { pathname: '/books', search: '', origin: 'http://panel.test' } })
    vi.stubGlobal('fetch', async () => {
      const status = statuses.shift()!
      return new Response(
        JSON.stringify(
          status === 200 ? { results: {}, metadata: {} } : { errorCode: 422, userMessage: 'Refused.', errors: { title: ['Too long.'] } },
        ),
        { status },
      )
    })
  }

  it('says what was refused where no form marks the fields', async () => {
    answer([422, 422])
    await runAction({ id: 'publish', type: 'call', title: 'Publish', options: { name: 'transition' } }, { row: { id: 7 } })
    await runAction(save, { row: { id: 8 } })
    expect(toasts()).toMatchObject([
      { text: translate('action.refused', { title: 'Publish' }), list: ['Too long.'] },
      { text: translate('action.update.error', { type: translate('action.item') }), list: ['Too long.'] },
    ])
  })

  it('takes back what it told of its failure, once it has succeeded', async () => {
    answer([422, 422, 200])
    await runAction(save, { row: { id: 7 } })
    await runAction(save, { row: { id: 8 } })
    await runAction(save, { row: { id: 7 } })
    expect(toasts().map((toast) => toast.tone)).toEqual(['danger', 'success'])
  })

  it('takes it back also where success tells nothing', async () => {
    answer([422, 200])
    const silent: Action = { ...save, options: { ...save.options, success: { toast: false } } }
    await runAction(silent, { row: { id: 7 } })
    await runAction(silent, { row: { id: 7 } })
    expect(toasts()).toEqual([])
  })
})

it('is not heard any more after it stopped', () => {
  for (const stop of stops) stop()
  refresh('list')
  expect(read).toEqual([])
})
