import type { Caller } from '#server/caller.ts'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'

/** So long after a sign-in or a confirmation nobody is asked again. */
export const proofLifeMs = 15 * 60_000

/**
 * Asks for a session that has proved not long ago who uses it: before passwords, factors, roles and lasting tokens change.
 * Nobody does that in somebody else's name. The panel asks for a confirmation and makes the call again.
 * @throws `identity-unproved`, `permission-denied`
 */
export function requireProof({ caller, now }: { caller: Caller; now: Date }): void {
  if (caller.impersonatorId) throw new ApiError('permission-denied')
  if (!caller.provedAt || now.getTime() - caller.provedAt.getTime() > proofLifeMs) throw new ApiError('identity-unproved')
}

export async function noteProof(trx: Trx, sessionId: string, now: Date) {
  await trx.updateTable('pishkhan.sessions').set({ proved_at: now }).where('id', '=', sessionId).execute()
}
