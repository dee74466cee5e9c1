import { useEffect } from 'react'
import { call } from '#renderer/api/call.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { currentSession, useSessionStore } from '#renderer/session/session.ts'
import type { TaskKinds } from './task-kind.ts'
import { isUnfinished, rememberedTasks, useTasks } from './task-store.ts'

const TaskPanel = lazyComponent(() => import('./task-panel.tsx'))

/** The place of work in the background; its code comes with the first task. */
export function TaskCorner({ kinds }: { kinds: TaskKinds }) {
  const some = useTasks((state) => state.tasks.length > 0 || state.opened !== null)
  const user = useSessionStore((state) => state.auth.user?.id)
  // Until then the server answers nothing else.
  const mustChangePassword = useSessionStore((state) => state.auth.forceChangePassword || state.auth.secondFactorRequired)
  useEffect(() => {
    if (user !== undefined && !mustChangePassword) void findTasks(user)
    return () => {
      if (useTasks.getState().tasks.length > 0) void import('./follow-tasks.ts').then(({ purgeTasks }) => purgeTasks())
    }
  }, [user, mustChangePassword])
  return some ? <TaskPanel kinds={kinds} /> : null
}

/** Asks once for what goes on, wherever it was started, and for what this tab showed before it was loaded anew. */
async function findTasks(user: number): Promise<void> {
  try {
    const remembered = rememberedTasks()
    const { results } = await call('task-list', { background: true })
    const found = results.filter((task) => isUnfinished(task) || remembered.includes(task.id)).reverse()
    if (found.length > 0 && currentSession().user?.id === user) await (await import('./follow-tasks.ts')).resumeTasks(found)
  } catch {
    // Asked again with the next load.
  }
}
