import { useEffect, useRef } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { TaskBar, taskProgress } from '#renderer/tasks/task-bar.tsx'
import { useTasks } from '#renderer/tasks/task-store.ts'

interface ImportProgressProps {
  /** What is done: checked, or imported. */
  title: string
  /** Of what goes on in the background; null while the server does it at once, or has not said. */
  taskId: number | null
}

/** How far the rows of a file are, in place of what cannot be changed meanwhile. */
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
