import { guardedEntities } from '#schemas/rules/guarded-entities.ts'
import { isComputed } from '#schemas/formula/computed-words.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { changeUser } from '#server/features/persons/change-user.ts'
import { rowAtVersion } from '#server/model/audit.ts'
import { findModel, lookUpEntity, mayCallGeneric, type ModelEntity } from '#server/model/context.ts'
import { restoreRecord, writeRecord } from '#server/model/model.ts'
import { readStored } from '#server/model/read.ts'
import type { AuditRow } from '#server/model/timeline/timeline-nodes.ts'

/** Fields of users that calls of their own change, or that follow from others. */
const keptOfUsers: readonly string[] = ['name_full', 'preferences', 'blocked_roles', 'permits']

/** Whether a change is one that can be taken back, as far as that is known without its record: it made a version after another one. */
export function mayBringBack(context: CallContext, { entity: name, action, version, before }: AuditRow): boolean {
  const entity = lookUpEntity(context.registry, name)
  if (!entity || version === null || version < 2) return false
  if (action === 'trash') return mayCallGeneric(context, entity, 'trash')
  return (
    action === 'update' && before !== null && (name === 'user' || (!guardedEntities.has(name) && mayCallGeneric(context, entity, 'write')))
  )
}

/**
 * Gives a record the values that it had before a change, in the fields that differ and that the caller may write: a change like any other,
 * which is audited and can be taken back in turn. States, numbers and computed fields stay as they are.
 * @throws `not-found` where the history has a gap, and all that a save is refused for
 */
export async function bringBack(context: CallContext, row: AuditRow): Promise<{ id: number; version: number; fields: string[] }> {
  if (!mayBringBack(context, row)) throw new ApiError('precondition-failed')
  const entity = findModel(context, row.entity)
  const id = Number(row.record_id)
  if (row.action === 'trash') {
    const { version } = await restoreRecord(context, entity.name, id, undefined)
    return { id, version: Number(version), fields: [] }
  }
  const current = await readStored(context, entity.name, id)
  const earlier = await rowAtVersion(context, entity, current, row.version! - 1)
  if (!earlier) throw new ApiError('not-found', { userMessage: { key: 'errors.no_version' } })
  const fields = writableFields(entity, row).filter(
    (column) => JSON.stringify(earlier[column.name] ?? null) !== JSON.stringify(current[column.name] ?? null),
  )
  const data = Object.fromEntries(fields.map(({ field, name }) => [field, earlier[name] ?? null]))
  const change = { id, version: current.version, data }
  const record = entity.name === 'user' ? await changeUser(context, change) : await writeRecord(context, entity.name, change)
  return { id, version: Number(record.version), fields: fields.map(({ field }) => field) }
}

/** Fields that the change wrote and that a save may write. */
function writableFields({ name, document, shape }: ModelEntity, { after }: AuditRow) {
  const states = Object.keys(document.lifecycle ?? {})
  return shape.columns.filter((column) => {
    const schema = document.schema.properties[column.field] as { readOnly?: boolean; sequence?: unknown } | undefined
    return (
      schema !== undefined &&
      !column.system &&
      Object.hasOwn(after ?? {}, column.name) &&
      schema.readOnly !== true &&
      schema.sequence === undefined &&
      !isComputed(document, column.field) &&
      !states.includes(column.field) &&
      (name !== 'user' || !keptOfUsers.includes(column.field))
    )
  })
}
