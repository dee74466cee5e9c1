import { isAllowed } from '#server/caller.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { taskAnswer } from '#server/tasks/task-answer.ts'
import { taskFileAddress } from '#server/tasks/task-files.ts'
import { findTask, listTasks, requestCancel, type StoredTask } from '#server/tasks/task-store.ts'

/** Seeing and stopping the tasks of others. */
const tasksPermission = 'panel.tasks'
const listedAtMost = 20

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
