import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** What became of a call: refused, failed, or a fault that the panel met and reported. */
export type Outcome = 'ok' | 'client' | 'server' | 'panel'

/** Calls of one version while a trial runs. */
export interface VersionCounts {
  calls: number
  client_errors: number
  server_errors: number
  panel_errors: number
  /** Share of failures among the calls, from 0; null without calls. */
  error_rate: number | null
  /** Milliseconds within which half of the calls, and 95 of 100, were answered; null without calls. */
  p50_ms: number | null
  p95_ms: number | null
}

/** Each step of the scale of times is so much longer than the one before. */
const step = 1.15
export const bucketOf = (ms: number): number => Math.max(0, Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(step)))
const msOf = (bucket: number): number => Math.round(step ** bucket)

/**
 * Refusals that say nothing of the documents: a session that ended, somebody else's change, too many calls. Other 4xx do: a form that sends
 * what the server does not take, a list that there is not.
 */
const innocent = new Set([401, 409, 429])
export const outcomeOf = (status: number): Outcome => (status >= 500 ? 'server' : status >= 400 && !innocent.has(status) ? 'client' : 'ok')

export interface CountRow {
  trial: number
  isTrial: boolean
  outcome: Outcome
  bucket: number
  count: number
}

/** Adds counts to those of all processes. */
export async function addCounts(trx: Trx, rows: readonly CountRow[]): Promise<void> {
  // In one order, so that two processes never wait for each other.
  const sorted = [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await sql`
    insert into pishkhan.trial_counts (trial_id, is_trial, outcome, bucket, count)
    select * from jsonb_to_recordset(${JSON.stringify(sorted.map(({ trial, isTrial, ...rest }) => ({ trial_id: trial, is_trial: isTrial, ...rest })))}::text::jsonb)
      as r(trial_id bigint, is_trial boolean, outcome text, bucket integer, count bigint)
    on conflict (trial_id, is_trial, outcome, bucket) do update set count = pishkhan.trial_counts.count + excluded.count`.execute(trx)
}

export const keyOf = ({ trial, isTrial, outcome, bucket }: Omit<CountRow, 'count'>): string => [trial, isTrial, outcome, bucket].join()

/** The calls of both versions of a trial. */
export async function readCounts(trx: Trx, trial: number): Promise<{ tried: VersionCounts; current: VersionCounts }> {
  const { rows } = await sql<{ is_trial: boolean; outcome: Outcome; bucket: number; count: number }>`
    select is_trial, outcome, bucket, count::float8 as count from pishkhan.trial_counts where trial_id = ${trial} order by bucket`.execute(
    trx,
  )
  return { tried: sumUp(rows.filter(({ is_trial }) => is_trial)), current: sumUp(rows.filter(({ is_trial }) => !is_trial)) }
}

function sumUp(rows: readonly { outcome: Outcome; bucket: number; count: number }[]): VersionCounts {
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0)
  const of = (outcome: Outcome) => sum(rows.filter((row) => row.outcome === outcome))
  const timed = rows.filter(({ outcome }) => outcome !== 'panel')
  const calls = sum(timed)
  const [client, server, panel] = [of('client'), of('server'), of('panel')]
  const within = (share: number): number | null => {
    let seen = 0
    for (const { bucket, count } of timed) if ((seen += count) >= calls * share) return msOf(bucket)
    return null
  }
  return {
    calls,
    client_errors: client,
    server_errors: server,
    panel_errors: panel,
    error_rate: calls === 0 ? null : Math.min(1, (client + server + panel) / calls),
    p50_ms: calls === 0 ? null : within(0.5),
    p95_ms: calls === 0 ? null : within(0.95),
  }
}

/** Whether the tried version fails more than its trial allows, and more than the current one does. */
export function failsTooMuch(
  { tried, current }: { tried: VersionCounts; current: VersionCounts },
  { max_error_rate: limit, min_calls: least }: { max_error_rate: number; min_calls: number },
): boolean {
  return tried.calls >= least && tried.error_rate !== null && tried.error_rate > limit && tried.error_rate > (current.error_rate ?? 0)
}
