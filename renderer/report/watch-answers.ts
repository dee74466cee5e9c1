import type { RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import { fileNameOf } from '#renderer/api/call-file.ts'
import { panelConfig } from '#renderer/session/config.ts'

/** A call with the text of its answer: reading it as JSON waits until somebody needs it. */
export interface WatchedAnswer extends Omit<RecordedAnswer, 'step' | 'body'> {
  text: string
}

interface Watcher {
  /** Called when the call goes out; what it returns is called with the answer. Undefined for a call that does not concern it. */
  called: (name: string) => ((answer: WatchedAnswer) => void) | undefined
}

const watchers = new Set<Watcher>()
let original: typeof window.fetch | undefined

/** Tells every answer of a call of the panel; returns what ends it. */
export function watchAnswers(watcher: Watcher): () => void {
  watchers.add(watcher)
  if (!original) {
    original = window.fetch
    window.fetch = watchedFetch
  }
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0 || window.fetch !== watchedFetch) return
    window.fetch = original!
    original = undefined
  }
}

async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), window.location.href)
  const path = pathname.startsWith(`${panelConfig.api_base}/v`) ? pathname.slice(panelConfig.api_base.length + 2) : ''
  const [version, name] = path.split('/')
  const tell = name ? [...watchers].map(({ called }) => called(name)).filter((each) => each !== undefined) : []
  const response = await original!.call(window, input, init)
  if (tell.length === 0 || !isWhole(response)) return response
  const called = { method: init?.method ?? 'GET', name: name!, ...sentBy(searchParams, Number(version), init) }
  void describe(response.clone()).then(
    (answer) => tell.forEach((each) => each({ ...called, ...answer })),
    () => undefined,
  )
  return response
}

/** A stream of events never ends. */
const isWhole = (response: Response): boolean => !/event-stream|ndjson/.test(response.headers.get('content-type') ?? '')

function sentBy(
  searchParams: URLSearchParams,
  version: number,
  init: RequestInit | undefined,
): Pick<WatchedAnswer, 'version' | 'params' | 'payload'> {
  const params = Object.fromEntries(searchParams)
  const payload = typeof init?.body === 'string' ? readJson(init.body) : undefined
  return {
    ...(version === 1 ? {} : { version }),
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(payload === undefined ? {} : { payload }),
  }
}

async function describe(response: Response): Promise<Pick<WatchedAnswer, 'status' | 'text' | 'file'>> {
  const { status } = response
  const disposition = response.headers.get('content-disposition')
  if (disposition !== null) {
    const file = { name: fileNameOf(disposition) ?? 'file', type: response.headers.get('content-type') ?? 'application/octet-stream' }
    return { status, text: '', file }
  }
  return { status, text: await response.text() }
}

/** The answer as a fixture keeps it. */
export const readAnswerText = ({ text, ...answer }: WatchedAnswer): Omit<RecordedAnswer, 'step'> =>
  answer.file ? answer : { ...answer, body: readJson(text) }

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
