import { refresh } from '#renderer/action/refresh.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { call } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { currentSession, isSignedIn } from '#renderer/session/session.ts'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import { isUnfinished, markUser, useTasks } from './task-store.ts'

type Ended = (task: TaskAnswer) => void

const pollMs = 1000
const listeners = new Map<number, Ended>()
let timer: ReturnType<typeof setTimeout> | undefined

const shown = () => useTasks.getState().tasks
const unfinished = () => shown().filter(isUnfinished)

/** Shows how far a task is, on whatever page; `onEnd` is told once how it ended, as long as the tab is not loaded anew. */
export function followTask(task: TaskAnswer, onEnd?: Ended): void {
  if (onEnd) listeners.set(task.id, onEnd)
  take(task)
  ensurePolling()
}

/** Shows work that was on its way before the page was loaded. */
export async function resumeTasks(): Promise<void> {
  try {
    const { results } = await call('task-list', { params: { unfinished: '1' }, background: true })
    for (const task of results) followTask(task)
    if (results.length === 0) markUser(null)
  } catch {
    // Asked again with the next load.
  }
}

export async function cancelTask({ id }: Pick<TaskAnswer, 'id'>): Promise<void> {
  try {
    take((await call('task-cancel', { payload: { id }, background: true })).results)
  } catch (error) {
    const failure = asFailure(error)
    // It ended meanwhile: the next look says how.
    if (failure.errorCode !== 'precondition-failed') showFailure(failure)
  }
  ensurePolling()
}

/** Asks for the address of the file, which is good for minutes, and hands it to the browser: however large it is, it goes straight to the disk. */
export async function downloadFile({ id, file }: TaskAnswer): Promise<void> {
  try {
    const { results } = await call('task-file', { params: { id }, background: true })
    Object.assign(document.createElement('a'), { href: results.link, download: file?.name ?? '' }).click()
  } catch (error) {
    showFailure(asFailure(error))
  }
}

export const dismissTask = (id: number): void => useTasks.setState(({ tasks }) => ({ tasks: tasks.filter(task => task.id !== id) }))

/** Forgets everything, when somebody else takes over. */
export function forgetTasks(): void {
  clearTimeout(timer)
  timer = undefined
  listeners.clear()
  useTasks.setState({ tasks: [] })
}

function take(task: TaskAnswer): void {
  const before = shown().find(({ id }) => id === task.id)
  useTasks.setState(({ tasks }) => ({ tasks: before ? tasks.map(one => (one.id === task.id ? task : one)) : [...tasks, task] }))
  if (!isUnfinished(task) && (!before || isUnfinished(before))) end(task)
  const user = currentSession().user
  markUser(unfinished().length > 0 && user ? user.id : null)
}

/** Who started it tells of its end; what is left to say stays in its place until it is closed. */
function end(task: TaskAnswer): void {
  const listener = listeners.get(task.id)
  listeners.delete(task.id)
  if (listener && task.state !== 'failed' && !task.file) dismissTask(task.id)
  if (listener) listener(task)
  else refresh('list')
}

function ensurePolling(): void {
  if (timer === undefined && unfinished().length > 0) timer = setTimeout(() => void poll(), pollMs)
}

/** Looks after each task, while somebody sees the page. */
async function poll(): Promise<void> {
  if (document.visibilityState === 'visible' && isSignedIn()) await Promise.all(unfinished().map(look))
  timer = undefined
  ensurePolling()
}

async function look({ id }: TaskAnswer): Promise<void> {
  try {
    const { results } = await call('task', { params: { id }, background: true })
    if (shown().some(task => task.id === id)) take(results)
  } catch (error) {
    // What the server does not know any more has nothing to tell; any other failure passes.
    if (asFailure(error).status === 404) dismissTask(id)
  }
}
