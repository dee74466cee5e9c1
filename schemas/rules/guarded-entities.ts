/**
 * Entities that say who may do what, and the module whose calls write them. No document writes them: an endpoint that declares an
 * operation would hand out roles by the permission that its own document names.
 */
export const guardedEntities: ReadonlyMap<string, string> = new Map([
  ['user', 'persons'],
  ['role', 'persons'],
])
