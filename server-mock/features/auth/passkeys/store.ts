import type { Trx } from '#server/database/database.ts'

/** A passkey as its owner sees it. */
export interface ListedPasskey {
  id: number
  name: string
  created_at: string
  used_at: string | null
}

export interface Passkey {
  id: number
  userId: number
  rpId: string
  credentialId: string
  publicKey: string
  counter: number
  userHandle: string
  transports: string[]
}

const iso = (moment: Date | string) => new Date(moment).toISOString()

export async function passkeysOf(trx: Trx, userId: number): Promise<ListedPasskey[]> {
  const rows = await trx
    .selectFrom('pishkhan.passkeys')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, created_at, used_at }) => ({
    id: Number(id),
    name,
    created_at: iso(created_at),
    used_at: used_at === null ? null : iso(used_at),
  }))
}

/** Credentials of a user, so that no authenticator makes a second one. */
export async function credentialsOf(trx: Trx, userId: number): Promise<{ id: string; transports: string[] }[]> {
  const rows = await trx
    .selectFrom('pishkhan.passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ credential_id: id, transports }) => ({ id, transports }))
}

/** Stores a passkey; false when its credential is there already. */
export async function addPasskey(trx: Trx, passkey: Omit<Passkey, 'id'> & { name: string; now: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('pishkhan.passkeys')
    .values({
      user_id: passkey.userId,
      rp_id: passkey.rpId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      user_handle: passkey.userHandle,
      name: passkey.name,
      transports: JSON.stringify(passkey.transports),
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The passkey of a credential; two sign-ins with it wait for each other, so that its counter is compared with the last one. */
export async function holdPasskey(trx: Trx, credentialId: string): Promise<Passkey | undefined> {
  const row = await trx.selectFrom('pishkhan.passkeys').selectAll().where('credential_id', '=', credentialId).forUpdate().executeTakeFirst()
  return (
    row && {
      id: Number(row.id),
      userId: Number(row.user_id),
      rpId: row.rp_id,
      credentialId: row.credential_id,
      publicKey: row.public_key,
      counter: Number(row.counter),
      userHandle: row.user_handle,
      transports: row.transports,
    }
  )
}

export async function notePasskeyUse(trx: Trx, id: number, counter: number, now: Date): Promise<void> {
  await trx.updateTable('pishkhan.passkeys').set({ counter, used_at: now }).where('id', '=', id).execute()
}

/** Removes a passkey of a user, and answers its name; undefined where he has none of that id. */
export async function removePasskey(trx: Trx, userId: number, id: number): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('pishkhan.passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Gives a passkey of a user another name, and answers the one before; undefined where he has none of that id. */
export async function renamePasskey(trx: Trx, userId: number, id: number, name: string): Promise<string | undefined> {
  const own = trx.selectFrom('pishkhan.passkeys').select('name').where('id', '=', id).where('user_id', '=', userId)
  const row = await own.forUpdate().executeTakeFirst()
  if (row) await trx.updateTable('pishkhan.passkeys').set({ name }).where('id', '=', id).execute()
  return row?.name
}
