import type { EntityColumn } from '#server/database/entity-shape.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import { isReferredTo } from '#server/model/record-uses.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { Given } from './input.ts'
import { isStored } from './read-only.ts'

/**
 * Keeps `fixed` fields of a stored record to their values. A form may send back what is stored; features may write any field.
 * @throws a 422 at each of these fields that was sent with another value
 */
export async function holdFixed(
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  { trusted }: ModelOptions,
): Promise<void> {
  if (!before || trusted) return
  const errors: FieldErrors = {}
  for (const { fields, used_by, message } of entity.document.fixed ?? []) {
    const changed = [...input].filter(
      ([column, { value }]) => fields.includes(column.field) && !isStored(column, before[column.name] ?? null, value ?? null),
    )
    if (changed.length === 0 || (used_by && !(await isReferredTo(context, used_by, before.id)))) continue
    for (const [, { key }] of changed) errors[key] ??= [sentence(context, entity, message)]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** @throws a 422 at each `fixed` list of a stored record whose rows have changed; features may write any */
export async function holdFixedLists(
  context: ModelContext,
  entity: ModelEntity,
  { id }: StoredRow,
  lists: readonly string[],
  { trusted }: ModelOptions,
): Promise<void> {
  if (trusted) return
  const errors: FieldErrors = {}
  for (const { fields, used_by, message } of entity.document.fixed ?? []) {
    const changed = lists.filter((list) => fields.includes(list))
    if (changed.length === 0 || (used_by && !(await isReferredTo(context, used_by, id)))) continue
    for (const list of changed) errors[list] ??= [sentence(context, entity, message)]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

const sentence = ({ registry, caller }: ModelContext, { module }: ModelEntity, message: string): string =>
  message.startsWith('$') ? registry.message(module, caller.locale, message.slice(1)) : message
