import { resolveRelativeDay } from '#schemas/rules/calendar/relative-day.ts'
import { parseRelativeRange } from '#schemas/rules/calendar/relative-range.ts'
import { filterOperators, isWhereGroup, parseWhere, WhereError, whereLimits } from '#schemas/rules/conditions/where.ts'
import type { FilterKind, WhereCondition, WhereNode } from '#schemas/rules/conditions/where.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { EntityDocument, Where } from '#schemas/types/contract.d.ts'
import { missing, type FieldSchema } from './scope.ts'
import { at, error, expectFound, type CheckedDocument } from './checked-document.ts'
import { kindOf } from './form/field-kinds.ts'

/** Checks that a `where` names fields of the entity, and compares them with values that they can have. */
export function checkWhere(document: CheckedDocument, pointer: string, where: Where | undefined, entity: EntityDocument): void {
  if (typeof where === 'string') return checkConditions(document, pointer, where, entity)
  for (const [path, value] of Object.entries(isRecord(where) ? where : {})) {
    const field = findField(document, at(pointer, path), entity, path, true)
    const allowed = Array.isArray(field?.enum) ? field.enum : undefined
    for (const one of [value].flat())
      if (allowed && one !== null && !isInserted(one) && !isRecord(one) && !allowed.includes(one))
        error(document, at(pointer, path), `${JSON.stringify(one)} is no value of "${path}"`, missing(String(one), allowed.map(String)))
  }
}

const findField = (document: CheckedDocument, pointer: string, entity: EntityDocument, path: string, atKey = false) =>
  expectFound(document, pointer, document.scope.field(entity, path), `there is no field "${path}" in the entity "${entity.name}"`, atKey)

const isInserted = (value: unknown): boolean => typeof value === 'string' && /\{[^{}]+\}/.test(value)

/** Checks conditions that are written as a text. */
export function checkConditions(document: CheckedDocument, pointer: string, text: string, entity: EntityDocument): void {
  try {
    checkNode(document, pointer, parseWhere(text), entity)
  } catch (fault) {
    if (!(fault instanceof WhereError)) throw fault
    const { conditions, depth, length } = whereLimits
    const message =
      fault.reason === 'limit'
        ? `has at most ${length} characters, ${conditions} conditions and ${depth} levels of groups`
        : `cannot be read at character ${fault.at + 1}, near "${text.slice(fault.at, fault.at + 20)}": write field:operator(values), separated by commas`
    error(document, pointer, message)
  }
}

function checkNode(document: CheckedDocument, pointer: string, node: WhereNode, entity: EntityDocument): void {
  if (isWhereGroup(node)) return node.of.forEach((part) => checkNode(document, pointer, part, entity))
  const field = findField(document, pointer, entity, node.key)
  if (!field) return
  const kind = filterKindOf(field)
  const operators: readonly string[] = filterOperators[kind]
  if (!operators.includes(node.operator))
    return error(document, pointer, `"${node.key}" cannot be compared by "${node.operator}"`, missing(node.operator, [...operators]))
  for (const value of node.values)
    if (!isInserted(value) && !isComparable(kind, node, value, field))
      error(document, pointer, `"${value}" is nothing that "${node.key}:${node.operator}" can be compared with`, allowedOf(kind, field))
}

/** The kind of filter by which the server compares a field. */
function filterKindOf(field: FieldSchema): FilterKind {
  switch (kindOf(field)) {
    case 'reference':
      return 'remote-select'
    case 'choice':
      return 'select'
    case 'boolean':
      return 'boolean'
    case 'date':
      return 'date-range'
    case 'number':
      return 'number-range'
    case 'list':
      return isRecord(field.items) && field.items.references !== undefined ? 'remote-select' : 'text'
    default:
      return 'text'
  }
}

const someDay = '2000-01-01'

function isComparable(kind: FilterKind, { operator }: WhereCondition, value: string, field: FieldSchema): boolean {
  switch (kind) {
    case 'date-range':
      return operator === 'within' ? parseRelativeRange(value) !== undefined : value === '' || isDay(value)
    case 'number-range':
      return (operator === 'between' && value === '') || isDecimal(value)
    case 'boolean':
      return value === '0' || value === '1'
    case 'select':
      return Array.isArray(field.enum) && field.enum.some((one) => String(one) === value)
    case 'remote-select':
      return /^[1-9]\d{0,15}$/.test(value)
    default:
      return true
  }
}

const isDay = (text: string): boolean => {
  const day = resolveRelativeDay(text, someDay)
  return day !== undefined && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
}

function allowedOf(kind: FilterKind, field: FieldSchema): { allowed?: string[] } {
  if (kind === 'select' && Array.isArray(field.enum)) return { allowed: field.enum.filter((one) => one !== null).map(String) }
  if (kind === 'date-range') return { allowed: ['2024-03-20', 'today', 'today-7', 'today+30'] }
  return kind === 'boolean' ? { allowed: ['0', '1'] } : {}
}
