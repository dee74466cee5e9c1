import { placeField } from '#schemas/rules/entities/child-entity.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { rowLists, type RowList } from './stored-rows.ts'

/** What the audit says of one write of a record; newest first in a list of them. */
export interface Written {
  id: number
  version: number
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * Puts into an earlier row of a record the rows that belonged to it then, by undoing what the audit knows of them since the entry `since`.
 * Lists that have not changed are left to be read. `entries`: what happened to the record itself in the meantime.
 */
export async function restoreRows(
  context: Pick<ModelContext, 'trx' | 'registry'>,
  entity: ModelEntity,
  row: StoredRow,
  entries: readonly Written[],
  since: number,
): Promise<void> {
  for (const list of rowLists(context, entity)) {
    const idsIn = (part: Record<string, unknown> | null) => (part?.[list.field] as number[] | undefined) ?? []
    const touching = entries.filter(({ before, after }) => [before, after].some((part) => part && Object.hasOwn(part, list.field)))
    if (touching.length === 0) continue
    const ids = [...new Set(touching.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]))]
    const earlier = await rowsSince(context, list, ids, since)
    ;(row as Record<string, unknown>)[list.field] = idsIn(touching.at(-1)!.before).flatMap((id, at) => {
      const stored = earlier.get(id)
      return stored ? [{ ...stored, [placeField]: at + 1 }] : []
    })
  }
}

/** Rows as they were before whatever the audit tells since an entry. */
async function rowsSince(
  context: Pick<ModelContext, 'trx' | 'registry'>,
  { entity }: RowList,
  ids: readonly number[],
  since: number,
): Promise<Map<number, StoredRow>> {
  const names = new Set(entity.shape.columns.map(({ name }) => name))
  const rows = new Map((await selectAnyRows(context, entity, ids)).map((row) => [row.id, row]))
  const entries = (await context.trx
    .selectFrom('pishkhan.audit')
    .select(['id', 'record_id', 'version', 'action', 'before', 'after'])
    .where('entity', '=', entity.name)
    .where('record_id', 'in', [...ids, 0])
    .where('id', '>', since)
    .orderBy('id', 'desc')
    .execute()) as unknown as (Written & { record_id: number })[]
  const own = new Map<number, Written[]>()
  for (const entry of entries) {
    const { record_id: id, action, before, version } = entry
    own.set(id, [...(own.get(id) ?? []), entry])
    if (action === 'create') rows.delete(id)
    else {
      const row: StoredRow = { ...rows.get(id), id, version: version - 1 }
      for (const [name, value] of Object.entries(before ?? {})) if (names.has(name)) (row as Record<string, unknown>)[name] = value
      rows.set(id, row)
    }
  }
  for (const [id, row] of rows) if (own.has(id)) await restoreRows(context, entity, row, own.get(id)!, since)
  return rows
}
