/** Who makes a call, read from the database when the call arrives; nothing in it is trusted from the token. */
export interface Caller {
  /** Null for a visitor who is not signed in. */
  user: { id: number; username: string; name_full: string } | null
  sessionId: string | null
  /** Who acts as this user, when somebody does. */
  impersonatorId?: number | null
  /** When this session last proved who uses it, by a sign-in or a confirmation. */
  provedAt?: Date | null
  roles: readonly string[]
  isAdmin: boolean
  isDeveloper: boolean
  /** Permissions that the roles grant, and permits of the user's own; not consulted for administrators and developers, who have all. */
  permissions: ReadonlySet<string>
  /** Roles that the user holds in organizations, without those in which he is blocked; none when left out. */
  memberships?: readonly Membership[]
  locale: string
  /** IANA zone, e.g. `Asia/Tehran`. */
  timezone: string
  requestId: string
}

/** A role of a user in one organization. */
export interface Membership {
  organization: number
  role: string
}

/** Publishing and the developer tools: for developers alone, administrators without that role have no use of it. */
export const developerPermission = 'panel.develop'

/** Acting as somebody else: for administrators alone, whatever else a role may do. */
export const impersonatePermission = 'persons.impersonate'

/** Access of what is turned off: nobody has it, whatever his roles. */
export const nobody = 'nobody'

/** `guest` allows anyone, `user` anyone signed in, else the permission is needed; no name at all allows the signed-in. */
export function isAllowed(caller: Caller, access: string | undefined): boolean {
  if (access === 'guest') return true
  if (!caller.user || access === nobody) return false
  if (access === undefined || access === 'user') return true
  if (access === developerPermission) return caller.isDeveloper
  if (access === impersonatePermission) return caller.isAdmin
  return caller.isAdmin || caller.isDeveloper || caller.permissions.has(access)
}

/** Whether `access` names a permission, which then stands for that of the entity behind it; `user` and `guest` do not. */
export const namesPermission = (access: string | undefined): boolean => access !== undefined && access !== 'user' && access !== 'guest'

/** What documents may insert of who calls: `{session.user.id}`, `{session.locale}`. */
export const sessionOf = ({ user, locale }: Caller): { user: Caller['user']; locale: string } => ({ user: user && { ...user }, locale })

/** Organizations in which the caller holds a role that grants the permission; all of his where none is asked for. */
export const organizationsOf = (
  { memberships = [] }: Caller,
  grants: ReadonlyMap<string, ReadonlySet<string>>,
  permission: string | undefined,
): number[] => [
  ...new Set(
    memberships
      .filter(({ role }) => permission === undefined || grants.get(role)?.has(permission) === true)
      .map(({ organization }) => organization),
  ),
]
