import { passwordFaults } from '#server/features/auth/password-faults.ts'
import { hashPassword, storePasswordHash } from '#server/features/auth/passwords.ts'
import { savedFields } from '#server/call-target.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import type { CallContext, CallOf, Feature, Handler, UnmanagedHandler } from '#server/feature.ts'
import { validationError, ApiError } from '#server/errors.ts'
import { recordResults } from '#server/model/record-results.ts'
import { readRecord, readStored, trusted, writeRecord } from '#server/model/model.ts'
import { isTimezone } from '#server/plugins/request-locale.ts'
import { addressCalls } from './addresses.ts'
import { personCombos } from './combos.ts'
import { organizationCalls } from './organizations.ts'
import { applyFields } from './fields/apply-fields.ts'
import { checkUserFields } from './fields/check-fields.ts'
import { fieldCalls } from './fields/field-calls.ts'
import { isOff } from './fields/is-off.ts'
import { readFieldSettings } from './fields/field-settings.ts'
import { seedOrganizations } from './seed-organizations.ts'
import { auditCalls } from './audit/audit-calls.ts'
import { changeUser, requireOwnCalls } from './change-user.ts'
import { accessPreview } from './permissions/access-preview.ts'
import { personCalls } from './people/person-calls.ts'
import { organizationRoles } from './permissions/organization-roles.ts'
import { userPermissions } from './permissions/user-permissions.ts'
import { requireGivable, requireOwnName, requireWriter } from './rights.ts'
import { seedAddresses, seedLogins } from './seed-people.ts'
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
      await checkUserFields({ ...context, trx }, { data: user })
      const data = { ...user, email: user.email || null, name_full: fullName(user) }
      const { id, version } = await writeRecord({ ...context, trx }, 'user', { data }, trusted)
      await storePasswordHash(trx, id, passwordHash, now, true)
      return { results: { id, version, username: user.username } }
    })
  },
}

const saveUser: Handler<'user-save'> = async (context) => ({ results: recordResults(await changeUser(context, context.payload)) })

type OwnProfile = { id: number; version: number; username: string; name_full: string | null }

/** The caller's own record, which needs no right. */
const ownProfile = async (context: CallContext) =>
  recordResults<OwnProfile>(
    await readRecord(context, 'user', context.caller.user!.id, {
      ...trusted,
      paths: [...profileFields, ...keptFields, 'roles'].filter((field) => !isOff(context.registry, field)),
    }),
  )

const editProfile: Handler<'edit-profile-fetch'> = async (context) => {
  const { registry, caller, config } = context
  const form = expandForm(registry, { ...caller, locales: config.locales }, 'persons', 'profile')
  return { results: await ownProfile(context), metadata: { form } }
}

/** The form of a user with his values, or that of a new one. */
const panelForm: Handler<'users-panel-fetch'> = async (context) => {
  const { registry, caller, config, params } = context
  const form = expandForm(registry, { ...caller, locales: config.locales }, 'persons', params.id === undefined ? 'create' : 'edit')
  const results = params.id === undefined ? {} : recordResults<Record<string, unknown>>(await readRecord(context, 'user', params.id))
  return { results, metadata: { form } }
}

/** Stores the caller's own profile; an administrator changes by what he signs in and what he may do. */
const saveProfile: Handler<'edit-profile-save'> = async (context) => {
  const { version, fields } = savedFields(context.payload)
  const id = context.caller.user!.id
  const stored: Record<string, unknown> = await readStored(context, 'user', id, trusted)
  const unknown = Object.keys(fields).filter((field) => !profileFields.includes(field) && !keptFields.includes(field))
  if (unknown.length > 0) throw validationError(Object.fromEntries(unknown.map((field) => [field, [{ key: 'rules.unknown_field' }]])))
  const changes = Object.fromEntries(Object.entries(fields).filter(([field]) => profileFields.includes(field)))
  await checkUserFields(context, { id, data: changes, stored })
  const data = { ...changes, name_full: fullName({ ...stored, ...changes }) }
  return { results: recordResults(await writeRecord(context, 'user', { id, version, data }, trusted)) }
}

const profileFields: readonly string[] = ['avatar', 'first_name', 'last_name', 'phones', 'code_melli', 'gender', 'birthday', 'postal_code']
/** Fields that the form of the profile shows and does not change. */
const keptFields: readonly string[] = ['username', 'email', 'mobile', 'name_full']

/** The user whom a call names, and the fields beside the id or in `data`. */
const savedUser = (payload: Record<string, unknown>) => {
  const { id, version, fields } = savedFields(payload)
  return { id: id as number, version: version as number | undefined, data: { ...fields } as Record<string, unknown> }
}

const savePanelUser: UnmanagedHandler<'users-panel-save'> = {
  unmanaged: async (context) => {
    const { payload } = context
    if (typeof payload.id === 'number')
      return context.database.transaction((trx) => saveUser({ ...context, trx, payload: savedUser(payload) } as CallOf<'user-save'>))
    const { fields } = savedFields(payload)
    const missing = ['username', 'roles', 'password'].filter((field) => isEmpty(fields[field]))
    if (missing.length > 0) throw validationError(Object.fromEntries(missing.map((field) => [field, [{ key: 'rules.required' }]])))
    const { username, roles, password, ...rest } = fields
    if (typeof username !== 'string' || typeof password !== 'string' || !Array.isArray(roles)) throw new ApiError('422')
    const known = Object.fromEntries(Object.entries(rest).filter(([field]) => firstFields.includes(field)))
    return createUser.unmanaged({ ...context, payload: { ...normaliseFields(known), username, password, roles: roles.map(String) } })
  },
}

/** Fields of a new user beside those that every user has. */
const firstFields: readonly string[] = [...profileFields, 'email', 'mobile']

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
  requireOwnCalls(data, {})
  await checkUserFields(context, { data })
  const { preferences: _, ...fields } = data
  const record = await writeRecord(context, 'user', { data: { ...normaliseFields(fields), roles, name_full: fullName(data) } }, trusted)
  return { results: recordResults(record) }
}

export const persons: Feature = {
  module: 'persons',
  handlers: {
    ...addressCalls,
    ...organizationCalls,
    ...userPermissions,
    ...accessPreview,
    ...organizationRoles,
    ...fieldCalls,
    ...auditCalls,
    ...personCalls,
    'preferences-fetch': preferences,
    'user-preferences-save': savePreferences,
    'user-create': createUser,
    'user-save': saveUser,
    'user-edit-profile': (context) => saveUser({ ...context, payload: savedUser(context.payload) }),
    'user-block': (context) => {
      const { id, version, blocked } = context.payload
      return saveUser({ ...context, payload: { id, version, data: { blocked } } })
    },
    'users-panel-fetch': panelForm,
    'users-panel-save': savePanelUser,
    'edit-profile-save': saveProfile,
    'edit-profile-fetch': editProfile,
    'profile-fetch': async (context) => ({ results: await ownProfile(context) }),
    'username-fields': async () => ({ results: ['username', 'email', 'mobile'] }),
    'user-import': importUser,
    'user-search': userSearch,
  },
  combos: personCombos,
  adaptDocuments: async (trx, published) =>
    published.some(({ entities }) => Object.hasOwn(entities, 'user_field'))
      ? applyFields(published, await readFieldSettings(trx))
      : published,
  seed: async (trx, registry) => {
    await seedPersons(trx, registry)
    await seedOrganizations(trx, registry)
    await seedLogins(trx, registry)
    await seedAddresses(trx, registry)
  },
}
