import { fieldLabel } from '#server/documents/entity-field.ts'
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
