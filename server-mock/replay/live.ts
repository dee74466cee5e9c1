import type { RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import { fileNameOf } from './file-name.ts'
import type { Answering } from './edge.ts'

/** Headers of the panel that a server needs; everything else is between this machine and the browser. */
const passedOn = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'x-access-ticket',
  'x-field-names',
  'x-locale',
  'x-timezone',
]

/** Passes each call on to a server, and notes what it answered. */
export function answerLive(server: string, stepNow: () => number, onAnswer: (answer: RecordedAnswer) => void): Answering {
  return {
    async answer({ called, url, headers, body }) {
      const step = stepNow()
      const response = await fetch(server + url, {
        method: called.method,
        headers: Object.fromEntries(passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))),
        ...(body && body.length > 0 ? { body: new Uint8Array(body) } : {}),
        redirect: 'error',
      })
      const { status } = response
      const disposition = response.headers.get('content-disposition')
      if (disposition) {
        const file = { name: fileNameOf(disposition), type: response.headers.get('content-type') ?? 'application/octet-stream' }
        onAnswer({ step, ...called, status, file })
        return { status, file, bytes: new Uint8Array(await response.arrayBuffer()) }
      }
      const text = await response.text()
      const answer = { status, body: readJson(text) }
      onAnswer({ step, ...called, ...answer })
      return answer
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
