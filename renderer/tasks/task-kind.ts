import type { ReactNode } from 'react'
import type { useLocale } from '#renderer/locale/use-locale.ts'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'

export interface TaskWayProps {
  task: TaskAnswer
  opener: HTMLElement
  onClose: () => void
}

export interface TaskKind {
  /** What came of it, in words; undefined where its state says enough. */
  text: (task: TaskAnswer, locale: ReturnType<typeof useLocale>) => string | undefined
  /** Whether there is something to go back to. */
  isOpen: (task: TaskAnswer) => boolean
  /** Where its owner goes on with it. */
  way: (props: TaskWayProps) => ReactNode
}

/** By `kind` of the task; one that is missing has nothing of its own to say. */
export type TaskKinds = Readonly<Record<string, TaskKind | undefined>>
