import { create } from 'zustand'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'

interface Tasks {
  tasks: TaskAnswer[]
  /** Work that its owner has gone back to from its card. */
  opened: { task: TaskAnswer; opener: HTMLElement } | null
}

/** Work in the background that the panel shows: what has not ended, and what ended with something to tell. */
export const useTasks = create<Tasks>()(() => ({ tasks: [], opened: null }))

const markKey = 'pishkhan-tasks'

export const isUnfinished = ({ state }: TaskAnswer): boolean => state === 'queued' || state === 'running'

/** Tasks that this tab showed when it was last seen; by their ids alone, as nobody is told of the tasks of others. */
export function rememberedTasks(): number[] {
  try {
    return (sessionStorage.getItem(markKey) ?? '').split(',').map(Number)
  } catch {
    return []
  }
}

/** Remembers over a reload what is shown. */
function rememberTasks(tasks: readonly TaskAnswer[]): void {
  try {
    if (tasks.length === 0) sessionStorage.removeItem(markKey)
    else sessionStorage.setItem(markKey, tasks.map(({ id }) => id).join())
  } catch {
    // Where nothing is kept, a reload does not find again what has ended.
  }
}

useTasks.subscribe(({ tasks }, before) => {
  if (tasks !== before.tasks) rememberTasks(tasks)
})
