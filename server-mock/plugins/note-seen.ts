import type { Database } from '#server/database/database.ts'
import type { Identity } from './authentication.ts'

/** How exactly the list of sessions says when one was used last. */
const seenEveryMs = 5 * 60_000

/** Notes that a session is in use, at most once in five minutes. */
export async function noteSeen(database: Database, { sessionId, seenAt }: Identity, now: Date): Promise<void> {
  if (now.getTime() - seenAt.getTime() < seenEveryMs) return
  await database.transaction(async (trx) => {
    await trx.updateTable('pishkhan.sessions').set({ seen_at: now }).where('id', '=', sessionId).where('seen_at', '<', now).execute()
  })
}
