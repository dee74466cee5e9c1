import { notify } from '#server/database/connection/notices.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import type { TaskDefinition } from './define-task.ts'
import { countUnfinished, insertTask, type StoredTask } from './task-store.ts'

/** Most tasks of a user that are waiting or running. */
const unfinishedAtMost = 20

/**
 * `key`: the same key starts only one task; `title`: for its owner, in his locale; `total`: number of items, if known;
 * `about`: data for the owner that leads back to the place where he started the task.
 */
export interface StartTask {
  title: string
  input: unknown
  total?: number
  key?: string
  about?: Record<string, unknown>
}

/**
 * Queues a task for the caller, in the transaction of the call; it begins after the commit.
 * @throws `endpoint-401` for a visitor, `too-many-requests` for a user with 20 unfinished tasks
 */
export async function startTask(
  { trx, caller, now, wakeTasks }: Pick<CallContext, 'trx' | 'caller' | 'now' | 'wakeTasks'>,
  { kind, isWhole }: TaskDefinition,
  start: StartTask,
): Promise<StoredTask> {
  if (!caller.user || caller.sessionId === null) throw new ApiError('endpoint-401')
  if ((await countUnfinished(trx, caller.user.id)) >= unfinishedAtMost)
    throw new ApiError('too-many-requests', { userMessage: { key: 'errors.task_limit', values: { count: unfinishedAtMost } } })
  const task = await insertTask(
    trx,
    { ...start, kind, isWhole, userId: caller.user.id, sessionId: caller.sessionId, locale: caller.locale, timezone: caller.timezone },
    now,
  )
  await notify(trx, 'task-queued')
  wakeTasks()
  return task
}
