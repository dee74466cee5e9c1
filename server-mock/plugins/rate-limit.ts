import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'

export interface RateLimit {
  key: string
  limit: number
  windowMs: number
}

/**
 * Counts one use of each limit and tells in how many milliseconds the caller may try again; 0 when no limit is passed. A
 * window starts with its first use. Uses beyond a limit do not lengthen it.
 */
export async function countUse(trx: Trx, limits: readonly RateLimit[], now: Date): Promise<number> {
  let waitMs = 0
  // In one order for everybody, so that two calls never wait for each other's row.
  for (const { key, limit, windowMs } of [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const resetAt = new Date(now.getTime() + windowMs)
    const row = await trx
      .insertInto('pishkhan.rate_limits')
      .values({ key, count: 1, reset_at: resetAt })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            count: sql`case when rate_limits.reset_at <= ${now} then 1 else rate_limits.count + 1 end`,
            reset_at: sql`case when rate_limits.reset_at <= ${now} then ${resetAt} else rate_limits.reset_at end`,
          }),
      )
      .returning(['count', 'reset_at'])
      .executeTakeFirstOrThrow()
    if (row.count > limit) waitMs = Math.max(waitMs, new Date(row.reset_at).getTime() - now.getTime())
  }
  return waitMs
}

/** Attempts that may follow each other; each one after that doubles the wait for the next. */
export interface AttemptLimit {
  key: string
  free: number
  firstWaitMs: number
  maxWaitMs: number
  /** Without an attempt for so long, all is forgotten. */
  forgetMs: number
}

const waitAfter = ({ free, firstWaitMs, maxWaitMs }: AttemptLimit, count: number): number =>
  count < free ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(count - free, 30))

/**
 * Counts one attempt at each limit and returns 0. Where a limit requires a wait, counts nothing and returns the milliseconds until the
 * next attempt. Attempts at the same time are counted one after the other.
 */
export async function countAttempt(trx: Trx, limits: readonly AttemptLimit[], now: Date): Promise<number> {
  // In one order for everybody, so that two calls never wait for each other's row.
  const ordered = [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))
  const counts: { limit: AttemptLimit; count: number }[] = []
  let waitMs = 0
  for (const limit of ordered) {
    const row = await trx
      .insertInto('pishkhan.rate_limits')
      .values({ key: limit.key, count: 0, reset_at: new Date(now.getTime() + limit.forgetMs) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: limit.key }))
      .returning(['count', 'reset_at', 'next_at'])
      .executeTakeFirstOrThrow()
    const isForgotten = new Date(row.reset_at) <= now
    counts.push({ limit, count: isForgotten ? 0 : row.count })
    if (!isForgotten && row.next_at) waitMs = Math.max(waitMs, new Date(row.next_at).getTime() - now.getTime())
  }
  if (waitMs > 0) return waitMs
  for (const { limit, count } of counts) {
    const wait = waitAfter(limit, count + 1)
    await trx
      .updateTable('pishkhan.rate_limits')
      .set({
        count: count + 1,
        reset_at: new Date(now.getTime() + limit.forgetMs),
        next_at: wait > 0 ? new Date(now.getTime() + wait) : null,
      })
      .where('key', '=', limit.key)
      .execute()
  }
  return 0
}

/** Takes back an attempt that succeeded, with the wait that it cost. */
export async function takeBackAttempt(trx: Trx, key: string): Promise<void> {
  await trx
    .updateTable('pishkhan.rate_limits')
    .set(({ eb }) => ({ count: eb('count', '-', 1), next_at: null }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

export async function purgeUses(trx: Trx, keys: readonly string[]) {
  await trx.deleteFrom('pishkhan.rate_limits').where('key', 'in', keys).execute()
}

export async function purgeOldUses(trx: Trx, now: Date) {
  await trx.deleteFrom('pishkhan.rate_limits').where('reset_at', '<=', now).execute()
}

/** The refusal that says how long to wait. */
export function tooManyRequests(waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000)
  return new ApiError('too-many-requests', {
    userMessage:
      seconds < 60
        ? { key: 'errors.too_many_requests_seconds', values: { seconds } }
        : { key: 'errors.too_many_requests_wait', values: { minutes: Math.ceil(seconds / 60) } },
    metadata: { retry_after_seconds: seconds },
  })
}
