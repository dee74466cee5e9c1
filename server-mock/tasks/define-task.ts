import type { Caller } from '#server/caller.ts'
import type { Config } from '#server/config.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { CallContext } from '#server/feature.ts'
import type { Invoke } from '#server/plugins/run-call.ts'

/** A row that a task could not do. */
export interface TaskFailure {
  id: number | string
  title: string
  code: string
  message: string
}

export interface TaskFile {
  name: string
  mime_type: string
  size: number
}

/** What a step of a task works with: the context of a call, as its owner is allowed to make calls now. */
export type StepContext = Omit<CallContext, 'params' | 'payload' | 'file'>

/** What a running task is given. */
export interface TaskContext<Input = unknown> {
  readonly id: number
  /** What the call that started it wrote down; it has been through JSON. */
  readonly input: Input
  readonly config: Config
  /** Its owner, as the database last knew him; read again every second. */
  readonly caller: Caller
  readonly registry: DocumentRegistry
  /** One transaction. Throws `TaskStopped` before it begins once the task is not to go on; let that pass. */
  step<T>(work: (context: StepContext) => Promise<T>): Promise<T>
  /** As `step`, for what only reads. */
  read<T>(work: (context: StepContext) => Promise<T>): Promise<T>
  /** A call of the catalogue in a transaction of its own, with all its checks; throws as `step` does, and the call's `ApiError`. */
  invoke: Invoke
  /** How many are behind it, of how many; `null` while nobody knows. Written within a second. */
  progress(done: number, total?: number | null): void
  /** Tells of a row that could not be done; the first 200 are kept with their reason, all are counted. */
  fail(row: TaskFailure): void
  /** True once it should stop: asked to, its owner has no session any more, or the server ends. */
  isCancelled(): boolean
  /** True while nobody waits for this process but the task: it need not leave room for others. */
  isQuiet(): boolean
  /** What it was for is done and stands: a stop that comes now, or came just before, is too late. */
  settle(): void
  /**
   * Writes the one file of the task from chunks as they come; its owner fetches it until the task is forgotten. What was
   * written is thrown away when this throws, as it does when the task is stopped.
   */
  writeFile(name: string, mimeType: string, chunks: AsyncIterable<string | Uint8Array>): Promise<TaskFile>
}

/** A kind of work that goes on in the background. */
export interface TaskDefinition {
  kind: string
  /** It is done as a whole: where it is stopped or fails, nothing of it stays. */
  isWhole?: boolean
  /** Answers what is told of it as `result`, as JSON. A `ApiError` that it throws is told to its owner. */
  run: (context: TaskContext) => Promise<Record<string, unknown> | void>
}

/** A kind of task whose input has a type: `defineTask<{ ids: number[] }>({ kind: 'bulk', run: async ({ input, step }) => … })`. */
export const defineTask = <Input>(
  task: Omit<TaskDefinition, 'run'> & { run: (context: TaskContext<Input>) => Promise<Record<string, unknown> | void> },
): TaskDefinition => task as TaskDefinition

export type StopReason = 'cancelled' | 'signed-out' | 'interrupted'

/** Thrown where a task would go on that is not to. */
export class TaskStopped extends Error {
  readonly reason: StopReason
  constructor(reason: StopReason) {
    super(reason)
    this.reason = reason
  }
}
