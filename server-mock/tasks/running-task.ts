import { setImmediate as nextTurn } from 'node:timers/promises'
import { createCaller, identify } from '#server/plugins/authentication.ts'
import { withMemberships } from '#server/plugins/memberships.ts'
import type { CallContext } from '#server/feature.ts'
import { createInvoke, type Opened } from '#server/plugins/run-call.ts'
import { ApiError } from '#server/errors.ts'
import { TaskStopped, type StepContext, type StopReason, type TaskContext, type TaskFailure, type TaskFile } from './define-task.ts'
import { beat, type Progress, type StoredTask } from './task-store.ts'
import { writeTaskFile } from './task-files.ts'
import type { TaskRunnerOptions } from './task-runner.ts'

export interface RunningTask {
  context: TaskContext
  /** Checks whether its owner may still act; throws `TaskStopped`. */
  open: () => Promise<void>
  /** Stops the heartbeat. */
  close: () => Promise<void>
  stop: (reason: StopReason) => void
  stopReason: () => StopReason | undefined
  progress: () => Progress
  file: () => TaskFile | null
}

const beatEveryMs = 500
/** Most failures that are stored with their reason. */
const mostStoredFailures = 200
const longestName = 120

/** The context and the heartbeat of a running task. */
export function createRunningTask(
  { config, database, registries, runCall, now, isQuiet }: TaskRunnerOptions,
  task: StoredTask,
  worker: string,
): RunningTask {
  const progress = { done: 0, total: task.total === null ? null : Number(task.total), failed: 0, failures: [] as TaskFailure[] }
  let reason: StopReason | undefined
  let opened: Opened | undefined
  let file: TaskFile | null = null
  let beating: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  let isSettled = false

  const stop = (why: StopReason) => {
    if (!isSettled) reason ??= why
  }
  const requireGoing = (): Opened => {
    if (reason !== undefined) throw new TaskStopped(reason)
    return { ...opened!, now: now() }
  }
  /** Stores the progress, and reads whether to continue and what the owner may do. */
  async function look() {
    await database.transaction(async (trx) => {
      const alive = await beat(trx, task.id, worker, progress, now())
      const identity = await identify(trx, { userId: task.user_id, sessionId: task.session_id }, now())
      const { registry } = await registries.shownTo(await registries.current(trx), identity, { read: (read) => read(trx) })
      if (!alive) stop('interrupted')
      else if (alive.cancel_requested) stop('cancelled')
      else if (!identity || identity.mustChangePassword) stop('signed-out')
      else
        opened = {
          registry,
          caller: await withMemberships(
            trx,
            registry,
            createCaller(identity, registry, { locale: task.locale, timezone: task.timezone }, `task-${task.id}`),
          ),
          now: now(),
          ip: '',
          userAgent: '',
        }
    })
  }
  // A database that does not answer now may do so soon; a task without a heartbeat is later marked as lost.
  const tick = () => {
    beating ??= look()
      .catch(() => {})
      .finally(() => {
        beating = undefined
      })
  }
  const inContext =
    (run: typeof database.transaction) =>
    async <T>(work: (context: StepContext) => Promise<T>) => {
      const going = requireGoing()
      const done = await run((trx) =>
        work({ ...going, config, trx, wakeTasks: refuseNested } satisfies Omit<CallContext, 'params' | 'payload'>),
      )
      // The embedded database never yields to the event loop by itself.
      await nextTurn()
      return done
    }

  const context: TaskContext = {
    id: task.id,
    input: task.input,
    config,
    get caller() {
      return opened!.caller
    },
    get registry() {
      return opened!.registry
    },
    step: (work) => inContext(database.transaction)(work),
    read: (work) => inContext(database.read)(work),
    invoke: async (call) => createInvoke(runCall, requireGoing())(call),
    progress(done, total) {
      progress.done = done
      if (total !== undefined) progress.total = total
    },
    fail(failure) {
      progress.failed += 1
      if (progress.failures.length < mostStoredFailures) progress.failures.push(failure)
    },
    isCancelled: () => reason !== undefined,
    isQuiet,
    settle() {
      isSettled = true
      reason = undefined
    },
    async writeFile(name, mimeType, chunks) {
      if (file) throw new Error('a task has one file')
      const going = async function* () {
        for await (const chunk of chunks) {
          requireGoing()
          yield chunk
        }
        requireGoing()
      }
      const size = await writeTaskFile(config, task.file_key, going())
      file = { name: fileName(name), mime_type: mimeType, size }
      return file
    },
  }
  return {
    context,
    async open() {
      await look()
      requireGoing()
      timer = setInterval(tick, beatEveryMs)
    },
    async close() {
      clearInterval(timer)
      await beating
    },
    stop,
    stopReason: () => reason,
    progress: () => progress,
    file: () => file,
  }
}

/** A name that is valid in a link and in every file system. */
const fileName = (name: string): string => [...name.replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim()].slice(-longestName).join('') || 'file'

const refuseNested = () => {
  throw new ApiError('server-error')
}
