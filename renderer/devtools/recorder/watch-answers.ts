import type { RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import { fileNameOf } from '#renderer/api/call-file.ts'
import { panelConfig } from '#renderer/session/config.ts'

type Answered = Omit<RecordedAnswer, 'step'> & { step: number }

/** Calls of the recorder itself. */
const ownCalls = new Set(['publish-versions', 'publish-fetch'])

/** Tells every answer of a call while a recording is under way; returns what ends it. */
export function watchAnswers(stepNow: () => number, onAnswer: (answer: Answered) => void): () => void {
  const original = window.fetch
  window.fetch = async (input, init) => {
    const step = stepNow()
    const response = await original.call(window, input, init)
    const url = new URL(input instanceof Request ? input.url : String(input), window.location.href)
    const [, version, name] = new RegExp(`^${panelConfig.api_base}/v(\\d+)/([^/]+)$`).exec(url.pathname) ?? []
    if (name !== undefined && !ownCalls.has(name)) {
      const called = { step, ...calledBy(url, Number(version), decodeURIComponent(name), init) }
      void describe(response.clone()).then(
        (answer) => onAnswer({ ...called, ...answer }),
        () => undefined,
      )
    }
    return response
  }
  return () => {
    window.fetch = original
  }
}

function calledBy(
  url: URL,
  version: number,
  name: string,
  init: RequestInit | undefined,
): Pick<Answered, 'method' | 'name' | 'version' | 'params' | 'payload'> {
  const params = Object.fromEntries(url.searchParams)
  const payload = typeof init?.body === 'string' ? readJson(init.body) : undefined
  return {
    method: init?.method ?? 'GET',
    name,
    ...(version === 1 ? {} : { version }),
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(payload === undefined ? {} : { payload }),
  }
}

async function describe(response: Response): Promise<Pick<Answered, 'status' | 'body' | 'file'>> {
  const { status } = response
  const disposition = response.headers.get('content-disposition')
  if (disposition !== null)
    return {
      status,
      file: { name: fileNameOf(disposition) ?? 'file', type: response.headers.get('content-type') ?? 'application/octet-stream' },
    }
  return { status, body: readJson(await response.text()) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
