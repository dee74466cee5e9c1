import { importText, isImportOpen } from '#renderer/grid/export-import/import-task.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import type { TaskKinds } from '#renderer/tasks/task-kind.ts'

const ImportReturn = lazyComponent(() => import('#renderer/grid/export-import/import-return.tsx'))

/** Work that its owner goes back to from its card. */
export const taskKinds: TaskKinds = {
  'grid-import': { text: importText, isOpen: isImportOpen, way: (props) => <ImportReturn {...props} /> },
}
