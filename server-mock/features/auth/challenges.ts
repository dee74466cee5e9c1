import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { hashCode, isHashOf } from './hashed-codes.ts'

export type ChallengePurpose = 'sign-in' | 'recovery' | 'new-password' | 'registration' | 'provider' | 'passkey' | 'passkey-new'
export type ChallengeMethod = 'authenticator' | 'sms' | 'mail' | 'none'

/** A challenge ends with so many wrong codes. */
export const maxTries = 5
/** The step that follows a password: long enough to find one's telephone. */
export const factorLifeSeconds = 5 * 60

export interface Challenge {
  purpose: ChallengePurpose
  method: ChallengeMethod
  /** Null where nobody was found: whoever asks is not to know. */
  userId: number | null
  data: Record<string, unknown>
}

export interface OpenedChallenge {
  /** Names the attempt towards whoever makes it; the database knows its hash. */
  challenge: string
  expiresAt: Date
}

const hashed = (challenge: string) => createHash('sha256').update(challenge).digest('base64url')

interface NewChallenge extends Challenge {
  /** Code that was sent. */
  code?: string
  lifeSeconds: number
}

export async function openChallenge(
  trx: Trx,
  { code, lifeSeconds, userId, data, ...challenge }: NewChallenge,
  { secret, now }: { secret: string; now: Date },
): Promise<OpenedChallenge> {
  const token = randomUUID()
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1000)
  await trx
    .insertInto('pishkhan.challenges')
    .values({
      id: hashed(token),
      ...challenge,
      user_id: userId,
      code_hash: code === undefined ? null : hashCode(secret, code),
      data: JSON.stringify(data),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { challenge: token, expiresAt }
}

export interface TriedChallenge extends Challenge {
  /** Whether the code is the one that was sent; false where none was. */
  isRight: boolean
}

/**
 * Counts one try of a challenge, before the code is looked at. Undefined when there is none of that purpose, or it is over: used, too
 * late, or tried too often. Keep the transaction: a wrong code has to stay counted.
 */
export async function tryChallenge(
  trx: Trx,
  { challenge, purpose, code }: { challenge: string; purpose: ChallengePurpose; code?: string },
  { secret, now }: { secret: string; now: Date },
): Promise<TriedChallenge | undefined> {
  const row = await trx
    .updateTable('pishkhan.challenges')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', hashed(challenge))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning(['method', 'user_id', 'code_hash', 'data'])
    .executeTakeFirst()
  if (!row) return undefined
  const isRight = code !== undefined && row.code_hash !== null && isHashOf(secret, row.code_hash as string, code)
  return { purpose, method: row.method, userId: row.user_id, data: row.data, isRight }
}

/** A challenge that is not used, without counting a try; with `now` only one that is not over. */
export async function readChallenge(
  trx: Trx,
  challenge: string,
  purpose: ChallengePurpose,
  now?: Date,
): Promise<Pick<Challenge, 'userId' | 'data'> | undefined> {
  let query = trx
    .selectFrom('pishkhan.challenges')
    .select(['user_id', 'data'])
    .where('id', '=', hashed(challenge))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
  if (now) query = query.where('expires_at', '>', now)
  const row = await query.executeTakeFirst()
  return row && { userId: row.user_id, data: row.data }
}

/** A challenge is good once: false for whoever comes second. */
export async function useUp(trx: Trx, challenge: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pishkhan.challenges')
    .set({ used_at: now })
    .where('id', '=', hashed(challenge))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends what a user has begun and not finished: his password has changed, or the address to which a code was sent. */
export async function endChallengesOf(trx: Trx, userId: number, now: Date) {
  await trx.updateTable('pishkhan.challenges').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null).execute()
}

export async function purgeOldChallenges(trx: Trx, now: Date) {
  await trx
    .deleteFrom('pishkhan.challenges')
    .where('expires_at', '<', new Date(now.getTime() - 60 * 60_000))
    .execute()
}
