import { sql } from 'kysely'
import { isAllowed } from '#server/caller.ts'
import { cached } from '#server/documents/expansion-cache.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { slugsIn, effectiveRoles } from '#server/plugins/effective-roles.ts'
import { readStored, trusted } from '#server/model/model.ts'
import { changeUser, holdUser } from '#server/features/persons/change-user.ts'
import { mayGive, mayPermit } from '#server/features/persons/rights.ts'
import { grants, isPermission, permissionGroups } from './catalogue.ts'
import { assignMemberRole, blockMemberRole, givable, resignMemberRole } from './organization-roles.ts'
import { readMemberRoles, userRoles } from './role-rows.ts'
import { readRoles, roleTitle, type RoleChoice } from './role-titles.ts'

const say = ({ registry, caller }: CallContext, key: string, values: Record<string, unknown> = {}) =>
  registry.message('persons', caller.locale, key, values)

const groupsFor = ({ registry, caller }: CallContext, roles: readonly RoleChoice[]) =>
  cached(registry, caller, `permissions ${roles.map(({ value }) => value).join()}`, () =>
    permissionGroups(
      { registry, reader: caller, module: 'persons' },
      roles.map(({ value }) => value),
    ),
  )

const matrix: Handler<'permission-matrix'> = async (context) => {
  const roles = await readRoles(context)
  return { results: { roles, modules: groupsFor(context, roles) } }
}

const mostHolders = 200

const holders: Handler<'permission-holders'> = async (context) => {
  const { permission } = context.params
  const { registry, trx } = context
  if (!isPermission(registry, permission)) throw new ApiError('not-found')
  const roles = await readRoles(context)
  const granting = roles.filter(({ value }) => grants(registry, value, permission)).map(({ value }) => value)
  const { rows } = await sql<{ id: number; name_full: string | null; roles: unknown; blocked_roles: unknown; permits: unknown }>`
    select id, name_full, roles, blocked_roles, permits from data."user"
    where deleted_at is null and blocked is not true
      and (permits @> ${JSON.stringify([permission])}::text::jsonb or exists (
        select 1 from jsonb_array_elements_text(case jsonb_typeof(roles) when 'array' then roles else '[]' end) as role
        where role = any(${granting}::text[]) and not coalesce(blocked_roles, '[]') ? role))
    order by name_full, id`.execute(trx)
  const results = rows.slice(0, mostHolders).map((row) => ({
    id: Number(row.id),
    name_full: row.name_full,
    roles: effectiveRoles(row.roles, row.blocked_roles)
      .filter((role) => granting.includes(role))
      .map((role) => roleTitle(roles, role)),
    permit: slugsIn(row.permits).includes(permission),
  }))
  return { results, metadata: { total: rows.length } }
}

const fetch: Handler<'user-panel-permits-fetch'> = async (context) => {
  const { registry, caller, params } = context
  const stored: Record<string, unknown> = await readStored(context, 'user', params.id, trusted)
  const roles = await readRoles(context)
  const active = effectiveRoles(stored.roles, stored.blocked_roles)
  const canEdit = isAllowed(caller, 'persons.write')
  return {
    results: {
      id: Number(stored.id),
      version: Number(stored.version),
      name_full: stored.name_full as string | null,
      permits: slugsIn(stored.permits),
      permissions: [...userRoles(context, roles, stored), ...(await readMemberRoles(context, roles, { user: params.id }))],
      modules: groupsFor(context, roles).map((group) => ({
        ...group,
        permissions: group.permissions.map((permission) => ({
          ...permission,
          granted_by: active.filter((role) => grants(registry, role, permission.name)).map((role) => roleTitle(roles, role)),
          can_set: canEdit && mayPermit(context, permission.name),
        })),
      })),
    },
    metadata: { can_edit: canEdit, roles: canEdit ? roles.filter(({ value }) => mayGive(context, value)) : [] },
  }
}

/** Nobody gives a permit that he lacks, or takes one away. One whose module is gone stays as it is. */
const save: Handler<'user-panel-permits-save'> = async (context) => {
  const { id, version, permits } = context.payload
  const before = slugsIn((await holdUser(context.trx, id)).permits)
  const changed = [...permits.filter((name) => !before.includes(name)), ...before.filter((name) => !permits.includes(name))]
  const unknown = changed.find((name) => !isPermission(context.registry, name) && !before.includes(name))
  if (unknown !== undefined) throw validationError({ permits: [say(context, 'permit_unknown', { name: unknown })] })
  const beyond = changed.find((name) => isPermission(context.registry, name) && !mayPermit(context, name))
  if (beyond !== undefined) throw validationError({ permits: [say(context, 'permit_beyond', { name: beyond })] })
  const record = await changeUser(context, { id, version, data: {} }, { permits })
  return { results: { id, version: Number(record.version), permits: [...permits] } }
}

interface Given {
  id: number
  role: string
  organization_id?: number | null
}

/** Roles in an organization need the right for organizations as well. */
function memberRole(context: CallContext, { id, role, organization_id: organization }: Given) {
  if (typeof organization !== 'number') return undefined
  if (!isAllowed(context.caller, 'persons.organizations.write')) throw new ApiError('permission-denied')
  return { organization_id: organization, id, role }
}

const assign: Handler<'user-panel-role-assign'> = async (context) => {
  const { id, role } = context.payload
  const member = memberRole(context, context.payload)
  if (member) return assignMemberRole(context, member)
  const before = slugsIn((await holdUser(context.trx, id)).roles)
  if (before.includes(role)) throw validationError({ role: [say(context, 'role_present')] })
  await givable(context, role)
  const roles = [...before, role]
  await changeUser(context, { id, data: {} }, { roles })
  return { results: { id, roles } }
}

const resign: Handler<'user-panel-role-resign'> = async (context) => {
  const { id, role } = context.params
  const member = memberRole(context, context.params)
  if (member) return resignMemberRole(context, member)
  const before = slugsIn((await holdUser(context.trx, id)).roles)
  if (!before.includes(role)) throw validationError({ role: [say(context, 'role_absent')] })
  const roles = before.filter((each) => each !== role)
  await changeUser(context, { id, data: {} }, { roles })
  return { results: { id, roles } }
}

const block: Handler<'user-panel-role-block'> = async (context) => {
  const { id, role, blocked } = context.payload
  const member = memberRole(context, context.payload)
  if (member) return blockMemberRole(context, { ...member, blocked })
  const stored = await holdUser(context.trx, id)
  if (!slugsIn(stored.roles).includes(role)) throw validationError({ role: [say(context, 'role_absent')] })
  if (blocked && id === context.caller.user!.id) throw validationError({ role: [say(context, 'own_role_kept')] })
  const others = slugsIn(stored.blocked_roles).filter((each) => each !== role)
  await changeUser(context, { id, data: {} }, { blocked_roles: blocked ? [...others, role] : others })
  return { results: { id, roles: slugsIn(stored.roles) } }
}

/** What users may do: their roles with their status, and the permits beside them. */
export const userPermissions: Handlers = {
  'permission-matrix': matrix,
  'permission-holders': holders,
  'user-panel-permits-fetch': fetch,
  'user-panel-permits-save': save,
  'user-panel-role-assign': assign,
  'user-panel-role-resign': resign,
  'user-panel-role-block': block,
}
