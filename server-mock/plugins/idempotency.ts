import { createHmac } from 'node:crypto'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer } from '#server/feature.ts'
import { deriveKey } from '#server/keys.ts'
import { openText, sealText } from './sealed-text.ts'

export const idempotencyLifeMs = 24 * 60 * 60 * 1000

/** One attempt at a call that must happen once. */
export interface Attempt {
  caller: string
  key: string
  requestHash: string
  /** The server's secret: what a call answered may hold a token, and is stored sealed. */
  secret: string
}

const placeOf = ({ caller, key }: Attempt) => `${caller} ${key}`
const answerKey = ({ secret }: Attempt) => deriveKey(secret, 'stored-answers')

/** Reads the header. Throws `bad-request` for a key that is none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[A-Za-z0-9_.:-]{8,128}$/.test(header)) return header
  throw new ApiError('bad-request', { userMessage: { key: 'errors.bad_idempotency_key' } })
}

/** A keyed hash: a payload may hold a password, and a plain hash of one could be guessed. */
export function hashRequest(secret: string, endpoint: string, params: unknown, payload: unknown): string {
  return createHmac('sha256', deriveKey(secret, 'idempotency'))
    .update(JSON.stringify([endpoint, canonical(params), canonical(payload)]))
    .digest('hex')
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, canonical(item)])
}

/**
 * Claims the key, or gives the answer that it already has. Called in the transaction of the call, a second attempt waits
 * here until the first has committed. Throws `idempotency-mismatch` when the key was used for something else.
 */
export async function claim(trx: Trx, attempt: Attempt, now: Date): Promise<Answer | undefined> {
  const expired = new Date(now.getTime() - idempotencyLifeMs)
  await trx
    .deleteFrom('pishkhan.idempotency')
    .where('caller', '=', attempt.caller)
    .where('key', '=', attempt.key)
    .where('created_at', '<', expired)
    .execute()
  const claimed = await trx
    .insertInto('pishkhan.idempotency')
    .values({ caller: attempt.caller, key: attempt.key, request_hash: attempt.requestHash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const row = await trx
    .selectFrom('pishkhan.idempotency')
    .select(['request_hash', 'status', 'answer'])
    .where('caller', '=', attempt.caller)
    .where('key', '=', attempt.key)
    .executeTakeFirst()
  // A claim without an answer: an unmanaged handler is still running, here or in another process.
  if (row === undefined || row.request_hash !== attempt.requestHash || row.status === null) throw new ApiError('idempotency-mismatch')
  const answer = openText(answerKey(attempt), placeOf(attempt), String(row.answer))
  // Sealed with another secret.
  if (answer === undefined) throw new ApiError('idempotency-mismatch')
  return JSON.parse(answer) as Answer
}

/** Keeps the answer for repeats, sealed. */
export async function keepAnswer(trx: Trx, attempt: Attempt, answer: Answer) {
  await trx
    .updateTable('pishkhan.idempotency')
    .set({ status: 200, answer: JSON.stringify(sealText(answerKey(attempt), placeOf(attempt), JSON.stringify(answer))) })
    .where('caller', '=', attempt.caller)
    .where('key', '=', attempt.key)
    .execute()
}

/** Releases a key after an unmanaged handler has failed. */
export async function release(trx: Trx, attempt: Attempt) {
  await trx
    .deleteFrom('pishkhan.idempotency')
    .where('caller', '=', attempt.caller)
    .where('key', '=', attempt.key)
    .where('status', 'is', null)
    .execute()
}

/** Removes expired keys. */
export async function purgeOldKeys(trx: Trx, now: Date) {
  await trx
    .deleteFrom('pishkhan.idempotency')
    .where('created_at', '<', new Date(now.getTime() - idempotencyLifeMs))
    .execute()
}
