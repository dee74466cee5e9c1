import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { fieldLabel } from '#server/documents/entity-field.ts'
import { textOf } from '#server/documents/expansion.ts'
import { physicalName } from '#server/database/entity-shape.ts'
import { ApiError } from '#server/errors.ts'
import { lookUpEntity, mayDo, mayUseField, type ModelContext, type ModelEntity } from '#server/model/context.ts'

export type TimelineWord = NonNullable<EntityDocument['timeline']>

/** Records whose changes are shown in the timeline of the record that they refer to. */
export interface TimelineLink {
  entity: ModelEntity
  /** Columns that hold the id of the record. */
  columns: readonly string[]
  /** What they are called: the list's label, or the title of their entity. */
  type: string
  /** Rows of the record itself, which its record rules are for. */
  isRow: boolean
}

/** @throws `not-found` for an entity without a timeline */
export function requireTimeline(entity: ModelEntity): TimelineWord {
  if (!entity.document.timeline) throw new ApiError('not-found', { userMessage: { key: 'errors.no_timeline' } })
  return entity.document.timeline
}

/** The links of `with` that the caller may read: rows without access of their own have that of their record. */
export function timelineLinks(context: ModelContext, entity: ModelEntity): TimelineLink[] {
  return (entity.document.timeline?.with ?? []).flatMap((name) => {
    const property = entity.document.schema.properties[name] as { rows?: string } | undefined
    const linked = lookUpEntity(context.registry, property?.rows ?? name)
    if (!linked) return []
    const isRow = (linked.document as { parent?: string }).parent === entity.name
    if ((!isRow || linked.document.access) && !mayDo(context.caller, linked, 'read')) return []
    const columns = linked.shape.columns.filter(
      (column) => !column.system && column.references === entity.name && mayUseField(context.caller, linked, column, {}),
    )
    const names = new Set([...columns.map((column) => column.name), ...(isRow ? [physicalName(`${entity.name}_id`)] : [])])
    if (names.size === 0) return []
    const expansion = { registry: context.registry, reader: context.caller, module: linked.module }
    const type = property?.rows
      ? fieldLabel({ ...expansion, module: entity.module }, { module: entity.module, document: entity.document }, name)
      : textOf(expansion, linked.document.title)
    return [{ entity: linked, columns: [...names], type, isRow }]
  })
}
