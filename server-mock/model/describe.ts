import type { Option } from '#schemas/types/contract.d.ts'
import { fieldLabel, fieldOptions, findField } from '#server/documents/entity-field.ts'
import { textOf, type Expansion } from '#server/documents/expansion.ts'
import { findModel, mayCall, mayUseField, requireAccess, type ModelContext, type ModelOptions } from './context.ts'
import { filterKindOf, type FilterKind } from './list/filters.ts'

export interface FieldInfo {
  name: string
  title: string
  type: string
  required: boolean
  translated: boolean
  /** Kind of the filter that `list` answers for it. */
  filter: FilterKind
  sortable: boolean
  references?: string
  rules?: string
  options?: Option[]
}

export interface ModelInfo {
  name: string
  module: string
  title: string
  fields: FieldInfo[]
  trash: boolean
  sisters: boolean
  active: string | null
  can_read: boolean
  can_write: boolean
  can_trash: boolean
  can_destroy: boolean
}

/** What an entity is, in the caller's locale and without fields that he may not read. */
export function describe(context: Pick<ModelContext, 'caller' | 'registry'>, model: string, options: ModelOptions = {}): ModelInfo {
  const entity = findModel(context, model)
  requireAccess(context, entity, 'read', options)
  const expansion: Expansion = { registry: context.registry, reader: context.caller, module: entity.module }
  const owned = { module: entity.module, document: entity.document }
  const fields = entity.shape.columns
    .filter((column) => mayUseField(context.caller, entity, column, options))
    .map((column): FieldInfo => {
      const schema = entity.document.schema.properties[column.field] as { rules?: string } | undefined
      const field = findField(context.registry, owned, column.field)
      const choices = field && fieldOptions(expansion, field)
      return {
        name: column.field,
        title: fieldLabel(expansion, owned, column.field),
        type: column.translated ? 'text' : column.references ? 'reference' : column.kind,
        required: column.required,
        translated: column.translated,
        filter: filterKindOf(column),
        sortable: column.kind !== 'json' || column.translated,
        ...(column.references && { references: column.references }),
        ...(schema?.rules && { rules: schema.rules }),
        ...(choices && { options: choices }),
      }
    })
  // A generic call that the entity has one of its own for is answered by that one.
  const may = (kind: 'write' | 'trash' | 'destroy', call: 'save' | 'trash' | 'destroy') => mayCall(context, entity, kind, call)
  return {
    name: entity.name,
    module: entity.module,
    title: textOf(expansion, entity.document.title),
    fields,
    trash: entity.shape.trash,
    sisters: entity.shape.sisters,
    active: entity.document.storage?.active ?? null,
    can_read: true,
    can_write: may('write', 'save'),
    can_trash: may('trash', 'trash'),
    can_destroy: may('destroy', 'destroy'),
  }
}
