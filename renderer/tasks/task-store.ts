import { create } from 'zustand'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'

/** Work in the background that the panel shows: what has not ended, and what ended with something to tell. */
export const useTasks = create<{ tasks: TaskAnswer[] }>()(() => ({ tasks: [] }))

const markKey = 'pishkhan-tasks'

export const isUnfinished = ({ state }: TaskAnswer): boolean => state === 'queued' || state === 'running'

/** Whose work was on its way when this tab was last seen; null for nobody's. */
export function markedUser(): number | null {
  try {
    return Number(sessionStorage.getItem(markKey)) || null
  } catch {
    return null
  }
}

/** Remembers over a reload that there is work on its way. */
export function markUser(id: number | null): void {
  try {
    if (id === null) sessionStorage.removeItem(markKey)
    else sessionStorage.setItem(markKey, String(id))
  } catch {
    // Where nothing is kept, a reload does not find the work again; it goes on all the same.
  }
}
