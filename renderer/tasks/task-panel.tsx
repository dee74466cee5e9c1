import { useRef } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { openReport } from '#renderer/dialog/modal-store.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { useToastLift } from '#renderer/ui/toast-lift.ts'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import { cancelTask, dismissTask, downloadFile } from './follow-tasks.ts'
import { TaskBar, taskProgress } from './task-bar.tsx'
import type { TaskKinds } from './task-kind.ts'
import { isUnfinished, useTasks } from './task-store.ts'

/** Work in the background: how far it is, with a way to stop it, and what came of it. */
export default function TaskPanel({ kinds }: { kinds: TaskKinds }) {
  const { t } = useLocale()
  const tasks = useTasks((state) => state.tasks)
  const host = useRef<HTMLElement>(null)
  useToastLift(host, tasks.length)
  const opened = useTasks((state) => state.opened)
  return (
    <>
      <section ref={host} className="pk-tasks" data-bar aria-label={t('tasks.region')}>
        <ul>
          {tasks.map((task) => (
            <TaskItem key={task.id} task={task} kinds={kinds} />
          ))}
        </ul>
      </section>
      {opened && kinds[opened.task.kind]?.way({ ...opened, onClose: () => useTasks.setState({ opened: null }) })}
    </>
  )
}

function TaskItem({ task, kinds }: { task: TaskAnswer; kinds: TaskKinds }) {
  const locale = useLocale()
  const { t, formatNumber } = locale
  const { title, state, done, failed, failures = [], error, file } = task
  const going = isUnfinished(task)
  const kind = kinds[task.kind]
  const progress = taskProgress(task, locale)
  const texts = {
    queued: progress,
    running: progress,
    done: t('tasks.done'),
    cancelled: t('tasks.cancelled', { done: formatNumber(done) }),
    failed: error?.message ?? t('tasks.failed'),
  }
  return (
    <li className="pk-task" data-state={state}>
      <div className="pk-task-head">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {going ? (
          <button
            type="button"
            className="pk-button pk-button-small"
            disabled={task.is_stopping}
            onClick={() => void cancelTask(task)}
            aria-label={t('tasks.cancel_name', { name: title })}
          >
            {t('tasks.cancel')}
          </button>
        ) : (
          <button
            type="button"
            className="pk-icon-button"
            aria-label={t('tasks.dismiss', { name: title })}
            onClick={() => dismissTask(task.id)}
          >
            <Icon name="close" size={16} />
          </button>
        )}
      </div>
      {going && <TaskBar label={title} task={task} />}
      <p className="pk-task-text" role={going ? undefined : 'status'}>
        <span>{kind?.text(task, locale) ?? texts[state]}</span>
        {failed > 0 && <span className="pk-task-failed">{t('tasks.failures', { number: formatNumber(failed) })}</span>}
      </p>
      {(kind?.isOpen(task) || (!going && (failures.length > 0 || file))) && (
        <div className="pk-task-foot">
          {kind?.isOpen(task) && (
            <button
              type="button"
              className="pk-button pk-button-small"
              onClick={(event) => useTasks.setState({ opened: { task, opener: event.currentTarget } })}
              aria-label={t('tasks.open_name', { name: title })}
            >
              {t('tasks.open')}
            </button>
          )}
          {!kind && !going && failures.length > 0 && (
            <button
              type="button"
              className="pk-button pk-button-small"
              onClick={() => openReport({ title, text: texts[state], rows: failures, more: failed - failures.length })}
            >
              {t('tasks.show_failures')}
            </button>
          )}
          {!going && file && (
            <button
              type="button"
              className="pk-button pk-button-small pk-button-primary"
              onClick={() => void downloadFile(task)}
              aria-label={`${t('tasks.download')} ${file.name}`}
            >
              {t('tasks.download')}
            </button>
          )}
        </div>
      )}
    </li>
  )
}
