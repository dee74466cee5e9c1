import { useEffect } from 'react'
import { definePart } from '#renderer/screen/define-part.tsx'
import { useSessionStore } from '#renderer/session/session.ts'
import { markedUser, useTasks } from './task-store.ts'

const TaskPanel = definePart(() => import('./task-panel.tsx'))

/** The place of work in the background; its code comes with the first task, or where one was on its way before a reload. */
export function TaskCorner() {
  const some = useTasks(state => state.tasks.length > 0)
  const user = useSessionStore(state => state.auth.user?.id)
  useEffect(() => {
    if (user !== undefined && markedUser() === user) void import('./follow-tasks.ts').then(({ resumeTasks }) => resumeTasks())
    return () => { if (useTasks.getState().tasks.length > 0) void import('./follow-tasks.ts').then(({ forgetTasks }) => forgetTasks()) }
  }, [user])
  return some ? <TaskPanel /> : null
}
