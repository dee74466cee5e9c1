import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { textOption, type Command, type CommandCall } from '#schemas/cli/command.ts'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { describeDisturbances, maxSlowMs, readOrder, type Disturbance } from '#schemas/cli/mock-orders.ts'
import { readableFolder } from '#schemas/cli/readable-folder.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'

/** The interface of `server-mock/mock/mock.ts`, which is loaded only when it is needed. */
interface MockScript {
  startMock: (options: {
    root: string
    folder: string
    port: number
    records: number
    disturbances: () => readonly Disturbance[]
  }) => Promise<RunningMock>
}
interface RunningMock {
  url: string
  demo: { username: string; password: string } | undefined
  publish: () => Promise<{ module: string; made: { entity: string; count: number; problem?: string }[] }>
  onChange: (changed: () => void) => void
  stop: () => Promise<void>
}

const maxRecords = 5000

/** `mock DIR`: serves a module without a server. */
export const mock: Command = {
  name: 'mock',
  summary: 'serves the module in a folder with records made from its schemas, kept in memory; changed documents show at once',
  detail: 'While it runs, type "slow 2000", "fail 422 save", "fail cut" or "ok" to have calls answered late or wrongly.',
  arguments: ['dir'],
  options: {
    port: { type: 'string', value: 'N', summary: 'port of 127.0.0.1; 4601 when left out' },
    records: { type: 'string', value: 'N', summary: 'records of each entity; 40 when left out' },
    slow: { type: 'string', value: 'MS', summary: 'every call is answered so much later' },
  },
  async run(call) {
    const folder = call.arguments[0]!
    const { out, err } = call.terminal
    if (!readableFolder(folder, call.terminal, 'not served')) return 1
    const slow = textOption(call, 'slow')
    let disturbances: Disturbance[] = slow === undefined ? [] : [{ slow: wholeOption(call, 'slow', 0, maxSlowMs) }]
    const { startMock } = await loadMock()
    const running = await startMock({
      root: productRoot,
      folder,
      port: wholeOption(call, 'port', 4601, 65_535),
      records: wholeOption(call, 'records', 40, maxRecords),
      disturbances: () => disturbances,
    })
    const publish = async (): Promise<boolean> => {
      try {
        const { module, made } = await running.publish()
        const lines = made.map(({ entity, count, problem }) => `  ${entity}: ${count}${problem === undefined ? '' : ` (${problem})`}`)
        out([`${module} is published`, ...lines].join('\n'))
        return true
      } catch (fault) {
        err(fault instanceof Error ? fault.message : String(fault))
        return false
      }
    }
    await publish()
    const signIn = running.demo ? `; sign in as ${running.demo.username} with the password ${running.demo.password}` : ''
    out(`${running.url}${signIn}`)
    // One after the other: a change while a publication runs is published after it.
    let last = Promise.resolve(true)
    running.onChange(() => {
      last = last.then(publish)
    })
    await untilEnded((line) => {
      if (line.trim() === '') return
      try {
        disturbances = readOrder(line, disturbances)
        out(describeDisturbances(disturbances))
      } catch (fault) {
        err((fault as Error).message)
      }
    })
    await last
    await running.stop()
    return 0
  },
}

async function loadMock(): Promise<MockScript> {
  const script = join(productRoot, 'dist/server/mock.js')
  if (!existsSync(script)) throw new UsageError('run "npm run build" first')
  return (await import(/* @vite-ignore */ pathToFileURL(script).href)) as MockScript
}

function wholeOption(call: CommandCall, name: string, usual: number, most: number): number {
  const text = textOption(call, name)
  if (text === undefined) return usual
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most) throw new UsageError(`--${name} takes a whole number up to ${most}, not ${text}`)
  return value
}

/** Reads orders until the process is told to end. */
async function untilEnded(onLine: (line: string) => void): Promise<void> {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', onLine)
  await new Promise<void>((ended) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended())
  })
  lines.close()
}
