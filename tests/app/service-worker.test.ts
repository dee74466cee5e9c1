import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

type Handler = (event: object) => void

/** The worker of the panel with what a browser gives it. */
function startWorker(tabs: readonly { answers: boolean }[] = []) {
  const handlers: Record<string, Handler> = {}
  const shown: unknown[][] = []
  const opened: string[] = []
  const clients = tabs.map(({ answers }) => ({
    focus: vi.fn(() => Promise.resolve()),
    postMessage: vi.fn((_: object, [port]: MessagePort[]) => (answers ? port!.postMessage(true) : undefined)),
  }))
  const self = {
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
    location: { origin: 'https://panel.example.com' },
    registration: { showNotification: (...args: unknown[]) => Promise.resolve(shown.push(args)) },
    clients: { matchAll: () => Promise.resolve(clients), openWindow: (path: string) => Promise.resolve(opened.push(path)) },
  }
  runInNewContext(readFileSync('app/public/sw.js', 'utf8'), { self, URL, MessageChannel, setTimeout, caches: {} })
  const raise = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve()
    handlers[name]!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }
  const click = (link?: unknown) => raise('notificationclick', { notification: { close: () => undefined, data: { link } } })
  return { raise, click, shown, opened, clients }
}

test('what is pushed is shown, and something also where it cannot be read', async () => {
  const { raise, shown } = startWorker()
  const notice = { title: 'Published', body: 'Spring fair', link: '/content/1', tag: 'notice-7', lang: 'en', dir: 'ltr' }
  await raise('push', { data: { json: () => notice } })
  await raise('push', { data: null })
  expect(shown).toEqual([
    ['Published', expect.objectContaining({ body: 'Spring fair', tag: 'notice-7', dir: 'ltr', data: { link: '/content/1' } })],
    ['پیشخوان', expect.any(Object)],
  ])
})

test('a click opens the record in a tab of the panel that answers, else in a new one', async () => {
  const answering = startWorker([{ answers: true }])
  await answering.click('/content/1')
  expect([answering.opened, answering.clients[0]!.focus.mock.calls.length]).toEqual([[], 1])
  expect(answering.clients[0]!.postMessage).toHaveBeenCalledWith({ type: 'open-notice', path: '/content/1' }, expect.anything())
  const silent = startWorker([{ answers: false }])
  await silent.click('/content/1')
  expect([silent.opened, silent.clients[0]!.focus.mock.calls.length]).toEqual([['/content/1'], 0])
})

test.each([['https://elsewhere.example.com'], ['//elsewhere.example.com'], ['/\\elsewhere.example.com'], [undefined]])(
  'a link out of the panel opens its first page: %s',
  async (link) => {
    const { click, opened } = startWorker()
    await click(link)
    expect(opened).toEqual(['/'])
  },
)
