import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'
import * as system from './migrations/0001-system.ts'
import * as impersonatorSession from './migrations/0002-impersonator-session.ts'
import * as files from './migrations/0003-files.ts'
import * as gridViews from './migrations/0004-grid-views.ts'
import * as tasks from './migrations/0005-tasks.ts'
import * as taskAbout from './migrations/0006-task-about.ts'
import * as writtenImports from './migrations/0007-written-imports.ts'
import * as fileUse from './migrations/0030-file-use.ts'
import * as auditAppendOnly from './migrations/0040-audit-append-only.ts'
import * as sealedAnswers from './migrations/0041-sealed-answers.ts'
import * as auditImpersonator from './migrations/0042-audit-impersonator.ts'
import * as attempts from './migrations/0043-attempts.ts'
import * as auditDetails from './migrations/0050-audit-details.ts'
import * as auditDestroyed from './migrations/0055-audit-destroyed.ts'
import * as fileVersionsSize from './migrations/0060-file-versions-size.ts'
import * as counters from './migrations/0070-counters.ts'
import * as ledgers from './migrations/0080-ledgers.ts'
import * as loginEntries from './migrations/0085-login-entries.ts'
import * as backfills from './migrations/0090-backfills.ts'
import * as formerValues from './migrations/0170-former-values.ts'
import * as gateReports from './migrations/0180-gate-reports.ts'
import * as dashboards from './migrations/0095-dashboards.ts'
import * as secondFactors from './migrations/0101-second-factors.ts'
import * as notifications from './migrations/0110-notifications.ts'
import * as messages from './migrations/0112-messages.ts'
import * as socialAccounts from './migrations/0120-social-accounts.ts'
import * as passkeys from './migrations/0121-passkeys.ts'
import * as helpSeen from './migrations/0124-help-seen.ts'
import * as pinnedPages from './migrations/0126-pinned-pages.ts'
import * as noticePoints from './migrations/0130-notice-points.ts'
import * as driverSecrets from './migrations/0140-driver-secrets.ts'
import * as noticeMessages from './migrations/0142-notice-messages.ts'
import * as noticesOfUsers from './migrations/0143-notices-of-users.ts'
import * as noticePointsOfUsers from './migrations/0144-notice-points-of-users.ts'
import * as trialCounts from './migrations/0150-trial-counts.ts'
import * as pushSubscriptions from './migrations/0160-push-subscriptions.ts'
import * as digests from './migrations/0161-digests.ts'
import * as dashboardIds from './migrations/0162-dashboard-ids.ts'

/** One numbered step of the system tables. A released step is never edited; a new one is added after it. */
export interface Migration {
  up: (trx: Trx) => Promise<void>
}

/** In order; the key is stored in `pishkhan.migrations`. */
export const migrations: Record<string, Migration> = {
  '0001-system': system,
  '0002-impersonator-session': impersonatorSession,
  '0003-files': files,
  '0004-grid-views': gridViews,
  '0005-tasks': tasks,
  '0006-task-about': taskAbout,
  '0007-written-imports': writtenImports,
  '0030-file-use': fileUse,
  '0040-audit-append-only': auditAppendOnly,
  '0041-sealed-answers': sealedAnswers,
  '0042-audit-impersonator': auditImpersonator,
  '0043-attempts': attempts,
  '0050-audit-details': auditDetails,
  '0055-audit-destroyed': auditDestroyed,
  '0060-file-versions-size': fileVersionsSize,
  '0070-counters': counters,
  '0080-ledgers': ledgers,
  '0085-login-entries': loginEntries,
  '0090-backfills': backfills,
  '0095-dashboards': dashboards,
  '0101-second-factors': secondFactors,
  '0110-notifications': notifications,
  '0112-messages': messages,
  '0120-social-accounts': socialAccounts,
  '0121-passkeys': passkeys,
  '0124-help-seen': helpSeen,
  '0126-pinned-pages': pinnedPages,
  '0130-notice-points': noticePoints,
  '0140-driver-secrets': driverSecrets,
  '0142-notice-messages': noticeMessages,
  '0143-notices-of-users': noticesOfUsers,
  '0144-notice-points-of-users': noticePointsOfUsers,
  '0150-trial-counts': trialCounts,
  '0160-push-subscriptions': pushSubscriptions,
  '0161-digests': digests,
  '0162-dashboard-ids': dashboardIds,
  '0170-former-values': formerValues,
  '0180-gate-reports': gateReports,
}

/** An arbitrary number, the same in every process, so that one process at a time migrates. */
const migrationLock = 4_600_001

/**
 * Runs the steps that this database has not had.
 * @throws when the database is of a newer release than the code
 */
export async function runMigrations(database: Database): Promise<void> {
  await database.transaction(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`set local lock_timeout = 0`.execute(trx)
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx)
    await sql`create schema if not exists pishkhan`.execute(trx)
    await sql`create schema if not exists data`.execute(trx)
    await sql`create table if not exists pishkhan.migrations (name text primary key, at timestamptz not null default now())`.execute(trx)
    const done = new Set((await trx.selectFrom('pishkhan.migrations').select('name').execute()).map((row) => row.name as string))
    const unknown = [...done].filter((name) => !(name in migrations))
    if (unknown.length > 0)
      throw new Error(`The database is of a newer release: it has had ${unknown.join(', ')}, which this release does not know.`)
    for (const [name, migration] of Object.entries(migrations)) {
      if (done.has(name)) continue
      await migration.up(trx)
      await trx.insertInto('pishkhan.migrations').values({ name }).execute()
    }
  })
}
