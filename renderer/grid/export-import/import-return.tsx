import { refresh } from '#renderer/api/refresh.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import type { TaskWayProps } from '#renderer/tasks/task-kind.ts'
import ImportDialog from './import-dialog.tsx'
import { askedOf } from './import-task.ts'

/** Reopens an import on any page. */
export default function ImportReturn({ task, opener, onClose }: TaskWayProps) {
  const { grid, params } = askedOf(task)
  return (
    <ImportDialog
      grid={grid}
      params={params}
      task={task}
      formats={useCellFormats()}
      opener={opener}
      onClose={onClose}
      onImported={() => refresh('list')}
    />
  )
}
