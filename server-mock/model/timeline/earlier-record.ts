import type { GridColumn } from '#schemas/types/contract.d.ts'
import { recordFields, systemFields } from '#server/documents/expand-quick-view.ts'
import { ApiError } from '#server/errors.ts'
import { difference, rowAtVersion } from '#server/model/audit.ts'
import { findModel, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { readStored, recordOf, type ModelRecord } from '#server/model/read.ts'
import { isRowWithin } from '#server/model/row-limit.ts'
import { requireTimeline } from './timeline-links.ts'

export interface EarlierRecord {
  results: ModelRecord
  metadata: {
    /** How the fields are drawn. */
    fields: GridColumn[]
    /** Keys of those that are different now. */
    changed: string[]
  }
}

/**
 * A record as it was at a version, in the fields that the caller may read and its timeline shows. What it refers to is called as it is now.
 * @throws `not-found` also where the history has a gap, and outside the caller's record rules, now or then; `permission-denied`
 */
export async function readEarlierRecord(context: ModelContext, model: string, id: unknown, version: number): Promise<EarlierRecord> {
  const entity = findModel(context, model)
  requireTimeline(entity)
  const row = await readStored(context, model, id)
  const earlier = await rowAtVersion(context, entity, row, version)
  if (!earlier || !(await isRowWithin(context, entity, earlier, {})))
    throw new ApiError('not-found', { userMessage: { key: 'errors.no_version' } })
  const fields = shownFields(context, entity)
  const differing = difference(entity, row, earlier).after!
  const isChanged = (field: string) => {
    const column = entity.shape.byName.get(field)
    return column ? Object.hasOwn(differing, column.name) : Array.isArray(earlier[field])
  }
  return {
    results: await recordOf(context, entity, earlier, { paths: fields.map(({ key }) => key) }),
    metadata: { fields, changed: fields.flatMap(({ key }) => (!systemFields.includes(key) && isChanged(key) ? [key] : [])) },
  }
}

function shownFields({ registry, caller }: ModelContext, { module, document, shape }: ModelEntity): GridColumn[] {
  const told = document.timeline?.fields
  return recordFields({ registry, reader: caller, module }, { module, document }).filter(
    ({ key }) =>
      [key, shape.byName.get(key)?.name].some((name) => name !== undefined && (told?.includes(name) ?? true)) || systemFields.includes(key),
  )
}
