import { sql } from 'kysely'
import { readBareFilter } from '#schemas/rules/conditions/bare-filter.ts'
import { parseRelativeRange, resolveRelativeRange, type DaySpan } from '#schemas/rules/calendar/relative-range.ts'
import { compareDecimal, isDecimal } from '#schemas/rules/numbers/decimal.ts'
import { filterOperators, operatorValues, type FilterKind, type WhereOperator } from '#schemas/rules/conditions/where.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelContext } from '#server/model/context.ts'
import { phoneSpellings } from '#server/model/values/phone-values.ts'
import { dayIn, isDay, nextDay, startOfDay } from './day-range.ts'
import type { FieldInSql } from './field-in-sql.ts'
import { textCondition, type Condition } from './text-conditions.ts'

export type { FilterKind }
export type { Condition } from './text-conditions.ts'

const maxValues = 200

/** The kind that a filter has when its document does not say. */
export function filterKindOf(column: EntityColumn): FilterKind {
  if (column.references || column.itemReferences) return 'remote-select'
  if (column.values) return 'select'
  switch (column.kind) {
    case 'boolean':
      return 'boolean'
    case 'datetime':
    case 'date':
      return 'date-range'
    case 'integer':
    case 'number':
    case 'decimal':
      return 'number-range'
    default:
      return 'text'
  }
}

/** Columns whose values a kind of filter can be compared with; those left out are compared as text or by value. */
const comparable: Partial<Record<FilterKind, readonly EntityColumn['kind'][]>> = {
  boolean: ['boolean'],
  'date-range': ['date', 'datetime'],
  'number-range': ['integer', 'number', 'decimal'],
}

/** The condition of a filter's value; undefined when the value does not fit the kind of the filter, or the kind does not fit the column. */
export function filterCondition(context: ModelContext, field: FieldInSql, kind: FilterKind, value: string): Condition | undefined {
  const { operator, values } = readBareFilter(kind, value)
  return operatorCondition(context, field, kind, operator, values)
}

/** The condition of a filter with one of its operators; undefined when value, operator or column does not fit. */
export function operatorCondition(
  context: ModelContext,
  field: FieldInSql,
  kind: FilterKind,
  operator: WhereOperator,
  values: readonly string[],
): Condition | undefined {
  const [least, most] = operatorValues[operator]
  if (!(filterOperators[kind] as readonly WhereOperator[]).includes(operator) || values.length < least || values.length > most)
    return undefined
  if (operator === 'empty') return isEmpty(field)
  if (operator === 'filled') return sql`not ${isEmpty(field)}`
  if (comparable[kind] && !comparable[kind].includes(field.column.kind)) return undefined
  const [first = '', second = ''] = values
  switch (kind) {
    case 'text':
      return textCondition(field, operator as Parameters<typeof textCondition>[1], first)
    case 'boolean':
      return first === '1' ? sql`${field.value} is true` : first === '0' ? sql`${field.value} is not true` : undefined
    case 'date-range': {
      const span = operator === 'within' ? relativeSpan(context, first) : { from: first, to: second }
      return span && daysBetween(context, field, span)
    }
    case 'number-range':
      return operator === 'between' ? numbersBetween(field, first, second) : numberIs(field, operator, first)
    default:
      return operator === 'none_of' ? negated(anyOf(field, values)) : anyOf(field, values)
  }
}

/** Rows without a value are included: an empty field is not equal to the value either. */
export const negated = (condition: Condition | undefined): Condition | undefined => condition && sql`(${condition}) is not true`

function isEmpty({ column, value }: FieldInSql): Condition {
  if (column.translated) return sql`(${value} is null or not jsonb_path_exists(${value}, '$.* ? (@ != "" && @ != null)'))`
  if (column.kind === 'json') return sql`(${value} is null or ${value} in ('[]'::jsonb, '{}'::jsonb, 'null'::jsonb, '""'::jsonb))`
  return column.kind === 'text' ? sql`(${value} is null or ${value} = '')` : sql`(${value} is null)`
}

/** Fields whose value is one of a list; texts of a query become the column's type. Undefined for a value that it cannot have. */
export function anyOf({ column, entity, value }: FieldInSql, wanted: readonly unknown[], most = maxValues): Condition | undefined {
  if (wanted.length === 0 || wanted.length > most) return undefined
  const values = wanted
    .flatMap((item) => (typeof item === 'string' ? phoneSpellings(entity, column.field, item) : [item]))
    .map((item) => (item === null ? null : columnValue(column, item)))
  if (values.some((item) => item === undefined)) return undefined
  const filled = values.filter((item) => item !== null)
  const conditions: Condition[] = []
  if (filled.length < values.length) conditions.push(sql`${value} is null`)
  if (column.translated)
    conditions.push(
      ...filled.map((item) => sql`jsonb_path_exists(${value}, '$.* ? (@ == $text)', jsonb_build_object('text', ${item}::text))`),
    )
  else if (column.kind === 'json') conditions.push(...filled.map((item) => sql`${value} @> ${JSON.stringify([item])}::text::jsonb`))
  else if (filled.length > 0) conditions.push(sql`${value} in (${sql.join(filled)})`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

function columnValue(column: EntityColumn, item: unknown): unknown {
  const text = String(item)
  switch (column.kind) {
    case 'integer':
      return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
    case 'number':
    case 'decimal':
      return isDecimal(text) ? text : undefined
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined
    case 'date':
      return isDay(text) ? text : undefined
    case 'datetime':
      return Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString()
    case 'json':
      return column.itemReferences ? (/^\d{1,16}$/.test(text) ? Number(text) : undefined) : item
    default:
      return column.values && !column.values.includes(text) ? undefined : text
  }
}

/** The days that `this-month.jalali` means today in the caller's zone. */
function relativeSpan({ caller, now }: ModelContext, text: string): DaySpan | undefined {
  const range = parseRelativeRange(text)
  return range && resolveRelativeRange(range, dayIn(caller.timezone, now.getTime()))
}

/** Both days are included, in the caller's zone; either may be empty. Bounds are instants: a text would be parsed for every row. */
function daysBetween({ caller }: ModelContext, { column, value }: FieldInSql, { from, to }: DaySpan): Condition | undefined {
  if ([from, to].some((day) => day !== '' && !isDay(day)) || (from && to && from > to)) return undefined
  const ends: Condition[] = []
  if (column.kind === 'date') {
    if (from) ends.push(sql`${value} >= ${from}::date`)
    if (to) ends.push(sql`${value} <= ${to}::date`)
  } else {
    if (from) ends.push(sql`${value} >= ${startOfDay(from, caller.timezone).toISOString()}::timestamptz`)
    if (to) ends.push(sql`${value} < ${startOfDay(nextDay(to), caller.timezone).toISOString()}::timestamptz`)
  }
  return both(ends)
}

const isNumber = (text: string) => isDecimal(text) && text.length <= 40

function numbersBetween({ value }: FieldInSql, from: string, to: string): Condition | undefined {
  if ([from, to].some((end) => end !== '' && !isNumber(end)) || (from && to && compareDecimal(from, to) > 0)) return undefined
  const ends: Condition[] = []
  if (from) ends.push(sql`${value} >= ${from}::text::numeric`)
  if (to) ends.push(sql`${value} <= ${to}::text::numeric`)
  return both(ends)
}

function numberIs({ value }: FieldInSql, operator: WhereOperator, number: string): Condition | undefined {
  if (!isNumber(number)) return undefined
  const equal = sql`${value} = ${number}::text::numeric`
  return operator === 'is_not' ? negated(equal) : equal
}

const both = (ends: Condition[]): Condition => (ends.length > 0 ? sql`(${sql.join(ends, sql` and `)})` : sql`true`)
