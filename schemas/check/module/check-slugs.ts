import { isRecord } from '#schemas/rules/is-record.ts'
import { slugFields } from '#schemas/rules/entities/slug-field.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { isText, kindOf } from '#schemas/check/form/field-kinds.ts'
import { fieldsOf, missing, type FieldSchema } from '#schemas/check/scope.ts'

/** Words that give a field its value, or say which values it has: a slug has its own. */
const othersWords = ['enum', 'const', 'default', 'references', 'sequence', 'computed', 'rows']

/** Checks the fields that are part of the record's address, and those that they name. */
export function checkSlugs(document: CheckedDocument, entity: EntityDocument): void {
  for (const [name, { from, within }] of slugFields(entity)) {
    const property = entity.schema.properties[name] as FieldSchema & { slug: { from?: unknown } }
    const here = at('/schema/properties', name)
    const pointer = at(here, 'slug')
    if (entity.parent !== undefined)
      error(document, pointer, `the rows of a record have no address of their own: write the slug in the entity "${entity.parent}"`)
    if (!isText(property) || kindOf(property) === 'list')
      error(document, at(here, 'type'), 'a slug is a text: its type is "string"', { allowed: ['string'] })
    for (const key of othersWords)
      if (property[key] !== undefined)
        error(document, at(here, key), `a slug is written by people or made by the server, so "${key}" cannot hold for it`, { atKey: true })
    if (property.format !== undefined && property.format !== 'slug')
      error(document, at(here, 'format'), `a slug has signs of its own, so the format "${String(property.format)}" cannot hold for it`)
    if (entity.storage?.translate?.includes(name))
      error(
        document,
        pointer,
        `"${name}" is translated, and a slug is one text: with "storage": { "sisters": true } each language has its own`,
      )
    from.forEach((field, index) => {
      const place = Array.isArray(property.slug.from) ? at(pointer, 'from', index) : at(pointer, 'from')
      const found = expectOther(document, entity, name, field, place)
      if (found && (!isText(found) || !['text', 'choice'].includes(kindOf(found))))
        error(document, place, `"${field}" is no text, so no slug can be made from it`)
    })
    within.forEach((field, index) => {
      const place = at(pointer, 'within', index)
      const found = expectOther(document, entity, name, field, place)
      if (found && ['list', 'object', 'unknown'].includes(kindOf(found)))
        error(document, place, `"${field}" has no single value, so nothing can be told apart within it`)
      else if (found && entity.storage?.translate?.includes(field))
        error(document, place, `"${field}" is translated: it has a text in each language, so nothing can be told apart within it`)
    })
  }
  for (const [name, property] of Object.entries(entity.schema.properties)) refuseNested(document, property, at('/schema/properties', name))
}

/** The schema of another field of the entity. */
function expectOther(document: CheckedDocument, entity: EntityDocument, slug: string, field: string, place: string) {
  if (field === slug) return void error(document, place, 'a slug is neither made from itself nor told apart within itself')
  const fields = fieldsOf(entity)
  const lookup = Object.hasOwn(fields, field) ? { found: fields[field]!, module: '' } : missing(field, Object.keys(fields))
  return expectFound(document, place, lookup, `there is no field "${field}" in this entity`)
}

/** Parts of a value have no address. */
function refuseNested(document: CheckedDocument, node: unknown, pointer: string): void {
  if (!isRecord(node)) return
  for (const [name, part] of Object.entries(isRecord(node.properties) ? node.properties : {})) {
    const here = at(pointer, 'properties', name)
    if (isRecord(part) && part.slug !== undefined)
      error(document, at(here, 'slug'), 'a record has an address, and no part of it: write the field under "properties" of its schema')
    refuseNested(document, part, here)
  }
  refuseNested(document, node.items, at(pointer, 'items'))
}
