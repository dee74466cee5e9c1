import type { ReactNode } from 'react'
import { importText, isImportOpen } from '#renderer/grid/export-import/import-task.ts'
import type { useLocale } from '#renderer/locale/use-locale.ts'
import { lazyComponent } from '#renderer/registry/lazy-component.tsx'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'

export interface TaskWayProps {
  task: TaskAnswer
  opener: HTMLElement
  onClose: () => void
}

interface TaskKind {
  /** What came of it, in words; undefined where its state says enough. */
  text: (task: TaskAnswer, locale: ReturnType<typeof useLocale>) => string | undefined
  /** Whether there is something to go back to. */
  isOpen: (task: TaskAnswer) => boolean
  /** Where its owner goes on with it. */
  way: (props: TaskWayProps) => ReactNode
}

const ImportReturn = lazyComponent(() => import('#renderer/grid/export-import/import-return.tsx'))

/** Work that its owner goes back to from its card. */
export const taskKinds: Readonly<Record<string, TaskKind | undefined>> = {
  'grid-import': { text: importText, isOpen: isImportOpen, way: (props) => <ImportReturn {...props} /> },
}
