import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { fieldsOf, missing, type FieldSchema } from '#schemas/check/scope.ts'
import { referenceFault, isNamed } from './formula-fields.ts'

export function checkFetch(
  document: CheckedDocument,
  entity: EntityDocument,
  property: FieldSchema,
  word: Record<string, unknown>,
  place: string,
): void {
  const path = String(word.fetch)
  const pointer = at(place, 'fetch')
  const [head = '', ...rest] = path.split('.')
  const reference = expectFound(document, pointer, document.scope.field(entity, head), `there is no field "${head}" in this entity`)
  if (!reference) return
  if (reference.references === undefined || rest.length === 0)
    return error(document, pointer, 'a field of a record that this one refers to is copied: write "<reference>.<field>"')
  const source = expectFound(document, pointer, document.scope.field(entity, path), `there is no field "${path}" in this entity`)
  if (!source) return
  if (source.rows !== undefined || source.references !== undefined)
    return error(document, pointer, `"${path}" is a ${source.rows === undefined ? 'reference' : 'list of rows'}, which is not copied`)
  expectSameType(document, property, source, path, pointer)
  if (word.follow === true) expectFollowed(document, entity, word, at(place, 'follow'))
}

/** Reports a copy of which nobody could tell whether it follows, or in which language. */
function expectFollowed(document: CheckedDocument, entity: EntityDocument, word: Record<string, unknown>, pointer: string): void {
  const steps = String(word.fetch).split('.')
  if (word.overwrite === true && steps.length > 2)
    return error(
      document,
      pointer,
      'what people may overwrite follows a record that this one refers to itself: write "<reference>.<field>"',
    )
  const owner = steps.slice(0, -1).reduce<EntityDocument | undefined>((current, step) => {
    const target = current && (step === parentOf(current) ? step : fieldsOf(current)[step]?.references)
    return typeof target === 'string' ? document.scope.entity(target).found : undefined
  }, entity)
  if (owner?.storage?.translate?.includes(steps.at(-1)!) === true)
    error(document, pointer, `"${steps.join('.')}" is a translated text, and a copy in one language does not follow it`)
}

const typeOf = (field: FieldSchema): string =>
  [[field.type].flat().find((type) => type !== 'null') ?? 'anything', field.format].filter(Boolean).join(' ')

/** Reports a copy that the field does not store as it is. */
function expectSameType(document: CheckedDocument, property: FieldSchema, source: FieldSchema, path: string, pointer: string): void {
  if (typeOf(source) !== typeOf(property))
    error(document, pointer, `"${path}" is ${typeOf(source)}, and the field ${typeOf(property)}: they need the same type`)
  else if (property.scale !== undefined && Number(source.scale ?? Infinity) > Number(property.scale) && source.scale !== undefined)
    error(document, pointer, `"${path}" has ${String(source.scale)} decimals, and the field ${String(property.scale)}`)
}

/** `last`: a field of the last record that refers to this one. */
export function checkLast(
  document: CheckedDocument,
  entity: EntityDocument,
  property: FieldSchema,
  word: Record<string, unknown>,
  pointer: string,
): void {
  const { scope } = document
  const path = String(word.last)
  const [name = '', field = ''] = path.split('.')
  const place = at(pointer, 'last')
  const other = expectFound(document, place, scope.entity(name), `there is no entity "${name}"`)
  if (!other) return
  const by = word.by as string | undefined
  const fields = fieldsOf(other)
  const referring = Object.keys(fields).filter((one) => isNamed(String(fields[one]!.references ?? ''), entity.name))
  const fault = referenceFault(document, entity, other, by)
  if (fault !== undefined) error(document, place, `"${name}" is ${fault}`)
  else if (by !== undefined && !referring.includes(by))
    error(document, at(pointer, 'by'), `"${by}" is no field by which a record of "${name}" refers to this one`, missing(by, referring))
  for (const [step, here] of [
    [field, place],
    [String(word.order), at(pointer, 'order')],
  ] as const)
    if (!Object.hasOwn(fields, step)) error(document, here, `there is no field "${step}" in "${name}"`, missing(step, Object.keys(fields)))
  const [source, order] = [fields[field], fields[String(word.order)]]
  if (order && !['date', 'number'].includes(kindOf(order)))
    error(document, at(pointer, 'order'), `"${String(word.order)}" is no moment, no day and no number, so nothing is the last by it`)
  if (!source) return
  if (source.rows !== undefined || source.references !== undefined || other.storage?.translate?.includes(field) === true)
    return error(
      document,
      place,
      `"${path}" is a ${source.rows !== undefined ? 'list of rows' : source.references !== undefined ? 'reference' : 'translated text'}, which is not copied`,
    )
  expectSameType(document, property, source, path, place)
}
