import { passwordFaults } from '#server/features/auth/password-faults.ts'
import { hashPassword, storePasswordHash } from '#server/features/auth/passwords.ts'
import { endImpersonationsOf, endOtherSessions } from '#server/features/auth/sessions.ts'
import type { Feature, Handler, UnmanagedHandler } from '#server/feature.ts'
import { validationError, ApiError } from '#server/errors.ts'
import { recordResults } from '#server/model/record-results.ts'
import { trusted, writeRecord } from '#server/model/model.ts'
import { administratorRole } from '#server/plugins/authentication.ts'
import { isTimezone } from '#server/plugins/request-locale.ts'
import { personCombos } from './combos.ts'
import { organizationCalls } from './organizations.ts'
import { seedOrganizations } from './seed-organizations.ts'
import { requireGivable, requireNotStronger, requireOwnName, requireWriter } from './rights.ts'
import { seedPersons } from './seed.ts'
import { fullName, normaliseFields, readUser, storePreferences } from './store.ts'
import { userSearch } from './user-search.ts'

const preferences: Handler<'preferences-fetch'> = async ({ trx, caller }) => ({
  results: (await readUser(trx, caller.user!.id))!.preferences,
})

const savePreferences: Handler<'user-preferences-save'> = async (context) => {
  const { caller, payload, config, registry } = context
  const { panel_locale: locale, timezone } = payload
  const say = (key: string, values: Record<string, unknown>) => [registry.message('persons', caller.locale, key, values)]
  const isKnown = typeof locale !== 'string' || config.locales.includes(locale)
  const isZone = typeof timezone !== 'string' || isTimezone(timezone)
  if (!isKnown || !isZone) {
    throw validationError({
      ...(!isKnown && { panel_locale: say('locale_unknown', { allowed: config.locales.join(', ') }) }),
      ...(!isZone && { timezone: say('timezone_unknown', {}) }),
    })
  }
  return { results: await storePreferences(context, payload) }
}

/** Makes a user, with roles that the caller may give. */
const createUser: UnmanagedHandler<'user-create'> = {
  unmanaged: async (context) => {
    requireWriter(context)
    const { database, now } = context
    const { password, ...user } = context.payload
    requireOwnName(context, user)
    await database.read((trx) => requireGivable({ ...context, trx }, user.roles))
    const faults = passwordFaults(context, password, user)
    if (faults.length > 0) throw validationError({ password: faults })
    const passwordHash = await hashPassword(password)
    return database.transaction(async (trx) => {
      const data = { ...user, email: user.email || null, name_full: fullName(user) }
      const { id } = await writeRecord({ ...context, trx }, 'user', { data }, trusted)
      await storePasswordHash(trx, id, passwordHash, now, true)
      return { results: { id, username: user.username } }
    })
  },
}

/** Changes a user who may do no more than the caller. Nobody shuts himself out. */
const saveUser: Handler<'user-save'> = async (context) => {
  requireWriter(context)
  const { trx, caller, registry, now } = context
  const { id, version, data } = context.payload
  const say = (key: string, values: Record<string, unknown> = {}) => [registry.message('persons', caller.locale, key, values)]
  const stored = await trx
    .selectFrom('data.user')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw new ApiError('not-found')
  const before = (stored.roles ?? []) as string[]
  const roles = Array.isArray(data.roles) ? data.roles.map(String) : before
  const { preferences: _, ...sent } = data
  const changes: Record<string, unknown> = { ...normaliseFields(sent), ...(data.email === '' && { email: null }) }
  requireNotStronger(context, { id, roles: before, stored, changes })
  await requireGivable(context, roles, before)
  if (roles.length === 0) throw validationError({ roles: [{ key: 'rules.required' }] })
  if (id === caller.user!.id && (data.blocked === true || (before.includes(administratorRole) && !roles.includes(administratorRole))))
    throw validationError({ [data.blocked === true ? 'blocked' : 'roles']: say('self_kept') })
  const named = { ...stored, ...data }
  if (data.username !== undefined || data.mobile !== undefined) requireOwnName(context, named)
  const record = await writeRecord(context, 'user', { id, version, data: { ...changes, name_full: fullName(named) } }, trusted)
  if (data.blocked === true) await endOtherSessions(trx, id, null, 'blocked', now)
  // Given back, the role does not bring them back.
  else if (before.includes(administratorRole) && !roles.includes(administratorRole)) await endImpersonationsOf(trx, id, 'role-lost', now)
  return { results: recordResults(record) }
}

const importedRole = 'customer'

/**
 * Saves a user from a file: one that is there as `user-save` does, a new one without a password, who signs in once an administrator has
 * given him one. The roles are those that the caller may give.
 */
const importUser: Handler<'user-import'> = async (context) => {
  requireWriter(context)
  const { id, role, data } = context.payload
  if (id !== undefined) return saveUser({ ...context, payload: { ...context.payload, id } })
  const roles = Array.isArray(data.roles) && data.roles.length > 0 ? data.roles.map(String) : [role ?? importedRole]
  await requireGivable(context, roles)
  requireOwnName(context, data)
  const { preferences: _, ...fields } = data
  const record = await writeRecord(context, 'user', { data: { ...normaliseFields(fields), roles, name_full: fullName(data) } }, trusted)
  return { results: recordResults(record) }
}

export const persons: Feature = {
  module: 'persons',
  handlers: {
    ...organizationCalls,
    'preferences-fetch': preferences,
    'user-preferences-save': savePreferences,
    'user-create': createUser,
    'user-save': saveUser,
    'user-import': importUser,
    'user-search': userSearch,
  },
  combos: personCombos,
  seed: async (trx, registry) => {
    await seedPersons(trx, registry)
    await seedOrganizations(trx, registry)
  },
}
