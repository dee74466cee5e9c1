import { localeOrder } from '#server/model/context.ts'
import type { Combo } from '#server/feature.ts'

/** The roles in the caller's language, by the slug under which users have them. */
export const personCombos: Record<string, Combo> = {
  roles: {
    access: 'persons.read',
    read: async (context) => {
      const rows = await context.trx
        .selectFrom('data.role')
        .select(['slug', 'title'])
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute()
      return rows.map(({ slug, title }) => {
        const texts = (title ?? {}) as Record<string, string | null>
        const locale = localeOrder(context).find((each) => texts[each])
        return { value: String(slug), title: (locale && texts[locale]) ?? String(slug) }
      })
    },
  },
}
