import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import type { TaskFailure, TaskFile } from './define-task.ts'

export type TaskState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
/** An error of a task. Without a message, the panel shows its own text for the code. */
export interface TaskError {
  code: string
  message?: string
}

export interface StoredTask {
  id: number
  kind: string
  title: string
  user_id: number
  session_id: string
  locale: string
  timezone: string
  input: unknown
  about: Record<string, unknown> | null
  is_whole: boolean
  state: TaskState
  cancel_requested: boolean
  total: number | null
  done: number
  failed: number
  failures: TaskFailure[]
  result: Record<string, unknown> | null
  error: TaskError | null
  file_key: string
  file: TaskFile | null
  created_at: string
  started_at: string | null
  heartbeat_at: string | null
  finished_at: string | null
}

/** A running task without a heartbeat for this long has lost its server. */
export const silentMs = 30_000
/** How long finished tasks and their files are stored. */
export const taskLifeMs = 24 * 60 * 60 * 1000

export interface NewTask {
  kind: string
  title: string
  input: unknown
  userId: number
  sessionId: string
  locale: string
  timezone: string
  total?: number
  key?: string
  about?: Record<string, unknown>
  isWhole?: boolean
}

/**
 * Queues a task, or returns the one that already has the key.
 * @throws `idempotency-mismatch` if that is another task
 */
export async function insertTask(
  trx: Trx,
  { kind, title, input, userId, sessionId, locale, timezone, total, key, about, isWhole = false }: NewTask,
  now: Date,
): Promise<StoredTask> {
  const json = JSON.stringify(input ?? null)
  const values = {
    kind,
    title,
    input: json,
    user_id: userId,
    session_id: sessionId,
    locale,
    timezone,
    total: total ?? null,
    key: key ?? null,
    about: about ? JSON.stringify(about) : null,
    is_whole: isWhole,
    file_key: randomBytes(24).toString('hex'),
    created_at: now,
  }
  const made = (await trx
    .insertInto('pishkhan.tasks')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()) as StoredTask | undefined
  if (made) return made
  const {
    rows: [known],
  } =
    await sql<StoredTask>`select * from pishkhan.tasks where user_id = ${userId} and key = ${key} and kind = ${kind} and input = ${json}::text::jsonb`.execute(
      trx,
    )
  if (!known) throw new ApiError('idempotency-mismatch')
  return known
}

/** Number of unfinished tasks of a user. */
export async function countUnfinished(trx: Trx, userId: number): Promise<number> {
  const {
    rows: [row],
  } = await sql<{
    count: number
  }>`select count(*)::int as count from pishkhan.tasks where user_id = ${userId} and state in ('queued', 'running')`.execute(trx)
  return row!.count
}

export const findTask = (trx: Trx, id: number): Promise<StoredTask | undefined> =>
  trx.selectFrom('pishkhan.tasks').selectAll().where('id', '=', id).executeTakeFirst() as Promise<StoredTask | undefined>

/** The latest tasks of a user, newest first. */
export const listTasks = (trx: Trx, userId: number, limit: number): Promise<StoredTask[]> =>
  trx.selectFrom('pishkhan.tasks').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(limit).execute() as Promise<
    StoredTask[]
  >

/** Takes the task that has waited longest; no other process can take it. */
export async function takeTask(trx: Trx, worker: string, now: Date): Promise<StoredTask | undefined> {
  const {
    rows: [task],
  } =
    await sql<StoredTask>`update pishkhan.tasks set state = 'running', worker = ${worker}, started_at = ${now.toISOString()}::text::timestamptz, heartbeat_at = ${now.toISOString()}::text::timestamptz
    where id = (select id from pishkhan.tasks where state = 'queued' order by id limit 1 for update skip locked) returning *`.execute(trx)
  return task
}

export interface Progress {
  done: number
  total: number | null
  failed: number
  failures: readonly TaskFailure[]
}

const progressColumns = ({ done, total, failed, failures }: Progress) => ({ done, total, failed, failures: JSON.stringify(failures) })

/** Stores the heartbeat; undefined if the task no longer belongs to this process. */
export async function beat(
  trx: Trx,
  id: number,
  worker: string,
  progress: Progress,
  now: Date,
): Promise<{ cancel_requested: boolean } | undefined> {
  return (await trx
    .updateTable('pishkhan.tasks')
    .set({ ...progressColumns(progress), heartbeat_at: now })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .returning('cancel_requested')
    .executeTakeFirst()) as { cancel_requested: boolean } | undefined
}

export interface Outcome {
  state: 'done' | 'failed' | 'cancelled'
  result: Record<string, unknown> | null
  error: TaskError | null
  file: TaskFile | null
}

export async function finishTask(
  trx: Trx,
  id: number,
  worker: string,
  progress: Progress,
  { state, result, error, file }: Outcome,
  now: Date,
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await trx
    .updateTable('pishkhan.tasks')
    .set({
      ...progressColumns(progress),
      state,
      result: json(result),
      error: json(error),
      file: json(file),
      heartbeat_at: now,
      finished_at: now,
    })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .execute()
}

/** Asks a task to stop; a waiting task is cancelled at once. Undefined if the task has ended or does not exist. */
export async function requestCancel(trx: Trx, id: number, now: Date): Promise<StoredTask | undefined> {
  const {
    rows: [task],
  } = await sql<StoredTask>`update pishkhan.tasks set cancel_requested = true,
    state = case state when 'queued' then 'cancelled' else state end, finished_at = case state when 'queued' then ${now.toISOString()}::text::timestamptz end
    where id = ${id} and state in ('queued', 'running') returning *`.execute(trx)
  return task
}

/** Marks running tasks without a server as failed: those without a heartbeat, or all if no other process can have any. */
export async function failLostTasks(trx: Trx, now: Date, { all = false } = {}): Promise<void> {
  let lost = trx
    .updateTable('pishkhan.tasks')
    .set({ state: 'failed', error: JSON.stringify({ code: 'interrupted' } satisfies TaskError), finished_at: now })
    .where('state', '=', 'running')
  if (!all) lost = lost.where('heartbeat_at', '<', new Date(now.getTime() - silentMs))
  await lost.execute()
}

/** Deletes tasks that ended a day ago; returns the keys of their files. */
export async function purgeTasks(trx: Trx, now: Date): Promise<string[]> {
  const purged = await trx
    .deleteFrom('pishkhan.tasks')
    .where('finished_at', '<', new Date(now.getTime() - taskLifeMs))
    .returning('file_key')
    .execute()
  return purged.map(({ file_key: key }) => key as string)
}
