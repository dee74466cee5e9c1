import type { Trx } from '#server/database/database.ts'
import type { ProviderAccount } from './provider-flow.ts'

export interface LinkedAccount {
  id: number
  provider: string
  label: string | null
  created_at: string
  used_at: string | null
}

const iso = (moment: Date | string | null) => (moment === null ? null : new Date(moment).toISOString())

export async function linkedAccounts(trx: Trx, userId: number): Promise<LinkedAccount[]> {
  const rows = await trx.selectFrom('pishkhan.social_accounts').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(({ id, provider, label, created_at, used_at }) => ({
    id: Number(id),
    provider,
    label,
    created_at: iso(created_at)!,
    used_at: iso(used_at),
  }))
}

/** The user whose account this is, by issuer and subject; whatever address it has says nothing. */
export async function userOf(trx: Trx, { issuer, subject }: ProviderAccount): Promise<number | undefined> {
  const row = await trx
    .selectFrom('pishkhan.social_accounts')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && Number(row.user_id)
}

export async function noteUse(trx: Trx, { issuer, subject, label }: ProviderAccount, now: Date): Promise<void> {
  const update = trx.updateTable('pishkhan.social_accounts').set({ used_at: now, label })
  await update.where('issuer', '=', issuer).where('subject', '=', subject).execute()
}

/** Links an account; false when it is a user's already. */
export async function linkAccount(
  trx: Trx,
  { userId, provider, account, now }: { userId: number; provider: string; account: ProviderAccount; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('pishkhan.social_accounts')
    .values({ user_id: userId, provider, ...account, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function unlinkAccount(trx: Trx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('pishkhan.social_accounts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
