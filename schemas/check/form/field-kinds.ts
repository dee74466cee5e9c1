import type { FieldSchema } from '#schemas/check/scope.ts'

export type FieldKind = 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'reference' | 'list' | 'object' | 'unknown'

const typesOf = (field: FieldSchema): unknown[] => ([] as unknown[]).concat(field.type ?? []).filter((type) => type !== 'null')

/** Kind of a field's values, as cells, filters and the search distinguish them. */
export function kindOf(field: FieldSchema): FieldKind {
  const types = typesOf(field)
  if (field.references) return 'reference'
  if (Array.isArray(field.enum)) return 'choice'
  if (types.length > 1) return 'unknown'
  switch (types[0]) {
    case 'boolean':
      return 'boolean'
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return 'list'
    case 'object':
      return 'object'
    case 'string':
      return field.format === 'decimal' ? 'number' : field.format === 'date' || field.format === 'date-time' ? 'date' : 'text'
    default:
      return 'unknown'
  }
}

/** Whether a field is plain text, which can be translated and searched. */
export const isText = (field: FieldSchema): boolean => {
  const types = typesOf(field)
  return types.length === 0
    ? (Array.isArray(field.enum) ? field.enum : []).every((value) => typeof value === 'string')
    : types.includes('string')
}

/** Kinds of field that each kind of filter can compare. */
const filterable: Record<string, FieldKind[]> = {
  text: ['text', 'choice'],
  select: ['text', 'choice', 'number', 'boolean', 'reference', 'list'],
  'remote-select': ['reference', 'list', 'choice', 'text', 'number'],
  boolean: ['boolean'],
  'date-range': ['date'],
  'number-range': ['number'],
}

/** Kinds of filter that fit a field; all kinds if the field's kind is not known. */
export function filterKindsFor(field: FieldSchema): string[] {
  const kind = kindOf(field)
  return kind === 'unknown' ? Object.keys(filterable) : Object.keys(filterable).filter((name) => filterable[name]!.includes(kind))
}

/** Kinds of field that each cell can draw. */
const drawable: Record<string, FieldKind[]> = {
  money: ['number'],
  number: ['number'],
  date: ['date'],
  datetime: ['date'],
  relative: ['date'],
  boolean: ['boolean', 'number'],
  tags: ['list', 'text', 'reference'],
  progress: ['number'],
  sparkline: ['list'],
  html: ['text'],
  rows: ['list'],
  words: ['number'],
}

export const fitsCell = (cell: string, field: FieldSchema): boolean => {
  const kind = kindOf(field)
  if (cell === 'time') return kind === 'unknown' || field.format === 'time'
  return kind === 'unknown' || !Object.hasOwn(drawable, cell) || drawable[cell]!.includes(kind)
}

/** Whether a field's values can be summarised in this way over all rows of a grid. */
export const fitsSummary = (summary: string, field: FieldSchema): boolean => {
  const kind = kindOf(field)
  return summary === 'count' || kind === 'unknown' || kind === 'number' || (kind === 'date' && (summary === 'min' || summary === 'max'))
}

/** Whether a field can be edited in a cell: a value on one line, one or several chosen records, or a list of plain values. */
export const isCellField = (field: FieldSchema): boolean =>
  isLineField(field) ||
  isTelephone(field) ||
  (field.readOnly !== true && (kindOf(field) === 'reference' || (kindOf(field) === 'list' && isPlainItem(field.items))))

/** A telephone number in parts, which one control edits as a whole. */
const isTelephone = (field: FieldSchema): boolean =>
  field.readOnly !== true && kindOf(field) === 'object' && (field.format === 'mobile' || field.format === 'phone')

const isPlainItem = (items: FieldSchema | undefined): boolean =>
  items !== undefined && (isLineField(items) || (items.readOnly !== true && kindOf(items) === 'reference'))

/** Whether a field fits on one line. */
export const isLineField = (field: FieldSchema): boolean =>
  field.readOnly !== true &&
  field.format !== 'html' &&
  field.format !== 'password' &&
  ['text', 'number', 'boolean', 'date', 'choice'].includes(kindOf(field))
