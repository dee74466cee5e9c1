import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { setValuesOf } from '#schemas/rules/entities/set-values.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import { valueKey } from '#schemas/rules/values/same-value.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import { findField, fieldOptions } from '#server/documents/entity-field.ts'
import type { Given } from './input.ts'

const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || valueKey(one ?? null) === valueKey(other ?? null)

/**
 * Stores what conditions of the entity set (`value` of a field). What is sent back as it was stored does not count as chosen.
 * Answers the errors of other values, under the keys that the caller used.
 */
export function setByConditions(
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  values: Record<string, unknown>,
  before: StoredRow | undefined,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, entries] of setValuesOf(entity.document)) {
    const column = entity.shape.columns.find((one) => one.field === field)
    const record = { ...before, ...values }
    const entry = entries.find(({ when }) => matches(withFieldFormats(when, entity.document.schema), record))
    if (!column || !entry) continue
    const sent = input.get(column)
    const isChosen = sent !== undefined && !isEmpty(sent.value) && !(before && isSame(sent.value, before[column.name]))
    if (isChosen && !isSame(sent.value, entry.set)) errors[sent.key] = [fixedMessage(context, entity, field, entry.set)]
    else values[column.name] = entry.set
  }
  return errors
}

function fixedMessage({ registry, caller }: ModelContext, entity: ModelEntity, field: string, value: unknown) {
  if (isEmpty(value)) return { key: 'rules.fixed_empty' }
  const found = findField(registry, { module: entity.module, document: entity.document }, field)
  const options = found && fieldOptions({ registry, reader: caller, module: entity.module }, found)
  const title = options?.find((option) => valueKey(option.value) === valueKey(value))?.title
  return { key: 'rules.fixed', values: { value: title ?? String(value) } }
}
