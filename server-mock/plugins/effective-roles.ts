/** Roles that a user has and that are not blocked, in their order. */
export function effectiveRoles(roles: unknown, blocked: unknown): string[] {
  const without = new Set(slugsIn(blocked))
  return slugsIn(roles).filter((role) => !without.has(role))
}

/** The slugs of a stored list; none where nothing is stored. */
export const slugsIn = (stored: unknown): string[] => (Array.isArray(stored) ? stored.map(String) : [])
