import type { Option } from '#schemas/types/contract.d.ts'
import { fieldLabel, fieldOptions, findField } from '#server/documents/entity-field.ts'
import type { StoredRow } from './read.ts'
import { mayUseField, type ModelContext, type ModelEntity, type ModelOptions } from './context.ts'

/** What the fields of an entity that the caller may see are called in his locale, by the keys that their values have in a record. */
export function fieldLabels(
  { registry, caller }: Pick<ModelContext, 'registry' | 'caller'>,
  entity: ModelEntity,
  options: ModelOptions,
): Record<string, string> {
  const expansion = { registry, reader: caller, module: entity.module }
  return Object.fromEntries(
    entity.shape.columns
      .filter((column) => !column.system && mayUseField(caller, entity, column, options))
      .map((column) => [column.name, fieldLabel(expansion, { module: entity.module, document: entity.document }, column.field)]),
  )
}

/** The choices, with their titles in the caller's locale, of the fields that differ between two states of a record. */
export function choicesOfChanged(
  { registry, caller }: Pick<ModelContext, 'registry' | 'caller'>,
  entity: ModelEntity,
  before: StoredRow,
  after: StoredRow,
): Record<string, Option[]> {
  const expansion = { registry, reader: caller, module: entity.module }
  return Object.fromEntries(
    entity.shape.columns
      .filter((column) => !column.system && before[column.name] !== after[column.name] && mayUseField(caller, entity, column, {}))
      .flatMap((column) => {
        const field = findField(registry, entity, column.field)
        const options = field && fieldOptions(expansion, field)
        return options ? [[column.name, options]] : []
      }),
  )
}
