import { sql, type RawBuilder } from 'kysely'
import { sqlTypes } from '#server/database/entity-shape.ts'
import { root, type FieldInSql } from './field-in-sql.ts'
import { isStorableText } from '#server/model/write/input.ts'
import type { Condition } from './text-conditions.ts'

/** One field of an order; the id follows the last one, in its direction. */
export interface SortTerm {
  key: string
  field: FieldInSql
  descending: boolean
}

/** Which way a page lies from the row of a cursor. */
export type Direction = 'after' | 'before'

/** Where in an order a row stands: its values as the database writes them, and its id. */
export interface Cursor {
  values: (string | null)[]
  id: number
}

const longestCursor = 3000
const id = sql.ref(`${root}.id`)
const isLastDescending = (terms: readonly SortTerm[]) => terms.at(-1)?.descending ?? true

/** `order by` of an order; from the end for the rows before one. Empty values are last, or first from the end. */
export function orderBy(terms: readonly SortTerm[], direction: Direction = 'after'): RawBuilder<unknown> {
  const back = direction === 'before'
  const word = (descending: boolean) => sql.raw(descending !== back ? 'desc' : 'asc')
  return sql.join([
    ...terms.map(
      ({ field, descending }) =>
        sql`${field.order!} ${word(descending)} ${sql.raw(field.nullable ? (back ? 'nulls first' : 'nulls last') : '')}`,
    ),
    sql`${id} ${word(isLastDescending(terms))}`,
  ])
}

/** Columns that a cursor of a row is made of. */
export const cursorColumns = (terms: readonly SortTerm[]): RawBuilder<unknown>[] =>
  terms.map(({ field }, at) => sql`(${field.order!})::text as ${sql.ref(cursorColumn(at))}`)
const cursorColumn = (at: number) => `k${at}`

const written = (terms: readonly SortTerm[]) => terms.map(({ key, descending }) => `${descending ? '-' : ''}${key}`).join()

/** A text for `after` and `before`; undefined where it would be too long for an address. */
export function formatCursor(terms: readonly SortTerm[], row: Record<string, unknown> & { id: number }): string | undefined {
  const text = Buffer.from(JSON.stringify([written(terms), ...terms.map((_, at) => row[cursorColumn(at)] ?? null), row.id])).toString(
    'base64url',
  )
  return text.length <= longestCursor ? text : undefined
}

/** Reads a cursor; undefined for one that is none, or of another order. */
export function parseCursor(terms: readonly SortTerm[], text: string): Cursor | undefined {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  if (!Array.isArray(parts) || parts.length !== terms.length + 2 || parts[0] !== written(terms)) return undefined
  const values = parts.slice(1, -1) as unknown[]
  const last: unknown = parts.at(-1)
  const isValue = (value: unknown, { field }: SortTerm) =>
    value === null ? field.nullable : typeof value === 'string' && isOf(field, value)
  return typeof last === 'number' && Number.isSafeInteger(last) && terms.every((term, at) => isValue(values[at], term))
    ? { values: values as Cursor['values'], id: last }
    : undefined
}

/** Whether the database can read a value as one of its column: what it cannot would end the call. */
function isOf({ column }: FieldInSql, value: string): boolean {
  switch (column.translated ? 'text' : column.kind) {
    case 'integer':
      return /^-?\d{1,18}$/.test(value)
    case 'number':
    case 'decimal':
      return /^-?(\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,3})?|Infinity)$|^NaN$/.test(value)
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    case 'datetime':
      return (
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value) &&
        !Number.isNaN(Date.parse(value.replace(' ', 'T').replace('+00', 'Z')))
      )
    default:
      return isStorableText(value)
  }
}

/**
 * Conditions of the rows on one side of a cursor, nearest first: what the first finds too little of, the next one goes on
 * with. More than one only where an index finds the filled and the empty values apart.
 */
export function cursorConditions(terms: readonly SortTerm[], cursor: Cursor, direction: Direction): Condition[] {
  const values = terms.map(({ field }, at) => typed(field, cursor.values[at]!))
  const [first, ...others] = terms
  const isUniform = terms.every(({ descending }) => descending === first?.descending) && others.every(({ field }) => !field.nullable)
  const isFilled = cursor.values.every((value) => value !== null)
  if (!first || !isUniform || !isFilled) return [stepByStep(terms, cursor, values, direction)]
  const goesDown = first.descending === (direction === 'after')
  const row = sql`(${sql.join([...terms.map(({ field }) => field.order!), id])}) ${sql.raw(goesDown ? '<' : '>')} (${sql.join([...values, sql`${cursor.id}::bigint`])})`
  return first.field.nullable && direction === 'after' ? [row, sql`${first.field.order!} is null`] : [row]
}

/** Days and instants are read as such when they arrive: from text they would be read again for every row. */
function typed({ column }: FieldInSql, value: string | null): RawBuilder<unknown> {
  if (column.translated || column.kind === 'text') return sql`${value}::text collate "C"`
  return column.kind === 'date' || column.kind === 'datetime'
    ? sql`${value}::${sql.raw(sqlTypes[column.kind])}`
    : sql`${value}::text::${sql.raw(sqlTypes[column.kind])}`
}

/** The first field that differs decides; with empty values last, or first from the end. */
function stepByStep(terms: readonly SortTerm[], cursor: Cursor, values: readonly RawBuilder<unknown>[], direction: Direction): Condition {
  const ways: Condition[] = []
  const equal: Condition[] = []
  for (const [at, { field, descending }] of terms.entries()) {
    const isEmpty = cursor.values[at] === null
    const beyond = isEmpty
      ? direction === 'after'
        ? sql`false`
        : sql`${field.order!} is not null`
      : sql`(${field.order!} ${sql.raw(descending === (direction === 'after') ? '<' : '>')} ${values[at]!}${sql.raw(field.nullable && direction === 'after' ? ' or ' : '')}${field.nullable && direction === 'after' ? sql`${field.order!} is null` : sql``})`
    ways.push(sql.join([...equal, beyond], sql` and `) as Condition)
    equal.push(isEmpty ? sql`${field.order!} is null` : sql`${field.order!} = ${values[at]!}`)
  }
  ways.push(
    sql.join(
      [...equal, sql`${id} ${sql.raw(isLastDescending(terms) === (direction === 'after') ? '<' : '>')} ${cursor.id}::bigint`],
      sql` and `,
    ) as Condition,
  )
  return sql`(${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` or `,
  )})`
}
