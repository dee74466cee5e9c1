import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { writeAudit } from '#server/model/audit.ts'
import { findModel } from '#server/model/context.ts'
import { destroyRecord, trusted, writeRecord } from '#server/model/model.ts'
import { changeUser, holdUser } from '#server/features/persons/change-user.ts'

/** What a user's record holds of him. */
const personal = [
  'first_name',
  'last_name',
  'avatar',
  'email',
  'mobile',
  'phones',
  'code_melli',
  'postal_code',
  'gender',
  'birthday',
] as const

/**
 * Takes all that is personal from a user's record, his addresses, sign-ins, sessions and secrets, and from the audit of them. The record
 * stays without a name, so that orders, invoices and ledgers that refer to it stay as they are. It cannot be taken back.
 */
export const erasePerson: Handler<'user-erase'> = async (context) => {
  const { id, version } = context.payload
  if (id === context.caller.user!.id)
    throw validationError({ id: [context.registry.message('persons', context.caller.locale, 'erase_self')] })
  await holdUser(context.trx, id)
  // Blocking asks for all rights, and keeps the last administrator.
  await changeUser(context, { id, version, data: { blocked: true } }, { roles: [], permits: [], blocked_roles: [] })
  await removeTraces(context, id)
  await emptyRecord(context, id, `erased-${id}`)
  await purgeAudit(context.trx, 'user', id)
  await writeAudit(context, { entity: 'user', recordId: id, action: 'erase' })
  return { results: { id, erased: true } }
}

/** A record without a person: blocked, and of a name that says so. */
export async function emptyRecord(context: CallContext, id: number, username: string): Promise<void> {
  const name = context.registry.message('persons', context.config.defaultLocale, 'erased_person')
  const data = { ...Object.fromEntries(personal.map((field) => [field, null])), username, name_full: name, preferences: {}, blocked: true }
  await writeRecord(context, 'user', { id, data }, trusted)
}

/** Addresses that no other record needs are gone, the others lose what names the person. */
async function removeAddresses(context: CallContext, user: number): Promise<void> {
  const rows = await context.trx.selectFrom('data.address').select('id').where('user_id', '=', user).execute()
  for (const row of rows) {
    const id = row.id as number
    await sql`savepoint address`.execute(context.trx)
    try {
      await destroyRecord(context, 'address', id, undefined, trusted)
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      await sql`rollback to savepoint address`.execute(context.trx)
      await writeRecord(
        context,
        'address',
        { id, data: { receiver: null, phone: null, mobile: null, title: '—', text: '—', postal_code: null, location: null } },
        trusted,
      )
    }
    await purgeAudit(context.trx, 'address', id)
  }
}

async function removeTraces(context: CallContext, user: number): Promise<void> {
  const { trx } = context
  if (context.registry.entities.has('address')) await removeAddresses(context, user)
  if (context.registry.entities.has('login_entry')) {
    findModel(context, 'login_entry')
    await sql`delete from data.login_entry where user_id = ${user}`.execute(trx)
  }
  // Sessions, secrets and whatever else the server itself keeps of a user. The audit names him by his number alone.
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'pishkhan' and column_name = 'user_id' and table_name <> 'audit'`.execute(trx)
  for (const { name } of rows) await sql`delete from ${sql.table(`pishkhan.${name}`)} where user_id = ${user}`.execute(trx)
}

/** Entries hold the values of before and after: of a record without a person they hold a person. */
async function purgeAudit(trx: Trx, entity: string, id: number): Promise<void> {
  await sql`set local pishkhan.purge_audit = 'on'`.execute(trx)
  await sql`delete from pishkhan.audit where entity = ${entity} and record_id = ${id}`.execute(trx)
  await sql`set local pishkhan.purge_audit = 'off'`.execute(trx)
}
