import { panelConfig } from '#renderer/session/config.ts'
import { sessionToken } from '#renderer/session/session.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { callHeaders } from '#renderer/api/request.ts'

/** A stream that says nothing for so long is dead; the server speaks every 20 seconds. */
const silenceMs = 60_000
const firstWaitMs = 1000
const longestWaitMs = 60_000

export interface StreamOptions {
  topics: readonly string[]
  signal: AbortSignal
  onNews: (topic: string) => void
}

/** How long to wait before attempt `failures + 1`: twice as long each time, up to a minute, and never for all at once. */
export const waitBefore = (failures: number, random = Math.random()): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** failures) * (0.5 + random / 2)

/**
 * Reads the live stream until the signal, and opens it again whenever it breaks off; then everything may have news. Ends where the server
 * says that there is none for this session.
 */
export async function readStream({ topics, signal, onNews }: StreamOptions): Promise<void> {
  let failures = 0
  let isFirst = true
  while (!signal.aborted) {
    let waitMs: number | undefined
    try {
      const isRefused = await readOnce(topics, signal, {
        onReady: () => {
          failures = 0
          if (!isFirst) for (const topic of topics) onNews(topic)
          isFirst = false
        },
        onNews,
        onBusy: (ms) => {
          waitMs = ms
        },
      })
      if (isRefused) return
    } catch {
      // It broke off: a lost network, a server that starts anew, or the signal.
    }
    await pause(Math.max(waitMs ?? 0, waitBefore(failures)), signal)
    failures += 1
  }
}

interface Heard {
  onReady: () => void
  onNews: (topic: string) => void
  /** The server asks to wait so long. */
  onBusy: (waitMs: number) => void
}

/** One connection, to its end. True if there will be none for this session. */
async function readOnce(topics: readonly string[], signal: AbortSignal, { onReady, onNews, onBusy }: Heard): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const response = await fetch(`${panelConfig.api_base}/live?topics=${topics.map(encodeURIComponent).join(',')}`, {
      headers: { ...callHeaders(sessionToken()), Accept: 'application/x-ndjson' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (response.status === 429 || response.status >= 500) onBusy(Number(response.headers.get('retry-after') ?? 0) * 1000)
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return response.status < 500 && response.status !== 429 && response.status !== 408
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return false
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      const lines = (rest + value).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        const message = parseLine(line)
        if (message.type === 'ready') onReady()
        if (message.type === 'news' && typeof message.topic === 'string') onNews(message.topic)
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

function parseLine(line: string): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(line)
    return isRecord(message) ? message : {}
  } catch {
    return {}
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
