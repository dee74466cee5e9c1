import { findEntity } from '#server/documents/entity-field.ts'
import { textOf } from '#server/documents/expansion.ts'
import { recordTarget, targetFields } from '#server/documents/record-target.ts'
import { lookUpEntity, mayDo, type ModelContext } from '#server/model/context.ts'
import type { ModelRecord, ReadOptions, StoredRow } from '#server/model/read.ts'

type ReadRecords = (
  context: ModelContext,
  entity: NonNullable<ReturnType<typeof lookUpEntity>>,
  ids: readonly number[],
  options: ReadOptions,
) => Promise<{ record: ModelRecord }[]>

/**
 * Puts the record that an entry comes from in the place of its entity's name: `{ model, id, title, to }`, with its address where the caller
 * may see it. Of one that he may not read there is only what it is.
 */
export async function nameSources(
  context: ModelContext,
  rows: readonly StoredRow[],
  records: readonly ModelRecord[],
  readRecords: ReadRecords,
): Promise<void> {
  const { registry, caller } = context
  const models = new Set(rows.map(({ source }) => source).filter((source) => typeof source === 'string'))
  for (const model of models) {
    const entity = lookUpEntity(registry, model)
    const owned = findEntity(registry, model)
    if (!entity || !owned) continue
    const expansion = { registry, reader: caller, module: owned.module }
    const ids = [...new Set(rows.flatMap((row) => (row.source === model ? [Number(row.source_id)] : [])))]
    const paths = ['title', ...targetFields(expansion, owned)]
    const found = mayDo(caller, entity, 'read') ? await readRecords(context, entity, ids, { paths }) : []
    const byId = new Map(found.map(({ record }) => [record.id, record]))
    const type = textOf(expansion, owned.document.title)
    rows.forEach((row, at) => {
      if (row.source !== model) return
      const id = Number(row.source_id)
      const source = byId.get(id)
      const to = source && recordTarget(expansion, owned, source)
      const title = source ? `${type} ${String(source.title)}` : type
      records[at]!.source = { model, id, title, ...(to !== undefined && { to }) }
    })
  }
}
