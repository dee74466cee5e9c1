import { sql, type Kysely } from 'kysely'
import type { Caller, Membership } from '#server/caller.ts'
import type { Tables } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'

const membershipEntity = 'organization_user'
const needing = new WeakMap<DocumentRegistry, boolean>()

/** Whether record rules name the organizations of a user, and there are such. */
function needsMemberships(registry: DocumentRegistry): boolean {
  const known =
    needing.get(registry) ??
    (Object.hasOwn(registry.entities.get(membershipEntity)?.document.schema.properties ?? {}, 'blocked_roles') &&
      [...registry.entities.values()].some(({ document }) =>
        JSON.stringify(document.access?.rows ?? '').includes('session.user.organizations'),
      ))
  needing.set(registry, known)
  return known
}

/** A caller with the roles that he holds in organizations, but not those that are blocked; read only where a record rule asks. */
export async function withMemberships(db: Kysely<Tables>, registry: DocumentRegistry, caller: Caller): Promise<Caller> {
  if (!caller.user || caller.isAdmin || caller.isDeveloper || !needsMemberships(registry)) return caller
  const { rows } = await sql<Membership>`select member.organization_id as organization, role
    from data.organization_user member join data.organization on organization.id = member.organization_id
      cross join lateral jsonb_array_elements_text(case jsonb_typeof(member.roles) when 'array' then member.roles else '[]' end) as role
    where member.user_id = ${caller.user.id} and member.blocked is not true and organization.deleted_at is null
      and not coalesce(member.blocked_roles, '[]') ? role`.execute(db)
  return { ...caller, memberships: rows.map(({ organization, role }) => ({ organization: Number(organization), role })) }
}
