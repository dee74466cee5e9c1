import { entriesOfRecords, type MenuRecord, type MenuRecords } from '#server/documents/expand-layout.ts'
import { sessionOf } from '#server/caller.ts'
import type { CallContext } from '#server/feature.ts'
import { fillWhere } from '#server/model/list/document-where.ts'
import { listRecords } from '#server/model/model.ts'

const mostEntries = 50

/** The records that stand in the reader's menu. The entry's permission opens them, as that of a call does. */
export async function readMenuRecords(context: CallContext): Promise<MenuRecords> {
  const { registry, caller, config } = context
  const recordsByEntry = new Map<Parameters<MenuRecords['get']>[0], MenuRecord[]>()
  for (const each of entriesOfRecords(registry, { ...caller, locales: config.locales })) {
    const limits = { permitted: true, fixed: fillWhere(each.where, { session: sessionOf(caller) }), sort: each.sort }
    const { results } = await listRecords(context, each.entity, { page_size: mostEntries }, limits)
    recordsByEntry.set(each, results as MenuRecord[])
  }
  return recordsByEntry
}
