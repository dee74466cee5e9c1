import type { useLocale } from '#renderer/locale/use-locale.ts'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import './tasks.css'

/** How far a task is, as a bar: without an end as long as nobody knows it. */
export function TaskBar({ label, task }: { label: string; task?: TaskAnswer }) {
  const known = task !== undefined && task.total !== null && task.state !== 'queued' ? task.total : undefined
  return (
    <progress
      className="pk-task-bar"
      aria-label={label}
      max={known}
      value={known === undefined ? undefined : Math.min(task!.done, known)}
    />
  )
}

/** How far a task is, in words, until it has ended. */
export function taskProgress(
  { state, done, total, is_stopping: isStopping }: TaskAnswer,
  { t, formatNumber }: Pick<ReturnType<typeof useLocale>, 't' | 'formatNumber'>,
): string {
  if (state === 'queued') return t('tasks.queued')
  if (isStopping) return t('tasks.stopping')
  if (total !== null) return t('tasks.of', { done: formatNumber(done), total: formatNumber(total) })
  return done === 0 ? t('tasks.counting') : t('tasks.so_far', { done: formatNumber(done) })
}
