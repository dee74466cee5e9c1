import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import type { UnmanagedContext } from '#server/feature.ts'
import { countAttempt, purgeUses, tooManyRequests } from '#server/plugins/rate-limit.ts'
import { accountLimit } from '#server/features/auth/attempt-limits.ts'
import { tryChallenge, useUp, type ChallengePurpose } from '#server/features/auth/challenges.ts'
import { clientOfCall, writeHistory } from '#server/features/auth/sign-in.ts'
import { addressesMark, readRecipient, type CodeRecipient } from './code-recipient.ts'

/**
 * Uses up a code that was sent; `then` runs in the same transaction. A wrong code stays counted.
 * @throws `challenge-ended`, `code-refused`, `too-many-requests`
 */
export async function takeSentCode<T>(
  context: UnmanagedContext<unknown, { challenge: string; code: string }>,
  purpose: ChallengePurpose,
  then: (trx: Trx, recipient: CodeRecipient) => Promise<T>,
): Promise<T> {
  const { database, payload, ip, now } = context
  const client = clientOfCall(context)
  const outcome = await database.transaction(async (trx) => {
    const tried = await tryChallenge(trx, { ...payload, purpose }, client)
    if (!tried || tried.method === 'authenticator') return new ApiError('challenge-ended')
    const limits = [accountLimit('code', ip, String(tried.data.account))]
    const waitMs = await countAttempt(trx, limits, now)
    if (waitMs > 0) return tooManyRequests(waitMs)
    if (!tried.isRight) {
      await writeHistory(trx, client, tried.userId, 'code-refused', 'code')
      return new ApiError('code-refused')
    }
    const recipient = await readRecipient(trx, tried.userId)
    // The account has been blocked in the meantime, or has another address than the one to which the code went.
    if (!recipient || tried.data.addresses !== addressesMark(recipient)) return new ApiError('challenge-ended')
    if (!(await useUp(trx, payload.challenge, now))) return new ApiError('challenge-ended')
    const sent = accountLimit('send-code', ip, String(tried.data.account))
    await purgeUses(
      trx,
      [...limits, sent].map(({ key }) => key),
    )
    return { value: await then(trx, recipient) }
  })
  if (outcome instanceof ApiError) throw outcome
  return outcome.value
}
