import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument, GridDocumentColumn } from '#schemas/types/contract.d.ts'
import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import { schemasIn } from '#schemas/rules/json-schema/schema-index.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkConstants } from '#schemas/check/form/check-form-values.ts'
import { checkCurrencyField } from '#schemas/check/module/computed/check-currency.ts'
import { fitsCell, fitsSummary, kindOf } from '#schemas/check/form/field-kinds.ts'
import type { FieldSchema, Lookup } from '#schemas/check/scope.ts'

/** Cells that need no widget. */
export const builtInCells = [
  'text',
  'number',
  'money',
  'date',
  'datetime',
  'relative',
  'time',
  'badge',
  'boolean',
  'image',
  'link',
  'user',
  'tags',
  'color',
  'icon',
  'code',
  'mobile',
  'phone',
  'identifier',
  'progress',
  'sparkline',
  'qr',
  'product',
  'html',
  'file',
  'rows',
  'words',
]

export const isUnsortable = (field: FieldSchema): boolean => ['list', 'object'].includes(kindOf(field))

/** Checks that cell, summary and sorting of a column fit its field. */
export function checkColumn(document: CheckedDocument, pointer: string, column: GridDocumentColumn, field: FieldSchema): void {
  if (column.cell === 'money' && field.type === 'number')
    warn(document, at(pointer, 'cell'), 'money is stored as a decimal string: { "type": "string", "format": "decimal" }')
  else if (column.cell !== undefined && builtInCells.includes(column.cell) && !fitsCell(column.cell, field))
    error(document, at(pointer, 'cell'), `the cell "${column.cell}" cannot draw "${column.key}", which is a ${kindOf(field)}`)
  if (column.summary !== undefined && !fitsSummary(column.summary, field))
    error(document, at(pointer, 'summary'), `"${column.key}" is a ${kindOf(field)}, which has no ${column.summary}`)
  if (column.sortable && isUnsortable(field)) error(document, at(pointer, 'sortable'), 'a list or an object cannot be sorted by')
}

/** Checks what the amounts of a column are in. */
export function checkAmounts(document: CheckedDocument, pointer: string, column: GridDocumentColumn, entity: EntityDocument): void {
  checkCurrencyField(document, entity, column.currency, at(pointer, 'currency'))
  column.cases?.forEach(({ currency }, index) => checkCurrencyField(document, entity, currency, at(pointer, 'cases', index, 'currency')))
}

/** A field named by a condition, and the place: a property name, or a text in `required`. */
interface NamedField {
  path: string
  pointer: string
  atKey?: boolean
}

/** Checks the cases of a column: each names existing fields and values that they can have. */
export function checkCases(document: CheckedDocument, columnPointer: string, column: GridDocumentColumn, entity: EntityDocument): void {
  const find = (path: string): Lookup<FieldSchema> => document.scope.field(entity, path)
  const expectField = ({ path, pointer, atKey }: NamedField): FieldSchema | undefined =>
    expectFound(document, pointer, find(path), `there is no field "${path}" in the entity "${entity.name}"`, atKey)
  column.cases?.forEach(({ key, when }, index) => {
    const pointer = at(columnPointer, 'cases', index)
    if (key !== undefined) expectField({ path: key, pointer: at(pointer, 'key') })
    fieldsOfWhen(when, at(pointer, 'when')).forEach(expectField)
    checkConstants(document, at(pointer, 'when'), when, find)
  })
}

function fieldsOfWhen(when: unknown, pointer: string): NamedField[] {
  const places = placesIn(when, pointer)
  // A field that is reached only through a `$ref` is reported at the condition.
  return fieldsOfCondition(when).map((path) => places.find((place) => place.path === path) ?? { path, pointer })
}

function placesIn(node: unknown, pointer: string, before = ''): NamedField[] {
  if (!isRecord(node)) return []
  const named = Object.entries(isRecord(node.properties) ? node.properties : {}).flatMap(([name, part]): NamedField[] => {
    const here = at(pointer, 'properties', name)
    const deeper = placesIn(part, here, `${before}${name}.`)
    return deeper.length > 0 ? deeper : [{ path: before + name, pointer: here, atKey: true }]
  })
  const required = Array.isArray(node.required)
    ? node.required.map((name, index) => ({ path: before + String(name), pointer: at(pointer, 'required', index) }))
    : []
  const parts = [...schemasIn(node)].filter(([[keyword]]) => keyword !== 'properties')
  return [...named, ...required, ...parts.flatMap(([steps, part]) => placesIn(part, at(pointer, ...steps), before))]
}
