import { isAllowed } from '#server/caller.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, Handlers } from '#server/feature.ts'
import { readStored, trusted, writeRecord } from '#server/model/model.ts'
import { slugsIn } from '#server/plugins/effective-roles.ts'
import { addMember, findMembership, holdOrganization } from '#server/features/persons/organizations.ts'
import { mayGive, requireGivable } from '#server/features/persons/rights.ts'
import { readMemberRoles } from './role-rows.ts'
import { readRoles } from './role-titles.ts'

export interface MemberRole {
  organization_id: number
  /** Id of the user. */
  id: number
  role: string
}

const say = ({ registry, caller }: CallContext, key: string, values: Record<string, unknown> = {}) =>
  registry.message('persons', caller.locale, key, values)

/** Gives a user a role in an organization, to which he belongs from then on. @throws `not-found`, a 422 on `role` or `id` */
export async function assignMemberRole(context: CallContext, { organization_id: organization, id, role }: MemberRole) {
  const before = await holdMember(context, organization, id)
  if (before?.roles.includes(role)) throw validationError({ role: [say(context, 'role_present')] })
  await givable(context, role)
  if (!before) await addMember(context, { organization_id: organization, id })
  const roles = [...(before?.roles ?? []), role]
  await writeMember(context, organization, id, { roles })
  return { results: { id, roles } }
}

/** Takes a role in an organization from a user, who still belongs to it. @throws `not-found`, a 422 on `role` */
export async function resignMemberRole(context: CallContext, { organization_id: organization, id, role }: MemberRole) {
  const before = await requireMemberRole(context, organization, id, role)
  const without = (slugs: readonly string[]) => slugs.filter((each) => each !== role)
  const roles = without(before.roles)
  await writeMember(context, organization, id, { roles, blocked_roles: without(before.blockedRoles) })
  return { results: { id, roles } }
}

/** Blocks a role in an organization, or lifts the block of this one alone. @throws `not-found`, a 422 on `role` */
export async function blockMemberRole(
  context: CallContext,
  { organization_id: organization, id, role, blocked }: MemberRole & { blocked: boolean },
) {
  const before = await requireMemberRole(context, organization, id, role)
  if (blocked && id === context.caller.user!.id) throw validationError({ role: [say(context, 'own_role_kept')] })
  const held = before.isBlocked ? before.roles : before.blockedRoles
  const others = held.filter((each) => each !== role)
  await writeMember(context, organization, id, { blocked: false, blocked_roles: blocked ? [...others, role] : others })
  return { results: { id, roles: before.roles } }
}

/** Errors of what a caller may not give stand at the field that was sent. */
export async function givable(context: CallContext, role: string) {
  try {
    await requireGivable(context, [role])
  } catch (fault) {
    if (fault instanceof ApiError && fault.errors?.roles) throw validationError({ role: fault.errors.roles })
    throw fault
  }
}

async function requireMemberRole(context: CallContext, organization: number, id: number, role: string) {
  const member = await holdMember(context, organization, id)
  if (!member?.roles.includes(role)) throw validationError({ role: [say(context, 'role_absent')] })
  if (!mayGive(context, role)) throw validationError({ role: [say(context, 'role_beyond', { slug: role })] })
  return member
}

async function holdMember(context: CallContext, organization: number, user: number) {
  await holdOrganization(context, organization)
  const membership = await findMembership(context, organization, user)
  if (membership === undefined) return undefined
  const stored = await readStored(context, 'organization_user', membership, trusted)
  return { roles: slugsIn(stored.roles), blockedRoles: slugsIn(stored.blocked_roles), isBlocked: stored.blocked === true }
}

async function writeMember(context: CallContext, organization: number, user: number, data: Record<string, unknown>) {
  const membership = await findMembership(context, organization, user)
  await writeRecord(context, 'organization_user', { id: membership!, data }, trusted)
}

/** Roles within organizations. */
export const organizationRoles: Handlers = {
  'organization-permissions': async (context) => {
    const { organization_id: organization } = context.params
    await readStored(context, 'organization', organization, trusted)
    const roles = await readRoles(context)
    const canEdit = isAllowed(context.caller, 'persons.organizations.write')
    return {
      results: { permissions: await readMemberRoles(context, roles, { organization }) },
      metadata: { can_edit: canEdit, roles: canEdit ? roles.filter(({ value }) => mayGive(context, value)) : [] },
    }
  },
  'organization-role-assign': (context) => assignMemberRole(context, context.payload),
  'organization-role-resign': (context) => resignMemberRole(context, context.params),
  'organization-role-block': (context) => blockMemberRole(context, context.payload),
}
