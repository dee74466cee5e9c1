import { createThread, type Thread, type ThreadOptions } from './thread.ts'
import type { Task } from './worker.ts'

export interface ThreadPoolOptions extends ThreadOptions {
  /** Most threads; each is started when it is needed. With two or more, nobody's tasks take all of them. */
  threads: number
}

/** Whose task it is: a user's id, or any other text that his tasks share. */
export type TaskOwner = string | number

export interface ThreadPool {
  /**
   * Runs a task in one of the threads. The tasks of an owner run one after the other; among owners, the one whose last task ended
   * longest ago has the next turn. `onPart` as in `Thread`.
   * @throws TooComplex, ApiError
   */
  run: <Result>(owner: TaskOwner, task: Task, onPart?: (part: unknown) => void) => Promise<Result>
  /** Ends the threads; the next task starts them again. */
  end: () => Promise<void>
}

/** Threads that owners share, so that one owner's slow task does not hold up the tasks of others. */
export function createThreadPool({ threads: most, ...options }: ThreadPoolOptions): ThreadPool {
  const threads: Thread[] = []
  const free: Thread[] = []
  /** Tasks that wait, by owner: the owner with the next turn first. */
  const waiting = new Map<TaskOwner, ((thread: Thread) => Promise<unknown>)[]>()
  const running = new Set<TaskOwner>()

  const takeThread = (): Thread | undefined => {
    const thread = free.pop() ?? (threads.length < most ? createThread(options) : undefined)
    if (thread && !threads.includes(thread)) threads.push(thread)
    return thread
  }

  const begin = () => {
    for (const [owner, tasks] of waiting) {
      if (running.has(owner)) continue
      const thread = takeThread()
      if (!thread) return
      const task = tasks.shift()!
      if (tasks.length === 0) waiting.delete(owner)
      running.add(owner)
      void task(thread).finally(() => {
        running.delete(owner)
        free.push(thread)
        // An owner with more tasks goes to the end of the queue.
        const rest = waiting.get(owner)
        if (rest && waiting.delete(owner)) waiting.set(owner, rest)
        begin()
      })
    }
  }

  return {
    run: <Result>(owner: TaskOwner, task: Task, onPart?: (part: unknown) => void) =>
      new Promise<Result>((resolve, reject) => {
        const tasks = waiting.get(owner) ?? []
        tasks.push((thread) => thread.run<Result>(task, onPart).then(resolve, reject))
        waiting.set(owner, tasks)
        begin()
      }),
    async end() {
      await Promise.all(threads.map((thread) => thread.end()))
    },
  }
}
