import { sql, type RawBuilder } from 'kysely'
import { foldText } from '#schemas/rules/digits.ts'
import { isDecimal } from '#schemas/rules/decimal.ts'
import { searchColumn, type EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelContext, ModelEntity } from './context.ts'
import { isDay, nextDay, startOfDay } from './day-range.ts'
import { root, type FieldInSql } from './field-paths.ts'

export type FilterKind = 'text' | 'select' | 'remote-select' | 'boolean' | 'date-range' | 'number-range'
export type Condition = RawBuilder<unknown>

const maxValues = 200
const maxWords = 8

/** The kind that a filter has when its document does not say. */
export function filterKindOf(column: EntityColumn): FilterKind {
  if (column.references || column.itemReferences) return 'remote-select'
  if (column.values) return 'select'
  switch (column.kind) {
    case 'boolean': return 'boolean'
    case 'datetime': case 'date': return 'date-range'
    case 'integer': case 'number': case 'decimal': return 'number-range'
    default: return 'text'
  }
}

/** Columns whose values a kind of filter can be compared with; those left out are compared as text or by value. */
const comparable: Partial<Record<FilterKind, readonly EntityColumn['kind'][]>> = {
  boolean: ['boolean'], 'date-range': ['date', 'datetime'], 'number-range': ['integer', 'number', 'decimal'],
}

/** The condition of a filter, or undefined when the value is not one of its kind, or the kind none of its column's. */
export function filterCondition(context: ModelContext, field: FieldInSql, kind: FilterKind, value: string): Condition | undefined {
  if (comparable[kind] && !comparable[kind].includes(field.column.kind)) return undefined
  switch (kind) {
    case 'text': return textCondition(field, value)
    case 'boolean': return value === '1' ? sql`${field.value} is true` : value === '0' ? sql`${field.value} is not true` : undefined
    case 'date-range': return dateRange(context, field, value)
    case 'number-range': return numberRange(field, value)
    default: return anyOf(field, value.split(','))
  }
}

/** Fields whose value is one of a list; texts of a query become the column's type. Undefined for a value that it cannot have. */
export function anyOf({ column, value }: FieldInSql, wanted: readonly unknown[]): Condition | undefined {
  if (wanted.length === 0 || wanted.length > maxValues) return undefined
  const values = wanted.map(item => (item === null ? null : columnValue(column, item)))
  if (values.some(item => item === undefined)) return undefined
  const filled = values.filter(item => item !== null)
  const conditions: Condition[] = []
  if (filled.length < values.length) conditions.push(sql`${value} is null`)
  if (column.translated) conditions.push(...filled.map(item => sql`jsonb_path_exists(${value}, '$.* ? (@ == $text)', jsonb_build_object('text', ${item}::text))`))
  else if (column.kind === 'json') conditions.push(...filled.map(item => sql`${value} @> ${JSON.stringify([item])}::text::jsonb`))
  else if (filled.length > 0) conditions.push(sql`${value} in (${sql.join(filled)})`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

function columnValue(column: EntityColumn, item: unknown): unknown {
  const text = String(item)
  switch (column.kind) {
    case 'integer': return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
    case 'number': case 'decimal': return isDecimal(text) ? text : undefined
    case 'boolean': return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined
    case 'date': return isDay(text) ? text : undefined
    case 'datetime': return Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString()
    case 'json': return column.itemReferences ? (/^\d{1,16}$/.test(text) ? Number(text) : undefined) : item
    default: return column.values && !column.values.includes(text) ? undefined : text
  }
}

/** Every word somewhere in the text. */
function textCondition({ column, folded, value }: FieldInSql, text: string): Condition | undefined {
  const words = wordsOf(text)
  if (!words) return undefined
  const where = folded ?? (column.kind === 'text' ? sql`lower(${value})` : sql`lower(${value}::text)`)
  return allWords(where, words)
}

/** Quick search over the entity's search fields; an entity without any finds nothing. */
export function searchCondition(entity: ModelEntity, text: string): Condition | undefined {
  const words = wordsOf(text)
  if (!words) return undefined
  return entity.text.some(column => column.name === searchColumn) ? allWords(sql`${sql.ref(`${root}.${searchColumn}`)}`, words) : sql`false`
}

function wordsOf(text: string): string[] | undefined {
  const words = foldText(text).split(' ').filter(Boolean)
  return words.length > maxWords || text.length > 200 ? undefined : words
}

const allWords = (where: Condition, words: string[]): Condition =>
  words.length === 0 ? sql`true` : sql.join(words.map(word => sql`${where} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`), sql` and `) as Condition

/** `2024-01-01..2024-02-01`, both days included, as they pass in the caller's zone. */
function dateRange({ caller }: ModelContext, { column, value }: FieldInSql, text: string): Condition | undefined {
  const [from, to] = rangeOf(text, isDay) ?? []
  if (from === undefined || to === undefined || (from && to && from > to)) return undefined
  const ends: Condition[] = []
  if (column.kind === 'date') {
    if (from) ends.push(sql`${value} >= ${from}::text::date`)
    if (to) ends.push(sql`${value} <= ${to}::text::date`)
  } else {
    if (from) ends.push(sql`${value} >= ${startOfDay(from, caller.timezone).toISOString()}::text::timestamptz`)
    if (to) ends.push(sql`${value} < ${startOfDay(nextDay(to), caller.timezone).toISOString()}::text::timestamptz`)
  }
  return ends.length > 0 ? sql.join(ends, sql` and `) as Condition : sql`true`
}

function numberRange({ value }: FieldInSql, text: string): Condition | undefined {
  const range = text.includes('..') ? text : `${text}..${text}`
  const [from, to] = rangeOf(range, number => isDecimal(number) && number.length <= 40) ?? []
  if (from === undefined || to === undefined) return undefined
  const ends: Condition[] = []
  if (from) ends.push(sql`${value} >= ${from}::text::numeric`)
  if (to) ends.push(sql`${value} <= ${to}::text::numeric`)
  return ends.length > 0 ? sql.join(ends, sql` and `) as Condition : sql`true`
}

function rangeOf(text: string, isEnd: (end: string) => boolean): [string, string] | undefined {
  const ends = text.split('..')
  return ends.length === 2 && ends.every(end => end === '' || isEnd(end)) ? [ends[0]!, ends[1]!] : undefined
}
