import { hash, verify } from '@node-rs/argon2'
import type { Trx } from '#server/database/database.ts'

/** Argon2id with the parameters that OWASP names for it. @source OWASP Password Storage Cheat Sheet. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const minPasswordLength = 8

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), parameters)

let nobody: Promise<string> | undefined

/** Whether the password is that of the hash. Without a hash it takes as long as with one, and answers false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await nobody), password.normalize('NFC'))
  return matches && stored !== undefined
}

export async function readPasswordHash(trx: Trx, userId: number): Promise<{ hash: string; forceChange: boolean } | undefined> {
  const row = await trx
    .selectFrom('pishkhan.credentials')
    .select(['password_hash', 'force_change'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { hash: row.password_hash, forceChange: row.force_change }
}

/** Stores a hash, and clears the forced change of the password unless `forceChange` sets it. */
export async function storePasswordHash(trx: Trx, userId: number, passwordHash: string, now: Date, forceChange = false) {
  const values = { password_hash: passwordHash, changed_at: now, force_change: forceChange }
  await trx
    .insertInto('pishkhan.credentials')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
