import { filterOperators } from '#schemas/rules/conditions/where.ts'
import type { EntityDocument, GridDocumentFilter, GridFilter } from '#schemas/types/contract.d.ts'
import { fieldLabel, fieldOptions, findField, mayReadField, type EntityField } from './entity-field.ts'
import { compact, humanise, localised, textOf, type Expansion } from './expansion.ts'
import type { Owned } from './registry.ts'

/** A filter with title, kind and choices from its field. Undefined where the reader may not see the field. */
export function expandFilter(
  expansion: Expansion,
  entity: Owned<EntityDocument> | undefined,
  filter: string | GridDocumentFilter,
): GridFilter | undefined {
  const { key, title, field: path, groups = true, ...rest }: GridDocumentFilter = typeof filter === 'string' ? { key: filter } : filter
  const compared = path ?? key
  if (entity && !mayReadField(expansion, entity, compared)) return undefined
  const field = entity && findField(expansion.registry, entity, compared)
  const reference = field?.schema.references ?? field?.schema.items?.references
  const kind = rest.kind ?? (rest.options ? 'select' : rest.endpoint ? 'remote-select' : filterKind(field))
  return compact<GridFilter>({
    ...localised(expansion, rest),
    key,
    kind,
    groups,
    operators: groups
      ? filterOperators[kind].filter((operator) => !isAlwaysFilled(field, compared) || (operator !== 'empty' && operator !== 'filled'))
      : [],
    title: title !== undefined ? textOf(expansion, title) : entity ? fieldLabel(expansion, entity, compared) : humanise(key),
    ...(kind === 'select'
      ? { options: rest.options ? localised(expansion, rest.options) : choicesOf(expansion, field), multiple: true }
      : {}),
    ...(kind === 'remote-select'
      ? {
          endpoint: rest.endpoint ?? 'list',
          params: rest.params ?? (rest.endpoint !== undefined || reference === undefined ? {} : { model: reference }),
          multiple: true,
        }
      : {}),
  })
}

/** What a field has to choose from; "empty" is an operator of the filter. */
const choicesOf = (expansion: Expansion, field: EntityField | undefined) =>
  ((field && fieldOptions(expansion, field)) ?? []).filter(({ value }) => value !== null)

/** Whether every row has a value: a required field of the record itself. A reference may be empty. */
const isAlwaysFilled = (field: EntityField | undefined, path: string): boolean =>
  field !== undefined && !path.includes('.') && (field.owner.document.schema.required ?? []).includes(field.path)

/** Kind of filter of a field when the document names none. */
export function filterKind(field: EntityField | undefined): GridFilter['kind'] {
  if (!field) return 'text'
  const { schema } = field
  const types = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type]
  if (schema.references ?? schema.items?.references) return 'remote-select'
  if (schema.enum || schema.items?.enum) return 'select'
  if (types.includes('boolean')) return 'boolean'
  if (schema.format === 'date-time' || schema.format === 'date') return 'date-range'
  if (schema.format === 'decimal' || types.includes('integer') || types.includes('number')) return 'number-range'
  return 'text'
}
