import { refresh } from '#renderer/api/refresh.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { call } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { isSignedIn } from '#renderer/session/session.ts'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import { isUnfinished, useTasks } from './task-store.ts'

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

/** From here on a task tells of its end by itself: who listened has gone. */
export const leaveTask = (id: number): void => {
  listeners.delete(id)
}

/** Shows work that was there before the page was loaded; of what has ended what came of it is read. */
export async function resumeTasks(tasks: readonly TaskAnswer[]): Promise<void> {
  const found = await Promise.all(
    tasks.map(async (task) =>
      isUnfinished(task)
        ? task
        : call('task', { params: { id: task.id }, background: true }).then(
            ({ results }) => results,
            () => null,
          ),
    ),
  )
  useTasks.setState(({ tasks: now }) => ({
    tasks: [...now, ...(found.filter((task) => task !== null && !now.some(({ id }) => id === task.id)) as TaskAnswer[])],
  }))
  ensurePolling()
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

/**
 * Asks for the address of the file, which is good for minutes, and hands it to the browser: however large it is, it goes
 * straight to the disk.
 */
export async function downloadFile({ id, file }: TaskAnswer): Promise<void> {
  try {
    const { results } = await call('task-file', { params: { id }, background: true })
    Object.assign(document.createElement('a'), { href: results.link, download: file?.name ?? '' }).click()
  } catch (error) {
    showFailure(asFailure(error))
  }
}

export const dismissTask = (id: number): void => useTasks.setState(({ tasks }) => ({ tasks: tasks.filter((task) => task.id !== id) }))

/** Forgets everything, when somebody else takes over. */
export function purgeTasks(): void {
  clearTimeout(timer)
  timer = undefined
  listeners.clear()
  useTasks.setState({ tasks: [], opened: null })
}

function take(task: TaskAnswer): void {
  const before = shown().find(({ id }) => id === task.id)
  useTasks.setState(({ tasks }) => ({ tasks: before ? tasks.map((one) => (one.id === task.id ? task : one)) : [...tasks, task] }))
  if (!isUnfinished(task) && (!before || isUnfinished(before))) end(task)
}

/** Who started it tells of its end; what is left to say, or leads back to where it was started, stays in its place until it is closed. */
function end(task: TaskAnswer): void {
  const listener = listeners.get(task.id)
  listeners.delete(task.id)
  if (listener && task.state !== 'failed' && !task.file && !task.about) dismissTask(task.id)
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
    if (shown().some((task) => task.id === id)) take(results)
  } catch (error) {
    // What the server does not know any more has nothing to tell; any other failure passes.
    if (asFailure(error).status === 404) dismissTask(id)
  }
}
