import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStream, waitBefore } from '#renderer/api/live/read-stream.ts'

const encoder = new TextEncoder()
/** A stream that the test writes to. */
function openStream() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (opened) => void (controller = opened) })
  return {
    response: new Response(body, { status: 200 }),
    write: (text: string) => controller.enqueue(encoder.encode(text)),
    close: () => controller.close(),
  }
}

const fetching = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetching)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetching.mockReset()
})

function reading() {
  const news: string[] = []
  const end = new AbortController()
  const done = readStream({ topics: ['notifications'], signal: end.signal, onNews: (topic) => news.push(topic) })
  return { news, done, end: () => end.abort() }
}
const settle = () => vi.advanceTimersByTimeAsync(0)
const minute = () => vi.advanceTimersByTimeAsync(60_000)

test('news are told line by line, however they are cut; what is no news is passed over', async () => {
  const stream = openStream()
  fetching.mockResolvedValueOnce(stream.response)
  const { news, end } = reading()
  await settle()
  stream.write('{"type":"ready"}\n{"type":"beat"}\nnonsense\n{"type":"ne')
  await settle()
  expect(news).toEqual([])
  stream.write('ws","topic":"notifications"}\n')
  await settle()
  expect(news).toEqual(['notifications'])
  end()
})

test('a stream that breaks off is opened again, and everything may have news then', async () => {
  const [first, second] = [openStream(), openStream()]
  fetching.mockResolvedValueOnce(first.response).mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(second.response)
  const { news, end } = reading()
  await settle()
  first.write('{"type":"ready"}\n')
  first.close()
  await minute()
  expect(fetching).toHaveBeenCalledTimes(3)
  second.write('{"type":"ready"}\n')
  await settle()
  expect(news).toEqual(['notifications'])
  end()
})

test('a stream that is silent is taken for dead', async () => {
  fetching.mockImplementation((_, init) =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start: (controller) => init!.signal!.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError'))),
        }),
      ),
    ),
  )
  const { end } = reading()
  await minute()
  await minute()
  expect(fetching.mock.calls.length).toBeGreaterThan(1)
  end()
})

test.each([401, 403, 404, 422])('after %i nobody asks again', async (status) => {
  fetching.mockResolvedValue(new Response('{}', { status }))
  const { done } = reading()
  await done
  expect(fetching).toHaveBeenCalledTimes(1)
})

test('a busy server is asked again when it says so', async () => {
  fetching.mockResolvedValue(new Response('{}', { status: 429, headers: { 'retry-after': '60' } }))
  const { end } = reading()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(fetching).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetching).toHaveBeenCalledTimes(2)
  end()
})

test('the pauses grow to a minute, and no two browsers have the same', () => {
  expect([0, 1, 2, 20].map((failures) => waitBefore(failures, 1))).toEqual([1000, 2000, 4000, 60_000])
  expect(waitBefore(20, 0)).toBe(30_000)
})
