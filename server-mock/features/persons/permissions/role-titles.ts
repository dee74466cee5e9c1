import type { CallContext, ComboOption } from '#server/feature.ts'
import { localeOrder } from '#server/model/context.ts'

export interface RoleChoice extends ComboOption {
  value: string
}

/** All roles in the caller's language, in the order in which they were made. */
export async function readRoles(context: Pick<CallContext, 'trx' | 'caller' | 'config'>): Promise<RoleChoice[]> {
  const rows = await context.trx.selectFrom('data.role').select(['slug', 'title']).where('deleted_at', 'is', null).orderBy('id').execute()
  return rows.map(({ slug, title }) => {
    const texts = (title ?? {}) as Record<string, string | null>
    const locale = localeOrder(context).find((each) => texts[each])
    return { value: String(slug), title: (locale && texts[locale]) ?? String(slug) }
  })
}

/** What a role is called; its slug where there is none of that name any more. */
export const roleTitle = (roles: readonly RoleChoice[], slug: string): string => roles.find(({ value }) => value === slug)?.title ?? slug
