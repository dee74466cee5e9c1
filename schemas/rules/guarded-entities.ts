/**
 * Entities that decide who may do what, and the module whose calls write them. No document may write them: an endpoint
 * with a declared operation could otherwise hand out roles with only the permission that its own document names.
 */
export const guardedEntities: ReadonlyMap<string, string> = new Map([
  ['user', 'persons'],
  ['role', 'persons'],
])
