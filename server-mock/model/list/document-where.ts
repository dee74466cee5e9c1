import { sql } from 'kysely'
import { resolveRelativeDay } from '#schemas/rules/calendar/relative-day.ts'
import { isWhereGroup, parseWhere, type WhereNode } from '#schemas/rules/conditions/where.ts'
import { isOptional, optionalInsertion } from '#schemas/rules/endpoints/inserted-names.ts'
import { interpolate, interpolateDeep, type Context } from '#schemas/rules/text/interpolate.ts'
import type { Where } from '#schemas/types/contract.d.ts'
import { declared, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { dayIn } from './day-range.ts'
import { root, type FieldInSql } from './field-in-sql.ts'
import { createFieldPaths } from './field-paths.ts'
import { anyOf, filterKindOf, operatorCondition, type Condition } from './filters.ts'

/** A `where` of a document with its insertions filled in: values by field, or conditions. */
export type FilledWhere = { fields: Readonly<Record<string, unknown>> } | { conditions: WhereNode }

/**
 * Fills in what a document's `where` inserts. A field whose insertion finds nothing is compared as empty; a condition whose insertion
 * finds nothing holds for no record, and one whose optional insertion (`{params.type?}`) finds nothing is left out. Text that is inserted
 * is a value, whatever it holds.
 */
export function fillWhere(where: Where | undefined, values: Context, options: FillOptions = {}): FilledWhere | undefined {
  if (where === undefined) return undefined
  return typeof where === 'string'
    ? { conditions: fillNode(parseWhere(where), values, options) ?? { join: 'and', of: [] } }
    : { fields: fillFields(where, values) }
}

interface FillOptions {
  /** An end of a span whose insertion finds nothing is open. */
  hasOpenEnds?: boolean
}

/** Values with their insertions filled in; null for an insertion that finds nothing. */
export function fillFields(fields: Readonly<Record<string, unknown>>, values: Context): Record<string, unknown> {
  const filled = interpolateDeep(fields, values)
  return Object.fromEntries(Object.keys(fields).map((key) => [key, filled[key] ?? null]))
}

function fillNode(node: WhereNode, values: Context, options: FillOptions): WhereNode | undefined {
  if (isWhereGroup(node)) {
    const of = node.of.flatMap((part) => fillNode(part, values, options) ?? [])
    return of.length === 0 && node.of.length > 0 ? undefined : { ...node, of }
  }
  const filled = node.values.map((value) => interpolate(value.replace(optionalInsertion, '{$1}'), values))
  if (options.hasOpenEnds && node.operator === 'between')
    return filled.some((value) => value !== '') ? { ...node, values: filled } : { join: 'and', of: [] }
  const isMissing = (at: number): boolean => filled[at] === '' && node.values[at] !== ''
  if (node.values.some((value, at) => isOptional(value) && isMissing(at))) return undefined
  return { ...node, values: filled.every((_, at) => !isMissing(at)) ? filled : [] }
}

/** The condition in SQL. Its fields exist, since publishing has checked them; where `resolve` gives none, nothing fits. */
export function documentCondition(context: ModelContext, where: FilledWhere, resolve: (path: string) => FieldInSql | undefined): Condition {
  if ('conditions' in where) return nodeCondition(context, where.conditions, resolve)
  const conditions = Object.entries(where.fields).map(([path, value]) => {
    const field = resolve(path)
    return (field && anyOf(field, Array.isArray(value) ? value : [value])) ?? sql`false`
  })
  return conditions.length > 0 ? (sql.join(conditions, sql` and `) as Condition) : sql`true`
}

function nodeCondition(context: ModelContext, node: WhereNode, resolve: (path: string) => FieldInSql | undefined): Condition {
  if (isWhereGroup(node)) {
    const parts = node.of.map((part) => nodeCondition(context, part, resolve))
    return parts.length > 0 ? (sql`(${sql.join(parts, node.join === 'and' ? sql` and ` : sql` or `)})` as Condition) : sql`true`
  }
  const field = resolve(node.key)
  if (!field) return sql`false`
  const kind = filterKindOf(field.column)
  const values = kind === 'date-range' && node.operator === 'between' ? node.values.map((day) => dayOf(context, day)) : node.values
  return operatorCondition(context, field, kind, node.operator, values) ?? sql`false`
}

const dayOf = ({ caller, now }: ModelContext, day: string): string => resolveRelativeDay(day, dayIn(caller.timezone, now.getTime())) ?? day

/** Whether a stored record is one that a document's `where` names. */
export async function recordFits(context: ModelContext, entity: ModelEntity, id: number, where: FilledWhere): Promise<boolean> {
  const paths = createFieldPaths(context, entity, declared)
  const condition = documentCondition(context, where, (path) => paths.resolve(path))
  const { rows } = await sql`select 1 from ${paths.from()} where ${sql.ref(`${root}.id`)} = ${id} and ${condition}`.execute(context.trx)
  return rows.length > 0
}
