import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Running {
  url: string
  /** Of the command. */ pid: number
  startMs: number
  stop(): Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo
        probe.close(() => resolve(port))
      })
  })
}

/** Longest that a command may take until it answers, and to end after it was asked to. */
const startsWithinMs = 60_000
const endsWithinMs = 15_000

/** Starts a command that listens, and measures how long it takes until `path` answers. */
export async function startAndWait(command: string[], port: number, path: string, env: Record<string, string>): Promise<Running> {
  const started = performance.now()
  const child: ChildProcess = spawn(command[0]!, command.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`)
    if (performance.now() - started > startsWithinMs) {
      process.kill(-child.pid!, 'SIGKILL')
      throw new Error(`${command.join(' ')} does not answer ${path} within ${startsWithinMs} ms`)
    }
    const isUp = await fetch(url + path, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    await sleep(20)
  }
  return {
    url,
    pid: child.pid!,
    startMs: performance.now() - started,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      process.kill(-child.pid!, 'SIGTERM')
      const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), endsWithinMs)
      await ended
      clearTimeout(timer)
    },
  }
}
