import type { Caller } from '#server/caller.ts'
import type { Config } from '#server/config.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { CallContext } from '#server/feature.ts'
import type { Invoke } from '#server/plugins/run-call.ts'

/** A row that a task could not process. */
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

/** The context of a step: that of a call, with the owner's current permissions. */
export type StepContext = Omit<CallContext, 'params' | 'payload' | 'file'>

/** The context of a running task. */
export interface TaskContext<Input = unknown> {
  readonly id: number
  /** The input that the starting call stored, as JSON. */
  readonly input: Input
  readonly config: Config
  /** The owner, read from the database again every second. */
  readonly caller: Caller
  readonly registry: DocumentRegistry
  /** Runs one transaction. Throws `TaskStopped` before it begins if the task must stop; do not catch it. */
  step<T>(work: (context: StepContext) => Promise<T>): Promise<T>
  /** Like `step`, for work that only reads. */
  read<T>(work: (context: StepContext) => Promise<T>): Promise<T>
  /** Runs a call of the catalogue in its own transaction, with all its checks. Throws like `step`, and the call's `ApiError`. */
  invoke: Invoke
  /** Sets how many items are done, and of how many; `null` while the total is unknown. Stored within a second. */
  progress(done: number, total?: number | null): void
  /** Reports a row that could not be processed. The first 200 are stored with their reason, all are counted. */
  fail(row: TaskFailure): void
  /** Whether the task should stop: it was cancelled, its owner has no session any more, or the server is shutting down. */
  isCancelled(): boolean
  /** Whether nobody else is using this process, so that the task need not leave time for others. */
  isQuiet(): boolean
  /** Marks the work as done: from now on the task can no longer be cancelled. */
  settle(): void
  /**
   * Writes the task's only file from chunks; its owner can download it until the task is deleted. If this throws, for
   * example because the task was stopped, the file is discarded.
   */
  writeFile(name: string, mimeType: string, chunks: AsyncIterable<string | Uint8Array>): Promise<TaskFile>
}

/** A kind of background task. */
export interface TaskDefinition {
  kind: string
  /** All or nothing: if it is stopped or fails, nothing of it is stored. */
  isWhole?: boolean
  /** Runs the task and returns its `result` for the owner, as JSON. An `ApiError` that it throws is shown to the owner. */
  run: (context: TaskContext) => Promise<Record<string, unknown> | void>
}

/** A kind of task whose input has a type: `defineTask<{ ids: number[] }>({ kind: 'bulk', run: async ({ input, step }) => … })`. */
export const defineTask = <Input>(
  task: Omit<TaskDefinition, 'run'> & { run: (context: TaskContext<Input>) => Promise<Record<string, unknown> | void> },
): TaskDefinition => task as TaskDefinition

export type StopReason = 'cancelled' | 'signed-out' | 'interrupted'

/** Thrown when a task continues although it must stop. */
export class TaskStopped extends Error {
  readonly reason: StopReason
  constructor(reason: StopReason) {
    super(reason)
    this.reason = reason
  }
}
