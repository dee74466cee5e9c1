import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import type { CallContext } from '#server/feature.ts'
import { silentMs, type StoredTask, type TaskError } from './task-store.ts'

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
