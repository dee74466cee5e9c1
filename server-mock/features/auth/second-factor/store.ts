import type { Trx } from '#server/database/database.ts'
import { deriveKey } from '#server/keys.ts'
import { openText, sealText } from '#server/plugins/sealed-text.ts'
import { hashCode, isHashOf, newBackupCode, readCode } from '#server/features/auth/hashed-codes.ts'
import { newSecret, stepOf } from './authenticator.ts'

export const backupCodeCount = 6
/** A secret that is shown can be confirmed for so long. */
const pendingMs = 10 * 60_000
/** New backup codes can be read once within this time. */
const shownMs = 10 * 60_000
/** So many of the last characters of a used code are kept, to tell it from the others. */
const hintLength = 4

/** Of whom, with what secret of the server, and when. */
export interface FactorContext {
  trx: Trx
  userId: number
  secret: string
  now: Date
}

export interface SecondFactor {
  activatedAt: Date
  secret: string
  lastStep: number | null
}

export type UsedFactor = 'authenticator' | 'backup-code'

const place = (userId: number, what: 'secret' | 'pending' | 'codes') => `second-factor ${what} ${userId}`
const seal = ({ secret, userId }: FactorContext, what: Parameters<typeof place>[1], text: string) =>
  sealText(deriveKey(secret, 'second-factors'), place(userId, what), text)
const open = ({ secret, userId }: FactorContext, what: Parameters<typeof place>[1], sealed: string | null) =>
  sealed === null ? undefined : openText(deriveKey(secret, 'second-factors'), place(userId, what), sealed)

const rowOf = ({ trx, userId }: FactorContext) =>
  trx.selectFrom('pishkhan.second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

/** Since when a user has a second factor; null without one. */
export async function activeSince(trx: Trx, userId: number): Promise<Date | null> {
  const row = await trx.selectFrom('pishkhan.second_factors').select('activated_at').where('user_id', '=', userId).executeTakeFirst()
  return row?.activated_at ? new Date(row.activated_at) : null
}

/** The secret of an authenticator that is being added. Several tabs are shown the same one. */
export async function startEnrolment(context: FactorContext): Promise<string> {
  const { trx, userId, now } = context
  const row = await rowOf(context)
  const isFresh = row?.pending_at && now.getTime() - new Date(row.pending_at).getTime() < pendingMs
  const known = isFresh ? open(context, 'pending', row.pending_secret) : undefined
  if (known) return known
  const made = newSecret()
  const values = { pending_secret: seal(context, 'pending', made), pending_at: now }
  await trx
    .insertInto('pishkhan.second_factors')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return made
}

/** Turns the second factor on when the code is that of the secret that was shown; answers the backup codes, undefined for a wrong code. */
export async function activate(context: FactorContext, code: string): Promise<string[] | undefined> {
  const { trx, userId, now } = context
  const row = await rowOf(context)
  const isFresh = row?.pending_at && now.getTime() - new Date(row.pending_at).getTime() < pendingMs
  const pending = isFresh ? open(context, 'pending', row.pending_secret) : undefined
  const step = pending === undefined ? undefined : stepOf(pending, readCode(code), now)
  if (pending === undefined || step === undefined) return undefined
  await trx
    .updateTable('pishkhan.second_factors')
    .set({ secret: seal(context, 'secret', pending), activated_at: now, last_step: step, pending_secret: null, pending_at: null })
    .where('user_id', '=', userId)
    .execute()
  return makeBackupCodes(context)
}

export async function deactivate({ trx, userId }: Pick<FactorContext, 'trx' | 'userId'>): Promise<boolean> {
  await trx.deleteFrom('pishkhan.backup_codes').where('user_id', '=', userId).execute()
  const gone = await trx
    .deleteFrom('pishkhan.second_factors')
    .where('user_id', '=', userId)
    .where('activated_at', 'is not', null)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Six new backup codes in place of the old ones. They can be read once more within ten minutes, for an answer that was lost. */
export async function makeBackupCodes(context: FactorContext): Promise<string[]> {
  const { trx, userId, secret, now } = context
  const codes = Array.from({ length: backupCodeCount }, newBackupCode)
  await trx.deleteFrom('pishkhan.backup_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('pishkhan.backup_codes')
    .values(codes.map((code, index) => ({ user_id: userId, position: index + 1, hash: hashCode(secret, code) })))
    .execute()
  await trx
    .updateTable('pishkhan.second_factors')
    .set({ shown_codes: seal(context, 'codes', codes.join(' ')), shown_until: new Date(now.getTime() + shownMs) })
    .where('user_id', '=', userId)
    .execute()
  return codes
}

/** The backup codes if they have just been made and have not been read: this reading is the last. */
export async function takeShownCodes(context: FactorContext): Promise<string[] | undefined> {
  const { trx, userId, now } = context
  const row = await rowOf(context)
  if (!row?.shown_codes) return undefined
  await trx.updateTable('pishkhan.second_factors').set({ shown_codes: null, shown_until: null }).where('user_id', '=', userId).execute()
  return new Date(row.shown_until) > now ? open(context, 'codes', row.shown_codes)?.split(' ') : undefined
}

/** Uses a code up: that of the authenticator, or a backup code. Either is good once, however many try it at the same time. */
export async function consumeFactor(
  context: FactorContext,
  typed: string,
  from: { ip: string; agent: string },
): Promise<UsedFactor | undefined> {
  const { trx, userId, secret, now } = context
  const code = readCode(typed)
  const row = await rowOf(context)
  const stored = row?.activated_at ? open(context, 'secret', row.secret) : undefined
  if (!row || stored === undefined) return undefined
  const step = stepOf(stored, code, now)
  if (step !== undefined) {
    if (row.last_step !== null && step <= Number(row.last_step)) return undefined
    await trx.updateTable('pishkhan.second_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
    return 'authenticator'
  }
  const left = await trx
    .selectFrom('pishkhan.backup_codes')
    .select(['position', 'hash'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  const found = left.find(({ hash }) => isHashOf(secret, hash as string, code))
  if (!found) return undefined
  await trx
    .updateTable('pishkhan.backup_codes')
    .set({ used_at: now, hint: code.slice(-hintLength), ...from })
    .where('user_id', '=', userId)
    .where('position', '=', found.position)
    .execute()
  return 'backup-code'
}

export interface UsedCode {
  position: number
  hint: string | null
  used_at: string
  ip: string | null
  agent: string | null
}

/** Backup codes that were used, the last first, and how many are left. */
export async function readBackupCodes(trx: Trx, userId: number): Promise<{ used: UsedCode[]; left: number }> {
  const rows = await trx
    .selectFrom('pishkhan.backup_codes')
    .select(['position', 'hint', 'used_at', 'ip', 'agent'])
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('position')
    .execute()
  const used = rows.filter((row) => row.used_at !== null) as UsedCode[]
  return { used, left: rows.length - used.length }
}
