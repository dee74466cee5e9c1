import { isRecord } from '#schemas/rules/is-record.ts'
import { parentOf, placeField, rowsFieldsOf } from '#schemas/rules/entities/child-entity.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { checkSequence } from './check-sequence.ts'
import type { Lookup } from '#schemas/check/scope.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'

/** Rows have rows, but these have none. */
const deepest = 2

/** Checks the lists of rows of an entity, and that it belongs to the entity that lists it. */
export function checkRows(document: CheckedDocument, entity: EntityDocument): void {
  checkLists(document, entity)
  if (entity.parent !== undefined) checkParent(document, entity, entity.parent)
}

function checkLists(document: CheckedDocument, entity: EntityDocument): void {
  const listed = new Map<string, string>()
  for (const [name, property] of Object.entries(entity.schema.properties) as [string, Record<string, unknown>][]) {
    const pointer = at('/schema/properties', name)
    if (property.rows === undefined) {
      for (const key of ['edit', 'from'])
        if (property[key] !== undefined) error(document, at(pointer, key), `"${key}" is a word for lists with "rows"`, { atKey: true })
      if (property.sequence !== undefined) checkSequence(document, entity, name, property)
      refuseNested(document, property, pointer)
      continue
    }
    if (property.type !== 'array') error(document, at(pointer, 'type'), 'rows are a list: the type is "array"', { allowed: ['array'] })
    for (const key of ['items', 'default'])
      if (property[key] !== undefined)
        error(document, at(pointer, key), `the rows of a list are described by their entity, so "${key}" has no effect here`, {
          atKey: true,
        })
    if (typeof property.rows !== 'string') continue
    const listedEntity = document.scope.entity(property.rows)
    const child = expectFound(document, at(pointer, 'rows'), listedEntity, `there is no entity "${property.rows}"`)
    if (!child || isElsewhere(document, at(pointer, 'rows'), listedEntity)) continue
    if (parentOf(child) !== entity.name)
      error(document, at(pointer, 'rows'), `the rows belong to another record: "${child.name}" needs "parent": "${entity.name}"`)
    const other = listed.get(child.name)
    if (other !== undefined) error(document, at(pointer, 'rows'), `"${other}" lists the records of "${child.name}" already`)
    listed.set(child.name, name)
  }
}

/**
 * Rows are saved, locked and removed with their record, and each of the two documents names the other, so that neither could be published
 * before the other: both are of one module.
 */
function isElsewhere(document: CheckedDocument, pointer: string, { module, found }: Lookup<EntityDocument> & { module?: string }): boolean {
  const isOther = module !== undefined && module !== document.scope.name
  if (isOther)
    error(
      document,
      pointer,
      `"${found!.name}" is of the module "${module}", and a record and its rows are of one module: an entity of this module may refer to ` +
        `"${found!.name}" by "references"`,
    )
  return isOther
}

/** A list inside of a value has no record that its rows could belong to. */
function refuseNested(document: CheckedDocument, node: unknown, pointer: string): void {
  if (!isRecord(node) && !Array.isArray(node)) return
  for (const [key, part] of Object.entries(node)) {
    if (['enum', 'const', 'default', 'examples'].includes(key)) continue
    if (key === 'rows' && typeof part === 'string')
      error(document, at(pointer, key), 'rows are a field of the record itself: write them under "properties" of its schema')
    if (key === 'properties' && isRecord(part))
      for (const [name, inner] of Object.entries(part))
        if (isRecord(inner) && inner.sequence !== undefined)
          error(
            document,
            at(pointer, key, name, 'sequence'),
            'the server numbers records: write the field under "properties" of their schema',
          )
    refuseNested(document, part, at(pointer, key))
  }
}

function checkParent(document: CheckedDocument, entity: EntityDocument, name: string): void {
  const named = document.scope.entity(name)
  const parent = expectFound(document, '/parent', named, `there is no entity "${name}"`)
  if (!parent || isElsewhere(document, '/parent', named)) return
  if (!rowsFieldsOf(parent).some(({ child }) => child === entity.name))
    error(document, '/parent', `"${parent.name}" does not list these records: it needs a field with "rows": "${entity.name}"`)
  const above = [entity.name]
  for (let next: EntityDocument | undefined = parent; next; next = next.parent ? document.scope.entity(next.parent).found : undefined) {
    if (above.includes(next.name)) {
      error(document, '/parent', `the entities belong to each other in a circle: ${[...above, next.name].join(' → ')}`)
      return
    }
    above.push(next.name)
  }
  if (above.length > deepest + 1) error(document, '/parent', `rows may have rows, but these may have none: ${above.join(' → ')}`)
  const own = Object.keys(entity.schema.properties)
  for (const field of [parent.name, `${parent.name}_id`, placeField])
    if (own.includes(field))
      error(document, at('/schema/properties', field), `a row has "${field}" already: the record that it belongs to, and its place`, {
        atKey: true,
      })
  if (entity.storage?.trash === true)
    error(document, '/storage/trash', 'rows go to the trash with the record that they belong to, and have none of their own')
  if (entity.storage?.sisters === true)
    error(document, '/storage/sisters', 'rows belong to a record, so they have no translations by records')
}
