import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing } from '#schemas/check/scope.ts'

/** Checks that fixed fields are there, and that what keeps them or the record refers to this entity. */
export function checkFixed(document: CheckedDocument, entity: EntityDocument): void {
  const names = Object.keys(entity.schema.properties)
  entity.fixed?.forEach(({ fields, used_by }, index) => {
    fields.forEach((name, place) => {
      if (!names.includes(name))
        error(document, at('/fixed', index, 'fields', place), `there is no field "${name}" in this entity`, missing(name, names))
    })
    checkReferring(document, entity, at('/fixed', index, 'used_by'), used_by)
  })
  checkReferring(document, entity, '/storage/needed_by', entity.storage?.needed_by)
}

function checkReferring(document: CheckedDocument, entity: EntityDocument, pointer: string, references: readonly string[] = []): void {
  references.forEach((reference, index) => {
    const place = at(pointer, index)
    const [owner = '', field = ''] = reference.split('.')
    const found = expectFound(document, place, document.scope.entity(owner), `there is no entity "${owner}"`)
    if (!found) return
    const property = found.schema.properties[field] as { references?: string; items?: { references?: string } } | undefined
    if (property === undefined)
      error(document, place, `there is no field "${field}" in the entity "${owner}"`, missing(field, Object.keys(found.schema.properties)))
    else if ((property.references ?? property.items?.references) !== entity.name)
      error(document, place, `"${reference}" does not refer to "${entity.name}"`)
  })
}
