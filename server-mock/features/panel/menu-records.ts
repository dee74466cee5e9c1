import { namesPermission, sessionOf } from '#server/caller.ts'
import { entriesOfRecords, type MenuRecord, type MenuRecords, type RecordEntry } from '#server/documents/expand-layout.ts'
import type { CallContext } from '#server/feature.ts'
import { findModel, mayDo } from '#server/model/context.ts'
import { fillWhere } from '#server/model/list/document-where.ts'
import { listRecords } from '#server/model/model.ts'

const mostEntries = 50

/**
 * The records that stand in the reader's menu. A permission that the entry names opens them, as that of a call does; without one the
 * reader has to be somebody who may read them anyway.
 */
export async function readMenuRecords(context: CallContext): Promise<MenuRecords> {
  const { registry, caller, config } = context
  const recordsByEntry = new Map<RecordEntry, MenuRecord[]>()
  for (const { each, access } of entriesOfRecords(registry, { ...caller, locales: config.locales })) {
    const permitted = namesPermission(access)
    if (!permitted && !mayDo(caller, findModel(context, each.entity), 'read')) continue
    const limits = { permitted: true, fixed: fillWhere(each.where, { session: sessionOf(caller) }), sort: each.sort }
    const { results } = await listRecords(context, each.entity, { page_size: mostEntries }, limits)
    recordsByEntry.set(each, results as MenuRecord[])
  }
  return recordsByEntry
}
