/** A role that a user has, everywhere or in an organization. */
export interface RoleRow {
  key: string
  user: { id: number; name_full: string | null }
  organization: { id: number; title: string } | null
  role: string
  role_title: string
  status: 'active' | 'blocked'
  status_title: string
  can_edit?: boolean
}

/** What names a row in the calls that change it. */
export const namesOf = (params: Record<string, unknown>, { user, organization, role }: RoleRow): Record<string, unknown> => ({
  ...params,
  id: user.id,
  role,
  ...(organization && { organization_id: organization.id }),
})
