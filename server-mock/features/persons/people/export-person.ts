import { sql } from 'kysely'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { mayDo } from '#server/model/context.ts'
import { writeAudit } from '#server/model/audit.ts'
import { readRecord, readStored, trusted } from '#server/model/model.ts'
import { readRecords } from '#server/model/read.ts'
import { isStronger } from '#server/features/persons/rights.ts'
import { slugsIn } from '#server/plugins/effective-roles.ts'
import { personFields, recordsNaming } from './person-references.ts'

/** Most records of one kind in a file. */
const mostRecords = 10_000

/**
 * All that is kept about a user as a text for a file: the record itself, every record that names him and that the caller may read, his
 * sign-ins, sessions, passkeys and notified browsers, and what the audit says of him. Secrets are not in it.
 */
export const exportPerson: Handler<'user-data-export'> = async (context) => {
  const { payload, now, registry, caller } = context
  const stored: Record<string, unknown> = await readStored(context, 'user', payload.id, trusted)
  if (isStronger(context, slugsIn(stored.roles), slugsIn(stored.permits))) throw new ApiError('permission-denied')
  const user = await readRecord(context, 'user', payload.id)
  const records = await readNaming(context, payload.id)
  const content = { exported_at: now.toISOString(), user, records, ...(await readTraces(context, payload.id)) }
  await writeAudit(context, { entity: 'user', recordId: payload.id, action: 'export-data' })
  const filename = `${registry.message('persons', caller.locale, 'person_data')} ${String(stored.username)}.json`
  return { results: { filename, mime_type: 'application/json', content: JSON.stringify(content, null, 2) } }
}

async function readNaming(context: CallContext, user: number): Promise<Record<string, unknown[]>> {
  const byEntity: Record<string, unknown[]> = {}
  for (const field of personFields(context)) {
    if (!mayDo(context.caller, field.entity, 'read')) continue
    const ids = await recordsNaming(context, field, user, mostRecords)
    const records = await readRecords(context, field.entity, ids, { permitted: true })
    if (records.length > 0) byEntity[field.entity.name] = [...(byEntity[field.entity.name] ?? []), ...records.map(({ record }) => record)]
  }
  return byEntity
}

async function readTraces({ trx }: CallContext, user: number) {
  const sessions = await sql`select created_at, seen_at, ended_at, end_reason, ip, user_agent from pishkhan.sessions
    where user_id = ${user} order by created_at desc limit ${mostRecords}`.execute(trx)
  const passkeys = await sql`select name, created_at, used_at from pishkhan.passkeys where user_id = ${user} order by id`.execute(trx)
  const browsers = await sql`select user_agent, created_at from pishkhan.push_subscriptions where user_id = ${user} order by id`.execute(
    trx,
  )
  const about = await sql`select at, user_id, action, before, after from pishkhan.audit
    where entity = 'user' and record_id = ${user} order by id desc limit ${mostRecords}`.execute(trx)
  const done =
    await sql`select at, entity, record_id, action from pishkhan.audit where user_id = ${user} order by id desc limit ${mostRecords}`.execute(
      trx,
    )
  return {
    sessions: sessions.rows,
    passkeys: passkeys.rows,
    notified_browsers: browsers.rows,
    audit_about: about.rows,
    audit_by: done.rows,
  }
}
