import { useEffect, useRef } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { TaskBar, taskProgress } from '#renderer/tasks/task-bar.tsx'
import { useTasks } from '#renderer/tasks/task-store.ts'

interface ImportProgressProps {
  /** Title of the step: checking or importing. */
  title: string
  /** Id of the background task; null if the server does it directly, or has not answered yet. */
  taskId: number | null
}

/** Progress through the rows of a file, shown instead of the settings. */
export function ImportProgress({ title, taskId }: ImportProgressProps) {
  const locale = useLocale()
  const task = useTasks((state) => state.tasks.find(({ id }) => id === taskId))
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => host.current?.focus(), [])
  return (
    <div ref={host} className="grid-import grid-import-going" tabIndex={-1}>
      <p role="status">{title}</p>
      <TaskBar label={title} task={task} />
      <p className="grid-import-counted">{task ? taskProgress(task, locale) : null}</p>
      {task ? <p className="grid-hint">{locale.t('grid.import_goes_on')}</p> : null}
    </div>
  )
}
