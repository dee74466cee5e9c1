import { recordFields } from '#schemas/rules/entities/reference-where.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { Where } from '#schemas/types/contract.d.ts'
import { sessionOf } from '#server/caller.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { validationError } from '#server/errors.ts'
import { badValue } from '#server/model/ids.ts'
import { lookUpEntity, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { fillWhere, type FilledWhere } from './document-where.ts'

function whereOf(entity: ModelEntity, { field, itemReferences }: EntityColumn): Where | undefined {
  const schema = entity.document.schema.properties[field] as { where?: Where; items?: { where?: Where } } | undefined
  return itemReferences === undefined ? schema?.where : schema?.items?.where
}

/** Fields of the referring record that the `where` of a column inserts, as in `{ "group": "{record.group}" }`. */
export const referringFields = (entity: ModelEntity, column: EntityColumn): string[] => recordFields(whereOf(entity, column))

/** Fields of the referred record that the `where` of a column gives fixed values, each with these values. */
export function equalitiesOf(entity: ModelEntity, column: EntityColumn): [field: string, values: unknown[]][] {
  const where = whereOf(entity, column)
  if (typeof where !== 'object') return []
  return Object.entries(where)
    .filter(([name, value]) => !name.includes('.') && ![value].flat().some((one) => typeof one === 'string' && pathsIn(one).length > 0))
    .map(([name, value]) => [name, [value].flat()])
}

/**
 * Which records a column may refer to, for this caller: the `where` of its schema; undefined for all. What it compares with fields of the
 * referring record is left out where no `record` is given, by the names of its fields.
 */
export function referenceWhere(
  { caller }: Pick<ModelContext, 'caller'>,
  entity: ModelEntity,
  column: EntityColumn,
  record?: Readonly<Record<string, unknown>>,
): FilledWhere | undefined {
  const where = whereOf(entity, column)
  const isKept = ([, value]: [string, unknown]) => record !== undefined || recordFields({ value }).length === 0
  const compared = typeof where === 'object' ? Object.fromEntries(Object.entries(where).filter(isKept)) : where
  return fillWhere(compared as Where | undefined, { session: sessionOf(caller), record })
}

/**
 * The same for a list that offers choices: `reference` names the field as `book.author`. Records that are requested by `ids` are not
 * narrowed, so that a stored choice keeps its title.
 * @throws a 422 for a field that does not refer to `entity`
 */
export function choicesOf(context: ModelContext, entity: ModelEntity, reference: unknown, ids: unknown): FilledWhere | undefined {
  if (reference === undefined) return undefined
  const [owner = '', field = ''] = typeof reference === 'string' ? reference.split('.') : []
  const referring = lookUpEntity(context.registry, owner)
  const column = referring?.shape.columns.find((one) => one.field === field)
  const target = column && lookUpEntity(context.registry, column.references ?? column.itemReferences ?? '')
  if (!referring || !column || target?.name !== entity.name) throw validationError({ for: [badValue(reference)] })
  return ids === undefined || ids === '' ? referenceWhere(context, referring, column) : undefined
}
