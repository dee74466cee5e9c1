import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the generator is told on its standard input. */
export interface Load {
  /** Of each process of the server; people are spread over them as a proxy would. */
  urls: string[]
  tokens: string[]
  /** Paths of the calls, taken in turn. */
  paths: string[]
  /** People who click; each has one call on its way at most. */
  people: number
  /** Pause after each answer; 0 for as fast as the server answers. */
  pauseMs: number
  seconds: number
  /** Answers after which it ends before its time. */
  most: number
}

/** What it prints; times in milliseconds. */
export interface LoadResult {
  answers: number
  failed: number
  seconds: number
  p50: number
  p95: number
  /** Slowest answer of `/health`, asked ten times a second. */
  healthMs: number
  bytes: number
  /** Processor time of the generator itself. */
  cpuMs: number
}

const callTimeoutMs = 20_000
const startsWithinMs = 2000
const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Infinity

/** One call as a browser sends it; the bytes of its answer as they travel. Rejects for every status but 200. */
function call(agent: Agent, url: string, token?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'accept-encoding': 'gzip, br',
      'x-locale': 'fa',
      'x-timezone': 'Asia/Tehran',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const asked = request(url, { agent, headers, timeout: callTimeoutMs }, (response) => {
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      response.once('error', reject)
      response.once('end', () => (response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${response.statusCode}`))))
    })
    asked.once('timeout', () => asked.destroy(new Error(`${url}: no answer within ${callTimeoutMs} ms`)))
    asked.once('error', reject)
    asked.end()
  })
}

async function run({ urls, tokens, paths, people, pauseMs, seconds, most }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: people })
  const probe = new Agent({ keepAlive: true, maxSockets: urls.length })
  const times: number[] = []
  const health: number[] = []
  let [failed, bytes, turn] = [0, 0, 0]
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  const goesOn = () => performance.now() - started < seconds * 1000 && turn < most && failed < 50
  const person = async (at: number) => {
    await sleep(pauseMs === 0 ? 0 : (startsWithinMs * at) / people)
    while (goesOn()) {
      const path = paths[turn++ % paths.length]!
      const sentAt = performance.now()
      try {
        const size = await call(agent, urls[at % urls.length]! + path, tokens[Math.floor(at / urls.length) % tokens.length])
        bytes += size
        times.push(performance.now() - sentAt)
      } catch (error) {
        failed += 1
        if (failed === 1) console.error((error as Error).message)
      }
      if (pauseMs > 0) await sleep(pauseMs * (0.75 + ((turn * 7919) % 500) / 1000))
    }
  }
  const watch = async () => {
    for (let at = 0; goesOn(); at++) {
      const sentAt = performance.now()
      await call(probe, `${urls[at % urls.length]!}/health`).catch(() => {})
      health.push(performance.now() - sentAt)
      await sleep(100)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: people }, (_, at) => person(at))])
  const { user, system } = process.cpuUsage(cpuBefore)
  agent.destroy()
  probe.destroy()
  return {
    answers: times.length,
    failed,
    seconds: (performance.now() - started) / 1000,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    healthMs: Math.max(...health),
    bytes: bytes / Math.max(1, times.length),
    cpuMs: (user + system) / 1000,
  }
}

let input = ''
for await (const piece of process.stdin) input += String(piece)
process.stdout.write(JSON.stringify(await run(JSON.parse(input) as Load)))
