import type { GridDocumentColumn } from '#schemas/types/contract.d.ts'
import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import { at, error, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { fitsCell, fitsSummary, kindOf } from '#schemas/check/form/field-kinds.ts'
import type { FieldSchema } from '#schemas/check/scope.ts'

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
]

export const isUnsortable = (field: FieldSchema): boolean => ['list', 'object'].includes(kindOf(field))

/** A column's cell, sum and order fit its field. */
export function checkColumn(document: CheckedDocument, pointer: string, column: GridDocumentColumn, field: FieldSchema): void {
  if (column.cell === 'money' && field.type === 'number')
    warn(document, at(pointer, 'cell'), 'money is stored as a decimal string: { "type": "string", "format": "decimal" }')
  else if (column.cell !== undefined && builtInCells.includes(column.cell) && !fitsCell(column.cell, field))
    error(document, at(pointer, 'cell'), `the cell "${column.cell}" cannot draw "${column.key}", which is a ${kindOf(field)}`)
  if (column.summary !== undefined && !fitsSummary(column.summary, field))
    error(document, at(pointer, 'summary'), `"${column.key}" is a ${kindOf(field)}, which has no ${column.summary}`)
  if (column.sortable && isUnsortable(field)) error(document, at(pointer, 'sortable'), 'a list or an object cannot be sorted by')
}

/** Fields that the cases of a column name, with where. */
export const fieldsOfCases = ({ cases = [] }: GridDocumentColumn, pointer: string): [path: string, pointer: string][] =>
  cases.flatMap(({ key, when }, index) => [
    ...(key === undefined ? [] : [[key, at(pointer, index, 'key')] as [string, string]]),
    ...fieldsOfCondition(when).map((path): [string, string] => [path, at(pointer, index, 'when')]),
  ])
