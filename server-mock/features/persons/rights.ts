import { internationalMobile } from '#schemas/rules/values/phone.ts'
import { developerPermission, impersonatePermission, isAllowed, type Caller } from '#server/caller.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { administratorRole, developerRole } from '#server/plugins/authentication.ts'
import { slugsIn } from '#server/plugins/effective-roles.ts'
import { readRoleSlugs } from './store.ts'

/** Roles that may do everything; only administrators give and change them. */
export const unlimitedRoles: readonly string[] = [administratorRole, developerRole]

type Reader = Pick<CallContext, 'caller' | 'registry'>

/** The catalogue names the permission; the code does not rely on its document. @throws `permission-denied` */
export function requireWriter({ caller }: Pick<CallContext, 'caller'>): void {
  if (!isAllowed(caller, 'persons.write')) throw new ApiError('permission-denied')
}

const isUnlimited = (roles: readonly string[]): boolean => roles.some((role) => unlimitedRoles.includes(role))

/** Role of whoever comes from outside. What it permits, such as reading one's own wallet, is no further right. */
const everybodysRole = 'customer'

/** Whether the caller has every permission that a role grants. */
const hasAllOf = ({ caller, registry }: Reader, role: string): boolean => {
  const everybodys = registry.grants.get(everybodysRole)
  return (
    caller.isAdmin ||
    caller.isDeveloper ||
    [...(registry.grants.get(role) ?? [])].every((permission) => caller.permissions.has(permission) || everybodys?.has(permission))
  )
}

/** Whether the caller may give a role: it permits nothing that he may not do. */
export const mayGive = (context: Reader, role: string): boolean =>
  context.caller.isAdmin || (!isUnlimited([role]) && hasAllOf(context, role))

/** Whether the caller may give a permission. Some belong to a role alone, and are given with it. */
export const mayPermit = ({ caller }: Reader, permission: string): boolean =>
  !Object.hasOwn(ownRoles, permission) && isAllowed(caller, permission)

/** Permissions that only the users of one role have, whatever else is granted or permitted. */
export const ownRoles: Readonly<Record<string, string>> = {
  [developerPermission]: developerRole,
  [impersonatePermission]: administratorRole,
}

/** Whether a user of these roles and permits may do something that the caller may not. */
export const isStronger = (context: Reader, roles: readonly string[], permits: readonly string[] = []): boolean =>
  !context.caller.isAdmin &&
  (isUnlimited(roles) ||
    roles.some((role) => !hasAllOf(context, role)) ||
    permits.some((permission) => !isAllowed(context.caller, permission)))

/**
 * Nobody gives a role that may do more than he himself may.
 * @throws a 422 on `roles` that names the first role that is unknown, or that the caller may not give
 */
export async function requireGivable(context: CallContext, roles: readonly string[], before: readonly string[] = []): Promise<void> {
  const { caller, registry, trx } = context
  const refuse = (key: string, slug: string) => validationError({ roles: [registry.message('persons', caller.locale, key, { slug })] })
  const addedRoles = roles.filter((role) => !before.includes(role))
  const unlimited = caller.isAdmin ? undefined : roles.find((role) => unlimitedRoles.includes(role))
  if (unlimited !== undefined) throw refuse('role_guarded', unlimited)
  const known = await readRoleSlugs(trx)
  const unknown = roles.find((role) => !known.includes(role))
  if (unknown !== undefined) throw refuse('role_unknown', unknown)
  const beyond = addedRoles.find((role) => !hasAllOf(context, role))
  if (beyond !== undefined) throw refuse('role_beyond', beyond)
}

/** Fields by which somebody signs in, or that say what he may do. */
const guardedFields = ['username', 'email', 'mobile', 'roles', 'blocked', 'blocked_roles', 'permits'] as const

interface Target {
  id: number
  roles: readonly string[]
  stored: Record<string, unknown>
  /** As they would be stored. */
  changes: Record<string, unknown>
}

/**
 * Whoever may do more than the caller keeps his sign-in, his roles and his access; administrators and developers all of their record.
 * @throws `permission-denied`, naming each field
 */
export function requireNotStronger(context: Reader & { caller: Caller }, { id, roles, stored, changes }: Target): void {
  const { caller, registry } = context
  if (!caller.isAdmin && isUnlimited(roles))
    throw new ApiError('permission-denied', { userMessage: registry.message('persons', caller.locale, 'user_guarded') })
  if (id === caller.user!.id || !isStronger(context, roles, slugsIn(stored.permits))) return
  const isChanged = (field: string) =>
    changes[field] !== undefined && JSON.stringify(changes[field] ?? null) !== JSON.stringify(stored[field] ?? null)
  const refused = guardedFields.filter(isChanged)
  if (refused.length === 0) return
  const message = registry.message('persons', caller.locale, 'user_beyond')
  throw new ApiError('permission-denied', { userMessage: message, errors: Object.fromEntries(refused.map((field) => [field, [message]])) })
}

/**
 * People sign in by username or mobile number: a username that reads as a mobile number is its owner's own.
 * @throws a 422 on `username`
 */
export function requireOwnName({ caller, registry }: Reader, { username, mobile }: { username?: unknown; mobile?: unknown }): void {
  const named = typeof username === 'string' ? internationalMobile(username) : undefined
  if (named === undefined || (typeof mobile === 'string' && internationalMobile(mobile) === named)) return
  throw validationError({ username: [registry.message('persons', caller.locale, 'username_mobile')] })
}
