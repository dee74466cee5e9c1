import { validationError, ApiError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { tellOfAddresses } from '#server/features/auth/notices.ts'
import { requireProof } from '#server/features/auth/proof.ts'
import { endImpersonationsOf, endOtherSessions } from '#server/features/auth/sessions.ts'
import { lockName } from '#server/database/lock-name.ts'
import type { Trx } from '#server/database/database.ts'
import { trusted, writeRecord } from '#server/model/model.ts'
import { administratorRole } from '#server/plugins/authentication.ts'
import { effectiveRoles, slugsIn } from '#server/plugins/effective-roles.ts'
import { requireGivable, requireNotStronger, requireOwnName, requireWriter } from './rights.ts'
import { checkUserFields } from './fields/check-fields.ts'
import { fullName, normaliseFields } from './store.ts'

export interface UserChange {
  id: number
  version?: number | null
  data: Record<string, unknown>
}

/** Fields that say what a user may do, and that have calls of their own. */
export interface AccessChange {
  blocked_roles?: readonly string[]
  permits?: readonly string[]
  /** The last role may be taken away: whoever has none is signed in and sees his profile alone. */
  roles?: readonly string[]
}

/**
 * Changes a user who may do no more than the caller. Nobody shuts himself out, and an administrator stays.
 * @throws `not-found`, `stale-version`, `permission-denied`, `identity-unproved`, a 422 by field
 */
export async function changeUser(context: CallContext, { id, version, data }: UserChange, access: AccessChange = {}) {
  requireWriter(context)
  const { trx, now } = context
  const stored = await holdUser(trx, id)
  const before = slugsIn(stored.roles)
  const { preferences: _, ...sent } = data
  requireOwnCalls(sent, stored)
  const roles = access.roles ?? (Array.isArray(data.roles) ? data.roles.map(String) : before)
  const blockedRoles = slugsIn(access.blocked_roles ?? stored.blocked_roles)
  const stillBlocked = blockedRoles.filter((role) => roles.includes(role))
  const changes: Record<string, unknown> = {
    ...normaliseFields(sent),
    ...(data.email === '' && { email: null }),
    ...access,
    ...(stillBlocked.length < blockedRoles.length && { blocked_roles: stillBlocked }),
  }
  requireNotStronger(context, { id, roles: before, stored, changes })
  await requireGivable(context, roles, before)
  if (Object.keys(access).length > 0 || [...roles].sort().join() !== [...before].sort().join()) requireProof(context)
  if (access.roles === undefined && roles.length === 0 && before.length > 0) throw validationError({ roles: [{ key: 'rules.required' }] })
  const ability = (row: Record<string, unknown>) =>
    row.blocked !== true && effectiveRoles(row.roles, row.blocked_roles).includes(administratorRole)
  const isLost = ability(stored) && !ability({ ...stored, ...changes, roles })
  requireSelfKept(context, id, data, isLost)
  if (isLost) await requireAnotherAdministrator(context, id)
  await checkUserFields(context, { id, data: normaliseFields(sent), stored })
  const named = { ...stored, ...data }
  if (data.username !== undefined || data.mobile !== undefined) requireOwnName(context, named)
  const record = await writeRecord(context, 'user', { id, version, data: { ...changes, name_full: fullName(named) } }, trusted)
  const deed = { user: id, ip: context.ip, userAgent: context.userAgent, isOwn: id === context.caller.user?.id }
  await tellOfAddresses(context, deed, stored, { ...stored, ...changes })
  if (data.blocked === true) await endOtherSessions(trx, id, null, 'blocked', now)
  // Given back, the role does not bring them back.
  else if (isLost) await endImpersonationsOf(trx, id, 'role-lost', now)
  return record
}

/** The stored user, whom nobody else changes until the call has ended. @throws `not-found` */
export async function holdUser(trx: Trx, id: number): Promise<Record<string, unknown>> {
  const stored = await trx
    .selectFrom('data.user')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw new ApiError('not-found')
  return stored
}

const ownCalls = ['blocked_roles', 'permits'] as const

/** What was read may be sent back. @throws a 422 at each field that a call of its own changes */
export function requireOwnCalls(sent: Record<string, unknown>, stored: Record<string, unknown>) {
  const isChanged = (field: string) =>
    Object.hasOwn(sent, field) && JSON.stringify(sent[field] ?? null) !== JSON.stringify(stored[field] ?? null)
  const changed = ownCalls.filter(isChanged)
  if (changed.length > 0) throw validationError(Object.fromEntries(changed.map((field) => [field, [{ key: 'rules.read_only' }]])))
}

function requireSelfKept({ caller, registry }: CallContext, id: number, data: Record<string, unknown>, isLost: boolean) {
  if (id !== caller.user!.id || (data.blocked !== true && !isLost)) return
  throw validationError({ [data.blocked === true ? 'blocked' : 'roles']: [registry.message('persons', caller.locale, 'self_kept')] })
}

/** Two administrators who take the role from one another at once wait here. @throws a 422 on `roles` for the last one */
async function requireAnotherAdministrator({ trx, caller, registry }: CallContext, id: number) {
  await lockName(trx, 'pishkhan.administrators')
  const rows = await trx
    .selectFrom('data.user')
    .select(['roles', 'blocked_roles'])
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .where('blocked', 'is not', true)
    .execute()
  if (rows.some((row) => effectiveRoles(row.roles, row.blocked_roles).includes(administratorRole))) return
  throw validationError({ roles: [registry.message('persons', caller.locale, 'last_administrator')] })
}
