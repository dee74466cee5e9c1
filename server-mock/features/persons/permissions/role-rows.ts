import { sql } from 'kysely'
import { isAllowed } from '#server/caller.ts'
import type { CallContext } from '#server/feature.ts'
import { slugsIn } from '#server/plugins/effective-roles.ts'
import { mayGive } from '#server/features/persons/rights.ts'
import { roleTitle, type RoleChoice } from './role-titles.ts'

export interface RoleRow {
  /** The same for as long as the row is there. */
  key: string
  user: { id: number; name_full: string | null }
  organization: { id: number; title: string } | null
  role: string
  role_title: string
  status: 'active' | 'blocked'
  status_title: string
  can_edit: boolean
}

interface Member {
  organization_id: number
  organization_name: string
  user_id: number
  name_full: string | null
  roles: unknown
  blocked: boolean | null
  blocked_roles: unknown
}

/** The roles that members have in organizations: those of one user, or those in one organization. */
export async function readMemberRoles(
  context: CallContext,
  roles: readonly RoleChoice[],
  of: { user: number } | { organization: number },
): Promise<RoleRow[]> {
  const { rows } = await sql<Member>`select member.organization_id, organization.organization_name, person.id as user_id, person.name_full,
      member.roles, member.blocked, member.blocked_roles
    from data.organization_user member join data.organization on organization.id = member.organization_id
      join data."user" person on person.id = member.user_id
    where ${'user' in of ? sql`member.user_id = ${of.user}` : sql`member.organization_id = ${of.organization}`}
      and organization.deleted_at is null and person.deleted_at is null order by member.id`.execute(context.trx)
  const mayWrite = isAllowed(context.caller, 'persons.organizations.write')
  return rows.flatMap((member) =>
    slugsIn(member.roles).map((role) =>
      rowOf(context, roles, {
        user: { id: Number(member.user_id), name_full: member.name_full },
        organization: { id: Number(member.organization_id), title: member.organization_name },
        role,
        isBlocked: member.blocked === true || slugsIn(member.blocked_roles).includes(role),
        mayWrite,
      }),
    ),
  )
}

/** The roles that a user has everywhere. */
export function userRoles(context: CallContext, roles: readonly RoleChoice[], stored: Record<string, unknown>): RoleRow[] {
  const user = { id: Number(stored.id), name_full: stored.name_full as string | null }
  const mayWrite = isAllowed(context.caller, 'persons.write')
  return slugsIn(stored.roles).map((role) =>
    rowOf(context, roles, { user, organization: null, role, isBlocked: slugsIn(stored.blocked_roles).includes(role), mayWrite }),
  )
}

function rowOf(
  context: CallContext,
  roles: readonly RoleChoice[],
  held: Pick<RoleRow, 'user' | 'organization' | 'role'> & { isBlocked: boolean; mayWrite: boolean },
): RoleRow {
  const { registry, caller } = context
  const { user, organization, role, isBlocked, mayWrite } = held
  const status = isBlocked ? 'blocked' : 'active'
  return {
    key: `${organization?.id ?? 'role'}:${user.id}:${role}`,
    user,
    organization,
    role,
    role_title: roleTitle(roles, role),
    status,
    status_title: registry.message('persons', caller.locale, `permission_status.${status}`),
    can_edit: mayWrite && mayGive(context, role),
  }
}
