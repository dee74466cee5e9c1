import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import { setValuesOf } from '#schemas/rules/entities/set-values.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { lifecyclesOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { at, error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkConstants, expectValue } from '#schemas/check/form/check-form-values.ts'
import type { FieldSchema } from '#schemas/check/scope.ts'
import { conditionFields } from './check-endpoints.ts'

/** Words that give a field its value by themselves. */
const others = ['computed', 'sequence', 'slug', 'rows', 'references', 'readOnly'] as const

/** Checks the values that conditions set: the conditions name fields, the values are possible, and nothing goes in a circle. */
export function checkSetValues(document: CheckedDocument, entity: EntityDocument): void {
  for (const [name, property] of Object.entries(entity.schema.properties)) refuseInside(document, property, at('/schema/properties', name))
  const find = (path: string) => document.scope.field(entity, path)
  const setFields = toMap(entity)
  for (const [name, entries] of setFields) {
    const here = at('/schema/properties', name)
    const property = entity.schema.properties[name] as FieldSchema
    for (const word of others)
      if (property[word] !== undefined)
        error(document, at(here, 'value'), `"${name}" has "${word}", which gives it its value: take one of the two out`, { atKey: true })
    if (entity.storage?.translate?.includes(name))
      error(document, at(here, 'value'), `"${name}" is translated, and a condition sets one value`, { atKey: true })
    if (lifecyclesOf(entity).some(([field]) => field === name))
      error(document, at(here, 'value'), `"${name}" changes by its transitions only`, { atKey: true })
    entries.forEach(({ when, set }, index) => {
      const pointer = at(here, 'value', index)
      conditionFields(document, at(pointer, 'when'), when, entity)
      checkConstants(document, at(pointer, 'when'), when, find)
      expectValue(document, at(pointer, 'set'), name, set, find)
    })
    const circle = circleFrom(name, setFields)
    if (circle) error(document, at(here, 'value'), `the value is set by itself: ${circle.join(' → ')}`, { atKey: true })
  }
}

/** The word belongs to fields of the record itself. */
function refuseInside(document: CheckedDocument, property: unknown, pointer: string): void {
  if (!isRecord(property)) return
  const parts: [string, unknown][] = [
    ...Object.entries(isRecord(property.properties) ? property.properties : {}).map(([name, part]): [string, unknown] => [
      at(pointer, 'properties', name),
      part,
    ]),
    ...(isRecord(property.items) ? [[at(pointer, 'items'), property.items] as [string, unknown]] : []),
  ]
  for (const [place, part] of parts) {
    if (isRecord(part) && part.value !== undefined)
      error(document, at(place, 'value'), '"value" is a word for fields of the record itself', { atKey: true })
    refuseInside(document, part, place)
  }
}

/** The way from a field over those that its conditions name back to itself. */
function circleFrom(start: string, setFields: ReturnType<typeof toMap>): string[] | undefined {
  const walk = (name: string, way: readonly string[]): string[] | undefined => {
    for (const next of new Set(
      (setFields.get(name) ?? []).flatMap(({ when }) => fieldsOfCondition(when).map((path) => path.split('.')[0]!)),
    )) {
      if (next === start) return [...way, next]
      if (way.includes(next)) continue
      const found = walk(next, [...way, next])
      if (found) return found
    }
    return undefined
  }
  return walk(start, [start])
}
const toMap = (entity: EntityDocument) => new Map(setValuesOf(entity))
