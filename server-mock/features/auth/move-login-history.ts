import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/model.ts'
import { agentNames } from './agent-names.ts'

interface OldEntry {
  id: number
  at: Date | string
  user_id: number | null
  success: boolean
  reason: string | null
  ip: string
  user_agent: string
}

const entriesAtOnce = 1000
const knownReasons = ['login-failed', 'blocked', 'too-many-requests']

/**
 * Moves the sign-ins of databases of earlier releases into records of `login_entry`, and drops their old table. Nothing is left to do
 * the second time. A sign-in of a user who is gone for good is kept without the user.
 */
export async function moveLoginHistory(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const { rows: tables } = await sql<{ found: string | null }>`select to_regclass('pishkhan.login_history')::text as found`.execute(trx)
  if (!tables[0]?.found || !registry.entities.has('login_entry')) return
  let last = 0
  for (;;) {
    const { rows } =
      await sql<OldEntry>`select entry.id, entry.at, person.id as user_id, entry.success, entry.reason, entry.ip, entry.user_agent
      from pishkhan.login_history entry left join data."user" person on person.id = entry.user_id
      where entry.id > ${last} order by entry.id limit ${entriesAtOnce}`.execute(trx)
    if (rows.length === 0) break
    await seedRecords(trx, registry, 'login_entry', rows.map(recordOf))
    last = Number(rows.at(-1)!.id)
  }
  await sql`drop table pishkhan.login_history`.execute(trx)
}

function recordOf({ at, user_id: userId, success, reason, ip, user_agent: agent }: OldEntry) {
  return {
    user_id: userId === null ? null : Number(userId),
    status: success ? 'successful' : 'unsuccessful',
    reason: success ? null : reason !== null && knownReasons.includes(reason) ? reason : 'login-failed',
    ip: ip.slice(0, 60),
    agent: agent.slice(0, 400),
    ...agentNames(agent),
    created_at: new Date(at).toISOString(),
  }
}
