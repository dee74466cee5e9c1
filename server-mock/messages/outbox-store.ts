import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { Channel } from './channels.ts'

export type MessageState = 'waiting' | 'sending' | 'sent' | 'shown' | 'dead'

export interface StoredMessage {
  id: number
  channel: Channel
  recipient: string
  template: string
  locale: string
  sealed: string | null
  secret: boolean
  /** What it tells of, where its texts stand. */
  notice_id: number | null
  /** Its recipient may open what it tells of. */
  opens: boolean
  state: MessageState
  /** With the running one. */
  attempts: number
  created_at: Date
}

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
/** Pauses after each try; the last one repeats. */
const pausesMs = [10 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs]
const givesUpMs = { usual: 24 * hourMs, secret: 10 * minuteMs }
/** Longer than any driver waits: whoever has not told by then has died. */
const leaseMs = 2 * minuteMs
const keptMs = 30 * 24 * hourMs

/** Messages for many go beside the others: a code for signing in waits behind none of them. */
export const lanes = ['direct', 'bulk'] as const
export type Lane = (typeof lanes)[number]

/** Takes messages that are due for this process. Two processes never take the same. */
export async function claimMessages(trx: Trx, now: Date, { lane, limit }: { lane: Lane; limit: number }): Promise<StoredMessage[]> {
  // Whoever sent these has died; a second try might send them twice.
  await sql`update pishkhan.outbox set state = 'dead', error = 'unknown', ended_at = ${now},
      sealed = case when secret then null else sealed end
    where state = 'sending' and due_at <= ${now}`.execute(trx)
  const { rows } = await sql<StoredMessage>`
    update pishkhan.outbox set state = 'sending', attempts = attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from pishkhan.outbox where state = 'waiting' and is_bulk = ${lane === 'bulk'} and due_at <= ${now}
      order by due_at, id limit ${limit} for update skip locked)
    returning ${messageColumns}`.execute(trx)
  return rows.map(storedMessage).sort((one, other) => one.id - other.id)
}

export const messageColumns = sql.raw(
  'id, channel, recipient, template, locale, sealed, secret, notice_id, opens, state, attempts, created_at',
)

/** A row of `messageColumns`. */
export const storedMessage = <Row extends StoredMessage>(row: Row): Row => ({
  ...row,
  id: Number(row.id),
  notice_id: row.notice_id === null ? null : Number(row.notice_id),
  created_at: new Date(row.created_at),
})

/** How it went: `waiting` is tried again later, unless it is too old. */
export interface Outcome {
  message: StoredMessage
  state: 'sent' | 'shown' | 'dead' | 'waiting'
  fault?: { code: string; detail: string }
}

/** Writes how messages went, in one statement: what is secret goes, unless developers are to read it. */
export async function storeOutcomes(trx: Trx, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const rows = outcomes.map(({ message, state, fault }) => {
    const dueAt = state === 'waiting' ? nextTry(message, now) : undefined
    const ended = state === 'waiting' && !dueAt ? 'dead' : state
    return { id: message.id, state: ended, due_at: dueAt?.toISOString() ?? null, error: fault?.code ?? null, detail: fault?.detail ?? null }
  })
  await sql`update pishkhan.outbox o set state = r.state, error = r.error, detail = r.detail, due_at = coalesce(r.due_at, o.due_at),
      ended_at = case when r.state = 'waiting' then null else ${now}::timestamptz end,
      sealed = case when o.secret and r.state in ('sent', 'dead') then null else o.sealed end
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r (id bigint, state text, due_at timestamptz, error text, detail text)
    where o.id = r.id and o.state = 'sending'`.execute(trx)
}

/** When a message is tried again; undefined where it is too old. */
function nextTry({ attempts, created_at: at, secret }: StoredMessage, now: Date): Date | undefined {
  const dueAt = now.getTime() + pausesMs[Math.min(attempts, pausesMs.length) - 1]!
  return dueAt > at.getTime() + givesUpMs[secret ? 'secret' : 'usual'] ? undefined : new Date(dueAt)
}

/** Deletes what ended a month ago. */
export async function purgeMessages(trx: Trx, now: Date): Promise<void> {
  await sql`delete from pishkhan.outbox where created_at < ${new Date(now.getTime() - keptMs)}`.execute(trx)
  // A code that developers have read is of no use after a day.
  await sql`update pishkhan.outbox set sealed = null where secret and sealed is not null
    and created_at < ${new Date(now.getTime() - 24 * hourMs)}`.execute(trx)
}
