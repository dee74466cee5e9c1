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
    userMessage: { key: 'errors.too_many_requests_wait', values: { minutes: Math.ceil(seconds / 60) } },
    metadata: { retry_after_seconds: seconds },
  })
}
