import type { Combo } from '#server/feature.ts'
import { readRoles } from './permissions/role-titles.ts'

/** The roles in the caller's language, by the slug under which users have them. */
export const personCombos: Record<string, Combo> = {
  roles: { access: 'persons.read', read: async (context) => [...(await readRoles(context))] },
}
