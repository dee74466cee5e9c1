import type { Caller } from '#server/caller.ts'
import type { Database, Trx } from '#server/database/database.ts'
import { longTokenLifeSeconds, sessionLifeSeconds, signToken } from './tokens.ts'

/** The roles as they are now; the server reads them from the database all the same. */
const claimsOf = ({ user, sessionId, roles, isAdmin, isDeveloper }: Caller) => ({
  sub: user!.id,
  sid: sessionId!,
  roles,
  is_admin: isAdmin,
  is_developer: isDeveloper,
})

/** A new token for a session that goes on; one that is kept prolongs its session. */
export function renewToken(
  database: Database,
  caller: Caller,
  { sessionEnds, isLongLived }: { sessionEnds: Date; isLongLived: boolean },
  secret: string,
  now: Date,
): Promise<string> {
  return isLongLived
    ? database.transaction((trx) => keepToken(trx, caller, secret, now))
    : signToken(claimsOf(caller), secret, now, sessionEnds)
}

/** A token that lives as long as its session, which goes on for another seven days. */
export async function keepToken(trx: Trx, caller: Caller, secret: string, now: Date): Promise<string> {
  const ends = new Date(now.getTime() + sessionLifeSeconds * 1000)
  await trx
    .updateTable('pishkhan.sessions')
    .set({ expires_at: ends })
    .where('id', '=', caller.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  return signToken(claimsOf(caller), secret, now, ends, longTokenLifeSeconds)
}
