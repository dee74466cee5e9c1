import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { asRefusal, toFailure } from '#server/plugins/failures.ts'
import type { RunCall } from '#server/plugins/run-call.ts'
import type { Registries } from '#server/publishing/registries.ts'
import { TaskStopped, type TaskDefinition } from './define-task.ts'
import { watchQueue } from './queue-watch.ts'
import { createRunningTask, type RunningTask } from './running-task.ts'
import { failLostTasks, finishTask, takeTask, type Outcome, type StoredTask, type TaskError } from './task-store.ts'
import { removeTaskFile } from './task-files.ts'

export interface TaskRunnerOptions {
  config: Config
  database: Database
  registries: Registries
  definitions: readonly TaskDefinition[]
  runCall: RunCall
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  now: () => Date
  /** Whether nobody else has used this process in the last moments. */
  isQuiet: () => boolean
}

export interface TaskRunner {
  /** Checks the queue soon, outside of the running call. */
  wake: () => void
  /** Begins to check the queue regularly, for tasks of other processes and from before the start. */
  start: () => void
  /** Stops running tasks after their step and starts no more; waiting tasks run after the next start. */
  stop: () => Promise<void>
}

/** Most tasks that one process runs at the same time. */
const atOnce = 2
const lookEveryMs = 5000

/** Runs queued tasks in this process, a few at a time, oldest first. */
export function createTaskRunner(options: TaskRunnerOptions): TaskRunner {
  const { database, definitions, log, now } = options
  const worker = randomUUID()
  const kinds = new Map(definitions.map((task) => [task.kind, task]))
  if (kinds.size < definitions.length) throw new Error('two tasks of one kind')
  const running = new Map<RunningTask, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  const queue = watchQueue(look, (fault) => log.error({ err: fault }, 'tasks are not looked for'))

  async function look(): Promise<void> {
    while (!queue.isStopped && running.size < atOnce) {
      const task = await database.transaction((trx) => takeTask(trx, worker, now()))
      if (!task) break
      begin(task)
    }
  }
  function begin(task: StoredTask) {
    const work = createRunningTask(options, task, worker)
    running.set(
      work,
      runTask(options, kinds.get(task.kind), work, task, worker).finally(() => {
        running.delete(work)
        queue.wake()
      }),
    )
  }
  async function sweep(all: boolean) {
    await database.transaction((trx) => failLostTasks(trx, now(), { all }))
    queue.wake()
  }
  return {
    wake: queue.wake,
    start() {
      const swept = (all: boolean) => sweep(all).catch((fault) => log.error({ err: fault }, 'lost tasks are not looked for'))
      // The embedded database has only one process, so tasks that were running at the start have no process any more.
      void swept(database.kind === 'pglite')
      timer = setInterval(() => void swept(false), lookEveryMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await queue.stop()
      for (const task of running.keys()) task.stop('interrupted')
      await Promise.all(running.values())
    },
  }
}

async function runTask(
  options: TaskRunnerOptions,
  definition: TaskDefinition | undefined,
  work: RunningTask,
  task: StoredTask,
  worker: string,
): Promise<void> {
  const { database, config, log, now } = options
  let outcome: Outcome
  try {
    await work.open()
    if (!definition) throw new Error(`no task of the kind ${task.kind}`)
    const result = (await definition.run(work.context)) ?? null
    const stopped = work.stopReason()
    // A stopped task may still report how far it got.
    outcome =
      stopped === undefined
        ? { state: 'done', result, error: null, file: work.file() }
        : { ...outcomeOf(new TaskStopped(stopped), options, task), result }
  } catch (fault) {
    outcome = outcomeOf(fault, options, task)
  }
  await work.close()
  try {
    if (outcome.state !== 'done') await removeTaskFile(config, task.file_key)
    await database.transaction((trx) => finishTask(trx, task.id, worker, work.progress(), outcome, now()))
    log.info({ task: task.id, kind: task.kind, state: outcome.state }, 'task has ended')
  } catch (fault) {
    // Without a heartbeat the task will be marked as lost.
    log.error({ err: fault, task: task.id }, 'the end of a task is not written')
  }
}

function outcomeOf(fault: unknown, { log, registries }: TaskRunnerOptions, task: StoredTask): Outcome {
  const failed = (error: TaskError): Outcome => ({ state: 'failed', result: null, error, file: null })
  if (fault instanceof TaskStopped)
    return fault.reason === 'cancelled' ? { state: 'cancelled', result: null, error: null, file: null } : failed({ code: fault.reason })
  const refusal = asRefusal(fault)
  if (!refusal) log.error({ err: fault, task: task.id, kind: task.kind }, 'task failed')
  if (!refusal) return failed({ code: 'server-error' })
  const { body } = toFailure(refusal, { locale: task.locale, registry: registries.latest() })
  return failed({ code: String(body.errorCode), message: Object.values(body.errors).flat()[0] ?? body.userMessage })
}
