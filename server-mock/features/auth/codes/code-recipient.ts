import { createHash } from 'node:crypto'
import type { Trx } from '#server/database/database.ts'
import { readUser, type StoredUser } from '#server/features/persons/store.ts'
import type { Channel } from '#server/messages/channels.ts'

/** Who is sent a code, and where. */
export interface CodeRecipient {
  user: StoredUser
  email: string | null
  mobile: string | null
}

/** A user who may sign in, with the addresses that he has now. */
export async function readRecipient(trx: Trx, userId: number | null): Promise<CodeRecipient | undefined> {
  const user = userId === null ? undefined : await readUser(trx, userId)
  if (!user || user.blocked) return undefined
  const row = await trx.selectFrom('data.user').select(['email', 'mobile']).where('id', '=', user.id).executeTakeFirstOrThrow()
  return { user, email: (row.email as string | null) || null, mobile: (row.mobile as string | null) || null }
}

/** The first carrier for which there is an address. */
export function addressOf({ email, mobile }: CodeRecipient, carriers: readonly Channel[]): { channel: Channel; to: string } | undefined {
  for (const channel of carriers) {
    const to = channel === 'mail' ? email : mobile
    if (to !== null) return { channel, to }
  }
  return undefined
}

/** Changes with the addresses of a user: what was begun with the old ones is void. */
export const addressesMark = ({ email, mobile }: CodeRecipient): string =>
  createHash('sha256')
    .update(JSON.stringify([email, mobile]))
    .digest('base64url')
