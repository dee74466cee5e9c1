import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { demoPassword } from '#server/features/persons/seed.ts'
import { ensureBuilt } from '#server/set-up.mjs'
import { hostileCalls, preparations, type HostileCall } from './hostile-calls.ts'
import { absolute, type Measurement } from './report.ts'
import { freePort, startAndWait } from './servers.ts'

/** Longest that one request may keep `/health` waiting. */
const maxWaitMs = 250
const maxAnswerBytes = 100 * 1024
/** Calls are given up after so long: a file that is read in a thread may take its time. */
const callMs = 60_000

interface Outcome extends HostileCall {
  waitMs: number
  callMs: number
  bytes: number
  status: string
}

async function signIn(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  return ((await answer.json()) as { results: { token: string } }).results.token
}

async function send(url: string, call: HostileCall, token: string | undefined): Promise<Pick<Outcome, 'bytes' | 'status'>> {
  const type = call.type ?? (call.body instanceof FormData ? undefined : 'application/json')
  try {
    const answer = await fetch(`${url}/api/v1/${call.path}`, {
      method: call.method ?? 'POST',
      headers: { ...(type && { 'content-type': type }), ...(token && { authorization: `Bearer ${token}` }) },
      body: call.body as BodyInit | undefined,
      signal: AbortSignal.timeout(callMs),
    })
    return { status: String(answer.status), bytes: (await answer.arrayBuffer()).byteLength }
  } catch (fault) {
    return { status: ((fault as Error).cause as { code?: string } | undefined)?.code ?? (fault as Error).name, bytes: 0 }
  }
}

const usualCall = (path: string, as: HostileCall['as']): HostileCall =>
  path.includes('?')
    ? {
        shape: 'usual',
        path: path
          .replace(/&where=.*$/, '')
          .split('&')
          .slice(0, 3)
          .join('&'),
        as,
        method: 'GET',
      }
    : { shape: 'usual', path, as, body: '{}' }

/** One hostile request after the other against a built server, while a thread of its own asks for its health. */
export async function measureFreezes(): Promise<Measurement[]> {
  ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-freeze-'))
  const port = await freePort()
  const server = await startAndWait([process.execPath, 'dist/server/server.js'], port, '/ready', {
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DEMO: 'on',
  })
  const probe = new Worker(new URL('./health-probe.mjs', import.meta.url), { workerData: server.url })
  const longestWait = () =>
    new Promise<number>((resolve) => {
      probe.once('message', resolve)
      probe.postMessage('longest')
    })
  try {
    const tokens = {
      administrator: await signIn(server.url, 'administrator'),
      developer: await signIn(server.url, 'developer'),
      editor: await signIn(server.url, 'editor'),
      customer: await signIn(server.url, 'customer'),
    }
    for (const call of preparations()) {
      const { status } = await send(server.url, call, call.as && tokens[call.as])
      if (status !== '200') throw new Error(`${call.shape}: ${status}`)
    }
    // Who may use the module is known to those who sign in after its publication.
    tokens.administrator = await signIn(server.url, 'administrator')
    const calls = await hostileCalls()
    // Documents are read and validators compiled with the first call of an endpoint, whoever makes it.
    for (const path of new Set(calls.map((call) => call.path)))
      for (const [as, token] of Object.entries(tokens)) await send(server.url, usualCall(path, as as keyof typeof tokens), token)
    const outcomes: Outcome[] = []
    for (const call of calls) {
      await sleep(60)
      await longestWait()
      const started = performance.now()
      const answered = await send(server.url, call, call.as && tokens[call.as])
      const took = performance.now() - started
      await sleep(60)
      outcomes.push({ ...call, ...answered, callMs: took, waitMs: await longestWait() })
    }
    const slowest = outcomes.toSorted((a, b) => b.waitMs - a.waitMs)
    const largest = outcomes.filter(({ status }) => status >= '400').toSorted((a, b) => b.bytes - a.bytes)[0]!
    for (const { shape, waitMs, callMs: took, status, bytes } of process.env.FREEZE_ALL ? outcomes : slowest.slice(0, 10))
      console.log(`${waitMs.toFixed(0)} ms  ${shape}: ${status}, ${bytes} bytes after ${took.toFixed(0)} ms`)
    return [
      absolute(`Longest wait for /health beside one request (${slowest[0]!.shape})`, slowest[0]!.waitMs, 'ms', maxWaitMs),
      absolute(
        `Largest refusal of ${outcomes.length} hostile requests (${largest.shape})`,
        largest.bytes / 1024,
        'KB',
        maxAnswerBytes / 1024,
      ),
    ]
  } finally {
    await probe.terminate()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
