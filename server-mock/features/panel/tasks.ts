import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import { isAllowed } from '#server/caller.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { taskFileAddress } from '#server/tasks/task-files.ts'
import { findTask, listTasks, requestCancel, silentMs, type StoredTask, type TaskError } from '#server/tasks/task-store.ts'

/** Seeing and stopping the tasks of others. */
const tasksPermission = 'panel.tasks'
const listedAtMost = 20

/** A running task whose server has fallen silent has failed, whether or not somebody has written that down yet. */
const isLost = ({ state, heartbeat_at: beat }: StoredTask, now: Date) =>
  state === 'running' && (beat === null || now.getTime() - new Date(beat).getTime() > silentMs)

/** A task as its owner reads it. */
export function taskAnswer({ registry, caller, now }: Pick<CallContext, 'registry' | 'caller' | 'now'>, task: StoredTask): TaskAnswer {
  const lost = isLost(task, now)
  const error: TaskError | null = lost ? { code: 'interrupted' } : task.error
  return {
    id: task.id,
    kind: task.kind,
    title: task.title,
    about: task.about,
    state: lost ? 'failed' : task.state,
    done: Number(task.done),
    failed: Number(task.failed),
    total: task.total === null ? null : Number(task.total),
    ...(task.cancel_requested && task.state === 'running' && !lost && { is_stopping: true }),
    failures: task.failures,
    result: task.result,
    error: error && {
      code: error.code,
      message: error.message ?? registry.message('panel', caller.locale, `tasks.${error.code}${task.is_whole ? '_whole' : ''}`),
    },
    file: task.file,
    created_at: task.created_at,
    started_at: task.started_at,
    finished_at: task.finished_at,
  }
}

/** The caller's own task, or any with `panel.tasks`. @throws `not-found` for the tasks of others */
async function openTask({ trx, caller }: Pick<CallContext, 'trx' | 'caller'>, id: number): Promise<StoredTask> {
  const task = await findTask(trx, id)
  if (!task || (task.user_id !== caller.user?.id && !isAllowed(caller, tasksPermission))) throw new ApiError('not-found')
  return task
}

const single: Handler<'task'> = async (context) => ({ results: taskAnswer(context, await openTask(context, context.params.id)) })

const list: Handler<'task-list'> = async (context) => {
  const tasks = (await listTasks(context.trx, context.caller.user!.id, listedAtMost)).map((task) => taskAnswer(context, task))
  const wanted = context.params.unfinished === '1' ? tasks.filter(({ state }) => state === 'queued' || state === 'running') : tasks
  return { results: wanted.map((task) => ({ ...task, failures: [], result: null })) }
}

const cancel: Handler<'task-cancel'> = async (context) => {
  const { id } = await openTask(context, context.payload.id)
  const task = await requestCancel(context.trx, id, context.now)
  if (!task) throw new ApiError('precondition-failed', { userMessage: { key: 'errors.task_ended' } })
  return { results: taskAnswer(context, task) }
}

/** The file is for its owner only: it holds what he may read. */
const file: Handler<'task-file'> = async (context) => {
  const task = await openTask(context, context.params.id)
  const address = task.user_id === context.caller.user?.id ? taskFileAddress(context.config, task, context.now) : undefined
  if (!address) throw new ApiError('not-found')
  return { results: address }
}

/** Work that goes on in the background, as its owner follows it. */
export const tasks = { task: single, 'task-list': list, 'task-file': file, 'task-cancel': cancel } satisfies Handlers
