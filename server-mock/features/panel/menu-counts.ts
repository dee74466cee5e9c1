import { namesPermission, sessionOf } from '#server/caller.ts'
import { countsOfMenu, type MenuCount } from '#server/documents/menu-counts.ts'
import type { UnmanagedContext, UnmanagedHandler } from '#server/feature.ts'
import { findModel, mayDo, type ModelContext } from '#server/model/context.ts'
import { fillWhere } from '#server/model/list/document-where.ts'
import { listRecords } from '#server/model/model.ts'

/** One count may not keep the others waiting: what takes longer has no badge. */
const timeoutMs = 400

/** A permission that the entry names opens the count, as that of a call does; without one the reader has to be somebody who may read. */
async function countOf(context: UnmanagedContext, { count, access }: MenuCount): Promise<number> {
  const { database, caller } = context
  const permitted = namesPermission(access)
  return database.read(async (trx) => {
    const reader = { ...context, trx } as unknown as ModelContext
    if (!permitted && !mayDo(caller, findModel(reader, count.entity), 'read')) return 0
    const limits = { permitted: true, fixed: fillWhere(count.where, { session: sessionOf(caller) }), timeoutMs }
    const { metadata } = await listRecords(reader, count.entity, { page_size: 1 }, limits)
    return metadata.pagination.total
  })
}

/** How many records the badges of the caller's menu count; those without any are left out. */
export const menuCounts: UnmanagedHandler<'menu-counts'> = {
  unmanaged: async (context) => {
    const { registry, caller, config } = context
    const results = []
    for (const entry of countsOfMenu(registry, { ...caller, locales: config.locales })) {
      const count = await countOf(context, entry).catch(() => 0)
      if (count > 0) results.push({ id: entry.id, count })
    }
    return { results }
  },
}
