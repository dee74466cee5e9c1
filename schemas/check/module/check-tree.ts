import { treeFields } from '#schemas/rules/entities/tree.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import type { FieldSchema } from '#schemas/check/scope.ts'

const plain = (name: unknown): string => String(name).slice(String(name).lastIndexOf('/') + 1)

/** Checks that the records of an entity can stand beneath each other as its `tree` says. */
export function checkTree(document: CheckedDocument, entity: EntityDocument): void {
  const { tree, storage = {} } = entity
  if (!tree) return
  if (entity.parent !== undefined)
    error(document, '/tree', 'rows of a record are in the order of their list, so none of them stands beneath another', { atKey: true })
  if (storage.single !== undefined)
    error(document, '/tree', 'there is one record of its kind, and nothing stands beneath it', { atKey: true })
  for (const name of treeFields)
    if (Object.hasOwn(entity.schema.properties, name))
      error(
        document,
        at('/schema/properties', name),
        `records of a tree are answered with "${name}" already: give the field another name`,
        { atKey: true },
      )
  const field = (name: string, pointer: string): FieldSchema | undefined =>
    expectFound(document, pointer, document.scope.field(entity, name), `there is no field "${name}" in this entity`)
  const parent = field(tree.parent, '/tree/parent')
  if (parent && (parent.references === undefined || plain(parent.references) !== entity.name))
    error(
      document,
      '/tree/parent',
      `"${tree.parent}" does not refer to "${entity.name}": records stand beneath others of their own entity, so it needs "references": "${entity.name}"`,
    )
  else if (parent && isNeeded(entity, tree.parent))
    error(document, '/tree/parent', `"${tree.parent}" is required, so no record could stand at the top`)
  tree.inherits?.forEach((name, index) => {
    const pointer = at('/tree/inherits', index)
    const found = field(name, pointer)
    const fault = found && inheritFault(entity, name, found)
    if (fault !== undefined) error(document, pointer, fault)
  })
  if (tree.backfill === true && !tree.inherits?.length)
    error(
      document,
      '/tree/backfill',
      'there is nothing to give to stored records: name the fields that they have from above in "inherits"',
      { atKey: true },
    )
  if (tree.order === undefined) return
  const order = field(tree.order, '/tree/order')
  if (order && ![order.type].flat().some((type) => type === 'integer' || type === 'number'))
    error(document, '/tree/order', `an order is kept in a number, and "${tree.order}" is none`)
}

/** Why a field cannot be had from the record above. */
function inheritFault(entity: EntityDocument, name: string, field: FieldSchema): string | undefined {
  const { tree, storage = {}, lifecycle = {} } = entity
  if (!Object.hasOwn(entity.schema.properties, name)) return `"${name}" is a field that the server keeps, so it cannot be inherited`
  if (name === tree?.parent || name === tree?.order) return `"${name}" says where a record stands, so it cannot be inherited`
  if (isNeeded(entity, name))
    return `"${name}" is required, and beneath another record nobody sends it: take "required" away, and let a condition ask for it at the top`
  if (field.rows !== undefined) return `"${name}" is a list of rows, which belong to one record`
  if (field.sequence !== undefined) return `the server numbers each record by "${name}", so it cannot be inherited`
  if (field.slug !== undefined) return `"${name}" is a slug, and no two records share one`
  if (Object.hasOwn(lifecycle, name)) return `"${name}" is a state, which changes by transitions alone`
  if (storage.unique?.some((list) => list.length === 1 && list[0] === name))
    return `"${name}" is unique, so no two records can have the same`
  return undefined
}

const isNeeded = ({ schema }: EntityDocument, name: string): boolean =>
  schema.required?.includes(name) === true ||
  /(^|\|)required(\||$)/.test(String((schema.properties[name] as { rules?: unknown } | undefined)?.rules ?? ''))
