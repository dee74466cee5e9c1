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

/** Takes messages that are due for this process. Two processes never take the same. */
export async function claimMessages(trx: Trx, now: Date, limit: number): Promise<StoredMessage[]> {
  // Whoever sent these has died; a second try might send them twice.
  await sql`update pishkhan.outbox set state = 'dead', error = 'unknown', ended_at = ${now},
      sealed = case when secret then null else sealed end
    where state = 'sending' and due_at <= ${now}`.execute(trx)
  const { rows } = await sql<StoredMessage>`
    update pishkhan.outbox set state = 'sending', attempts = attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from pishkhan.outbox where state = 'waiting' and due_at <= ${now}
      order by due_at, id limit ${limit} for update skip locked)
    returning id, channel, recipient, template, locale, sealed, secret, state, attempts, created_at`.execute(trx)
  return rows.map((row) => ({ ...row, id: Number(row.id), created_at: new Date(row.created_at) })).sort((one, other) => one.id - other.id)
}

/** Writes the end of a message: what is secret goes, unless developers are to read it. */
export async function endMessage(
  trx: Trx,
  { id }: StoredMessage,
  state: 'sent' | 'shown' | 'dead',
  now: Date,
  fault?: { code: string; detail: string },
): Promise<void> {
  await sql`update pishkhan.outbox set state = ${state}, ended_at = ${now},
    error = ${fault?.code ?? null}, detail = ${fault?.detail ?? null},
    sealed = case when secret and ${state !== 'shown'} then null else sealed end where id = ${id} and state = 'sending'`.execute(trx)
}

/** Tries a message again later, or gives it up where it is too old. */
export async function postponeMessage(trx: Trx, message: StoredMessage, now: Date, fault: { code: string; detail: string }): Promise<void> {
  const dueAt = now.getTime() + pausesMs[Math.min(message.attempts, pausesMs.length) - 1]!
  if (dueAt > message.created_at.getTime() + givesUpMs[message.secret ? 'secret' : 'usual'])
    return endMessage(trx, message, 'dead', now, fault)
  await sql`update pishkhan.outbox set state = 'waiting', due_at = ${new Date(dueAt)}, error = ${fault.code}, detail = ${fault.detail}
    where id = ${message.id} and state = 'sending'`.execute(trx)
}

/** Deletes what ended a month ago. */
export async function purgeMessages(trx: Trx, now: Date): Promise<void> {
  await sql`delete from pishkhan.outbox where created_at < ${new Date(now.getTime() - keptMs)}`.execute(trx)
  // A code that developers have read is of no use after a day.
  await sql`update pishkhan.outbox set sealed = null where secret and sealed is not null
    and created_at < ${new Date(now.getTime() - 24 * hourMs)}`.execute(trx)
}
