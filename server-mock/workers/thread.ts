import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, Task } from './worker.ts'

export interface ThreadOptions {
  /** Most heap that the thread may have, in megabytes. */
  maxHeapMb: number
  /** Longest that one task may take, from the moment that it is begun. */
  limitMs: number
}

/** What a task was stopped for: it took too long, or too much memory. */
export class TooComplex extends Error {}

/** The thread is ended after so long without a task. */
const idleMs = 60_000

const isSource = import.meta.url.endsWith('.ts')
const script = () =>
  isSource ? fileURLToPath(new URL('./source-worker.mjs', import.meta.url)) : join(productRoot, 'dist/server/worker.js')

/** A thread that has read its code and waits. */
function startWorker(maxHeapMb: number): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script(), { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 64 } })
    worker.once('error', reject)
    worker.once('message', () => {
      worker.off('error', reject)
      resolve(worker)
    })
  })
}

export interface Thread {
  /**
   * Runs a task after those before it. `onPart` is given what the task tells on its way, one part a turn of the event loop.
   * @throws TooComplex, ApiError
   */
  run: <Result>(task: Task, onPart?: (part: unknown) => void) => Promise<Result>
  /** Ends the thread; the next task starts it again. */
  end: () => Promise<void>
}

/** A thread that runs one task after the other, is started when it is needed and given up when a task goes beyond its limits. */
export function createThread({ maxHeapMb, limitMs }: ThreadOptions): Thread {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const end = async () => {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  const runNow = async <Result>(task: Task, onPart?: (part: unknown) => void): Promise<Result> => {
    clearTimeout(idle)
    const present = (worker ??= await startWorker(maxHeapMb))
    // While a task runs, the process waits for it.
    present.ref()
    return new Promise<Result>((resolve, reject) => {
      const settle = (finish: () => void, isOver: boolean) => {
        clearTimeout(timer)
        for (const event of ['message', 'error', 'exit']) present.removeAllListeners(event)
        if (isOver) void end()
        else {
          present.unref()
          idle = setTimeout(() => void end(), idleMs).unref()
        }
        finish()
      }
      const timer = setTimeout(() => settle(() => reject(new TooComplex()), true), limitMs)
      present.on('message', (answer: Answer) => {
        if ('part' in answer) {
          onPart?.(answer.part)
          setImmediate(() => present.postMessage({ next: true }))
        } else if ('refusal' in answer) settle(() => reject(new ApiError(answer.refusal.code, answer.refusal)), false)
        else settle(() => resolve(answer.result as Result), false)
      })
      present.on('error', (fault: NodeJS.ErrnoException) =>
        settle(() => reject(fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooComplex() : fault), true),
      )
      present.on('exit', () => settle(() => reject(new Error('the thread has ended')), true))
      present.postMessage(task)
    })
  }

  return {
    end,
    run(task, onPart) {
      const next = last.then(() => runNow<never>(task, onPart))
      last = next.catch(() => {})
      return next
    },
  }
}
