import { insertedNames } from '#schemas/rules/endpoints/inserted-names.ts'
import { recordSchema } from '#schemas/rules/endpoints/record-schemas.ts'
import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { fieldsOf, missing } from '#schemas/check/scope.ts'
import { reservedFilterKeys } from '#schemas/check/screen/check-grid.ts'
import { nameFault } from './check-names.ts'
import { reservedNameFault } from './reserved-names.ts'

/** Checks the names that the fields of an entity have for callers: there are such fields, and no two things have one name. */
export function checkWireNames(document: CheckedDocument, entity: EntityDocument): void {
  const { names } = entity
  if (names === undefined) return
  const { properties = {} } = recordSchema(entity) as { properties?: Record<string, unknown> }
  const own = new Set([...Object.keys(properties), ...Object.keys(fieldsOf(entity))])
  const known = [...own].filter((name) => name !== 'id' && name !== 'version' && !name.startsWith('can_'))
  const taken = new Map<string, string>()
  for (const [field, name] of Object.entries(names)) {
    const pointer = at('/names', field)
    const found = known.includes(field) ? { found: true, module: '' } : missing(field, known)
    expectFound(document, pointer, found, `there is no field "${field}" in this entity that could have another name`, true)
    const other = taken.get(name)
    const fault =
      nameFault(name) ??
      (other !== undefined
        ? `"${other}" is called "${name}" already`
        : name === field
          ? `"${name}" has this name already: leave it out`
          : own.has(name)
            ? `every record has "${name}" already, so a call that sends it would not be understood`
            : (reservedFilterKeys as readonly string[]).concat('data', 'sisters', 'translations', 'trashed', 'for', 'model').includes(name)
              ? `"${name}" has a meaning of its own in calls`
              : reservedNameFault(name, entity))
    if (fault !== undefined) error(document, pointer, fault)
    taken.set(name, field)
  }
}

/** Checks that a document calls fields as their entity does: names for callers end at the server's door. */
export function checkInsertedNames(document: CheckedDocument, pointer: string, endpoint: EndpointDocument, entity: EntityDocument): void {
  const wire = new Map(Object.entries(entity.names ?? {}).map(([field, name]) => [name, field]))
  const { values, where, by, from, find, effects } = endpoint
  for (const part of ['params', 'payload'] as const)
    for (const name of insertedNames({ values, where, by, from, find, effects }, part))
      if (wire.has(name))
        error(document, pointer, `documents call "${name}" by the name of its field: write "{${part}.${wire.get(name)!}}"`, {
          suggestion: `{${part}.${wire.get(name)!}}`,
        })
}
