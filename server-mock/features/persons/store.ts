import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { parseModule } from '#schemas/check/parse-module.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { internationalMobile } from '#schemas/rules/values/phone.ts'
import type { Database, Trx } from '#server/database/database.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { passwordFault, type PasswordOwner } from '#server/features/auth/password-faults.ts'
import { hashPassword, storePasswordHash } from '#server/features/auth/passwords.ts'
import type { SessionUser } from '#server/features/auth/sessions.ts'
import { seedRecords, trusted, writeRecord, type ModelContext } from '#server/model/model.ts'
import { effectiveRoles, slugsIn } from '#server/plugins/effective-roles.ts'
import { readCurrentFiles } from '#server/publishing/store.ts'
import { roleRows } from './roles.ts'

export interface NewUser {
  username: string
  first_name?: string | null
  last_name?: string | null
  email?: string | null
  mobile?: string | null
  code_melli?: string | null
  postal_code?: string | null
  gender?: 'female' | 'male' | null
  birthday?: string | null
  roles: readonly string[]
  preferences?: { panel_locale?: string | null; timezone?: string | null }
  created_at?: string
}

export interface StoredUser extends SessionUser {
  blocked: boolean
}

const columns = ['id', 'username', 'name_full', 'roles', 'blocked_roles', 'preferences', 'blocked'] as const

function stored(row: Record<string, unknown>): StoredUser {
  const preferences = (row.preferences ?? {}) as Partial<SessionUser['preferences']>
  return {
    id: row.id as number,
    username: row.username as string,
    name_full: (row.name_full as string | null) ?? (row.username as string),
    roles: effectiveRoles(row.roles, row.blocked_roles),
    preferences: { panel_locale: preferences.panel_locale ?? null, timezone: preferences.timezone ?? null },
    blocked: row.blocked === true,
  }
}

export async function readUser(trx: Trx, id: number): Promise<StoredUser | undefined> {
  const row = await trx
    .selectFrom('data.user')
    .select([...columns])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && stored(row)
}

/** By what a user signs in: what his password must not hold. */
export async function readNames(trx: Trx, id: number): Promise<PasswordOwner> {
  const row = await trx.selectFrom('data.user').select(['username', 'email', 'mobile']).where('id', '=', id).executeTakeFirst()
  return { username: String(row?.username ?? ''), email: row?.email as string | null, mobile: row?.mobile as string | null }
}

/** Address of a user's picture, the small square of it; null without one. */
export async function readAvatar(trx: Trx, id: number): Promise<string | null> {
  const row = await trx.selectFrom('data.user').select('avatar').where('id', '=', id).executeTakeFirst()
  const file = row?.avatar as { link?: string; versions?: { panel_thumb?: string } } | null | undefined
  return file?.versions?.panel_thumb ?? file?.link ?? null
}

/** Finds who signs in: by username, else by email or mobile, whatever the case and the digits. */
export async function findUserByLogin(trx: Trx, login: string): Promise<StoredUser | undefined> {
  const text = toLatinDigits(login.normalize('NFKC')).trim().toLowerCase()
  if (text === '') return undefined
  const row = await trx
    .selectFrom('data.user')
    .select([...columns])
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('username', '=', text), eb(sql`lower(email)`, '=', text), eb('mobile', '=', internationalMobile(text) ?? text)]),
    )
    .orderBy(sql`username = ${text}`, 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return row && stored(row)
}

/** Fields of a user as they are kept: one number is the same number however it is written, so that two users cannot share it. */
export function normaliseFields<Fields extends Record<string, unknown>>(fields: Fields): Fields {
  const { mobile } = fields
  return typeof mobile === 'string' ? { ...fields, mobile: mobile.trim() === '' ? null : (internationalMobile(mobile) ?? mobile) } : fields
}

export const fullName = ({ first_name, last_name, username }: { first_name?: unknown; last_name?: unknown; username?: unknown }): unknown =>
  [first_name, last_name].filter((part) => part).join(' ') || username

/** Adds users with everything that lists and searches read; answers their ids in the same order. */
export async function insertUsers(trx: Trx, registry: DocumentRegistry, users: readonly NewUser[]): Promise<number[]> {
  return seedRecords(
    trx,
    registry,
    'user',
    users.map((user) => ({
      first_name: null,
      last_name: null,
      email: null,
      mobile: null,
      code_melli: null,
      postal_code: null,
      gender: null,
      birthday: null,
      blocked: false,
      ...user,
      name_full: fullName(user),
      roles: user.roles,
      preferences: user.preferences ?? {},
    })),
  )
}

/** Adds the roles that are missing. */
export async function ensureRoles(trx: Trx, registry: DocumentRegistry) {
  if (!registry.entities.has('role')) return
  const known = new Set((await trx.selectFrom('data.role').select('slug').execute()).map((row) => row.slug as string))
  await seedRecords(
    trx,
    registry,
    'role',
    roleRows.filter(({ slug }) => !known.has(slug)).map((row) => ({ ...row })),
  )
}

/** Changes the preferences that are named, and answers all of them. */
export async function storePreferences(
  context: ModelContext,
  changes: Partial<SessionUser['preferences']>,
): Promise<SessionUser['preferences']> {
  const id = context.caller.user!.id
  const row = await context.trx.selectFrom('data.user').select('preferences').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const before = (row.preferences ?? {}) as Partial<SessionUser['preferences']>
  const after = { panel_locale: before.panel_locale ?? null, timezone: before.timezone ?? null, ...changes }
  if (!isDeepStrictEqual(before, after)) await writeRecord(context, 'user', { id, data: { preferences: after } }, trusted)
  return after
}

/** Why an account cannot be made as asked; the message is for the person at the command line. */
export class UnusableAccount extends Error {}

export interface AccountRequest {
  username: string
  password: string
  role: string
}

/**
 * Makes a user of a role, or gives an existing user of that name the role and the password. For an installation that has
 * nobody yet who could do it in the panel: the first administrator, and the first developer, who alone may publish.
 * Throws `UnusableAccount`.
 */
export async function createUser(
  database: Database,
  { username, password, role }: AccountRequest,
): Promise<{ id: number; created: boolean }> {
  const name = username.trim().toLowerCase()
  if (!/^[a-z0-9][a-z0-9._-]{2,59}$/.test(name))
    throw new UnusableAccount(
      `the username ${JSON.stringify(username)} is not usable: 3 to 60 letters a-z, digits, dots, hyphens and underscores`,
    )
  if (password.length < 8 || password.length > 200) throw new UnusableAccount('the password needs 8 to 200 characters')
  const fault = passwordFault(password, { username: name })
  if (fault)
    throw new UnusableAccount(fault === 'password_common' ? 'the password is one of the most common' : 'the password holds the username')
  const passwordHash = await hashPassword(password)
  return database.transaction(async (trx) => {
    const registry = buildRegistry([...(await readCurrentFiles(trx)).values()].map(parseModule), 0, undefined)
    if (!registry.entities.has('user') || !registry.entities.has('role'))
      throw new UnusableAccount('the server has not been started on this database yet: its module persons is not published')
    await ensureRoles(trx, registry)
    await requireRole(trx, role)
    const holder = await findUserByLogin(trx, name)
    const user = holder?.username === name ? holder : undefined
    const id = user?.id ?? (await insertUsers(trx, registry, [{ username: name, roles: [role] }]))[0]!
    if (user) {
      const before = await trx.selectFrom('data.user').select(['roles', 'blocked_roles']).where('id', '=', id).executeTakeFirstOrThrow()
      const roles = [...new Set([...slugsIn(before.roles), role])]
      const blocked = slugsIn(before.blocked_roles).filter((each) => each !== role)
      await trx
        .updateTable('data.user')
        .set({
          roles: JSON.stringify(roles),
          blocked_roles: JSON.stringify(blocked),
          blocked: false,
          version: sql`version + 1`,
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .execute()
    }
    await storePasswordHash(trx, id, passwordHash, new Date())
    await trx
      .insertInto('pishkhan.audit')
      .values({ entity: 'user', record_id: id, action: 'create-user', after: JSON.stringify({ role }) })
      .execute()
    return { id, created: !user }
  })
}

/** Names of the roles that there are. */
export async function readRoleSlugs(trx: Trx): Promise<string[]> {
  const rows = await trx.selectFrom('data.role').select('slug').where('deleted_at', 'is', null).orderBy('id').execute()
  return rows.map((row) => row.slug as string)
}

async function requireRole(trx: Trx, role: string) {
  const slugs = await readRoleSlugs(trx)
  if (!slugs.includes(role)) throw new UnusableAccount(`there is no role ${JSON.stringify(role)}; the roles are ${slugs.join(', ')}`)
}
