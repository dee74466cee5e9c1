import { sql, type Kysely } from 'kysely'
import type { Caller } from '#server/caller.ts'
import type { Tables } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { publicationNumber } from '#server/publishing/store.ts'
import { effectiveRoles, slugsIn } from './effective-roles.ts'
import type { RequestLocale } from './request-locale.ts'

/** Role whose users may do everything in the business modules. */
export const administratorRole = 'administrator'
/** Role whose users pass every check, and alone may publish. */
export const developerRole = 'developer'

/** A live session with what the database says about its user at this moment. */
export interface Identity {
  user: { id: number; username: string; name_full: string }
  sessionId: string
  sessionEnds: Date
  /** Who acts as this user, when somebody does. */
  impersonatorId: number | null
  provedAt: Date | null
  seenAt: Date
  /** So long without a call a session may be; null where nobody is signed out for doing nothing. */
  idleLimitMs: number | null
  /** Without those that are blocked. */
  roles: readonly string[]
  /** Permissions that the user has in addition to those of the roles. */
  permits: readonly string[]
  mustChangePassword: boolean
  /** One of the user's roles requires a second factor, and there is none. */
  mustEnrol: boolean
  /** The publication that was current at the moment of reading. */
  publication: number
}

/**
 * The session that a token names; `undefined` when it has ended, its user is blocked or gone, or whoever acts as that user may do so no
 * more. One statement.
 */
export async function identify(
  db: Kysely<Tables>,
  token: { userId: number; sessionId: string },
  now: Date,
  { hasSettings = false }: { /** Whether the site has settings; without them no session is idle. */ hasSettings?: boolean } = {},
): Promise<Identity | undefined> {
  if (!isUuid(token.sessionId)) return undefined
  const row = await db
    .selectFrom('pishkhan.sessions as session')
    .innerJoin('data.user as user', 'user.id', 'session.user_id')
    .leftJoin('pishkhan.credentials as credentials', 'credentials.user_id', 'session.user_id')
    .leftJoin('pishkhan.sessions as origin', 'origin.id', 'session.impersonator_session')
    .leftJoin('data.user as impersonator', 'impersonator.id', 'origin.user_id')
    .leftJoin('pishkhan.credentials as proof', 'proof.user_id', 'origin.user_id')
    .leftJoin('pishkhan.second_factors as factor', 'factor.user_id', 'session.user_id')
    .leftJoin('pishkhan.second_factors as other_factor', 'other_factor.user_id', 'origin.user_id')
    .select([
      'user.id',
      'user.username',
      'user.name_full',
      'user.roles',
      'user.blocked_roles',
      'user.permits',
      'session.expires_at',
      'session.impersonator_id',
      'session.proved_at',
      'session.seen_at',
      sql<boolean>`factor.activated_at is null and ${requiresFactor('user')}`.as('must_enrol'),
      'credentials.force_change',
      'impersonator.roles as impersonator_roles',
      'impersonator.blocked_roles as impersonator_blocked_roles',
      publicationNumber.as('publication'),
      (hasSettings ? idleSetting : sql<null>`null`).as('idle_minutes'),
    ])
    .where('session.id', '=', token.sessionId)
    .where('session.user_id', '=', token.userId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('user.deleted_at', 'is', null)
    .where(sql<boolean>`"user".blocked is not true`)
    .where(
      sql<boolean>`(session.impersonator_id is null or (origin.ended_at is null and origin.expires_at > ${now} and origin.user_id = session.impersonator_id
        and impersonator.deleted_at is null and impersonator.blocked is not true and proof.force_change is not true
        and (other_factor.activated_at is not null or not ${requiresFactor('impersonator')})))`,
    )
    .executeTakeFirst()
  if (row === undefined) return undefined
  const impersonatorRoles = effectiveRoles(row.impersonator_roles, row.impersonator_blocked_roles)
  if (row.impersonator_id !== null && !impersonatorRoles.includes(administratorRole)) return undefined
  return {
    user: { id: row.id, username: row.username, name_full: row.name_full ?? row.username },
    sessionId: token.sessionId,
    sessionEnds: new Date(row.expires_at),
    impersonatorId: row.impersonator_id,
    provedAt: row.proved_at === null ? null : new Date(row.proved_at),
    seenAt: new Date(row.seen_at),
    idleLimitMs: Number(row.idle_minutes) > 0 ? Number(row.idle_minutes) * 60_000 : null,
    roles: effectiveRoles(row.roles, row.blocked_roles),
    permits: slugsIn(row.permits),
    mustChangePassword: row.force_change === true && row.impersonator_id === null,
    mustEnrol: row.must_enrol === true && row.impersonator_id === null,
    publication: Number(row.publication),
  }
}

const idleSetting = sql<string | null>`(select setting.value from data.setting as setting where setting.key = 'idle_minutes' limit 1)`

/** Whether one of the roles of a user requires a second factor. */
export const requiresFactor = (user: string) =>
  sql<boolean>`exists (select 1 from data.role as required where required.two_step_required and required.deleted_at is null
    and jsonb_exists(coalesce(${sql.ref(`${user}.roles`)}, '[]'::jsonb), required.slug))`

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The caller of one request; a visitor when there is no identity. */
export function createCaller(identity: Identity | undefined, registry: DocumentRegistry, locale: RequestLocale, requestId: string): Caller {
  const roles = identity?.roles ?? []
  return {
    user: identity?.user ?? null,
    sessionId: identity?.sessionId ?? null,
    impersonatorId: identity?.impersonatorId ?? null,
    provedAt: identity?.provedAt ?? null,
    roles,
    isAdmin: roles.includes(administratorRole),
    isDeveloper: roles.includes(developerRole),
    permissions: new Set([...roles.flatMap((role) => [...(registry.grants.get(role) ?? [])]), ...(identity?.permits ?? [])]),
    ...locale,
    requestId,
  }
}
