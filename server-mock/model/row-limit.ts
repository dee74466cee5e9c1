import { sql } from 'kysely'
import { isWhereGroup, parseWhere, type WhereNode } from '#schemas/rules/conditions/where.ts'
import { interpolateDeep, pathsIn } from '#schemas/rules/text/interpolate.ts'
import { organizationsOf, sessionOf } from '#server/caller.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { isUnlimited, rulesFor, rulesOf, type RecordRule } from '#server/documents/record-rules.ts'
import {
  lookUpEntity,
  mayDo,
  mayFindNames,
  ruledBy,
  type AccessKind,
  type ModelContext,
  type ModelEntity,
  type ModelOptions,
} from './context.ts'
import { columnOf, inSql, maxJoins, root, type FieldInSql } from './list/field-in-sql.ts'
import { anyOf, filterKindOf, negated, operatorCondition } from './list/filters.ts'
import type { Condition } from './list/text-conditions.ts'

type Limits = Pick<ModelOptions, 'trusted'>

const all: Condition = sql`true`
const none: Condition = sql`false`
/** Most values that a session value of a rule has, such as the organizations of a user. */
const maxRuleValues = 10_000

/** Whether record rules leave out records of the entity for this caller. */
export function isLimited(caller: ModelContext['caller'], entity: ModelEntity, kind: AccessKind, { trusted }: Limits): boolean {
  if (trusted) return false
  const { document } = ruledBy(entity)
  return rulesFor(caller, document, 'read') !== undefined || (kind !== 'read' && rulesFor(caller, document, 'write') !== undefined)
}

/**
 * The records of an entity that its record rules leave to the caller, as a condition on its table under an alias; `true` where nothing
 * limits him. It is part of every statement that reads or holds records of the entity. The permission of an endpoint does not lift it:
 * `trusted` alone does. Whoever changes a record has to be able to read it too.
 */
export function rowLimit(context: ModelContext, entity: ModelEntity, kind: AccessKind, options: Limits, alias: string = root): Condition {
  if (!isLimited(context.caller, entity, kind, options)) return all
  const { accessParent, accessColumn } = entity
  if (accessParent && accessColumn !== undefined) {
    const above = `${alias}_parent`
    return sql`${sql.ref(`${alias}.${accessColumn}`)} in (select ${sql.ref(`${above}.id`)}
      from ${sql.raw(tableOf(accessParent.name))} as ${sql.ref(above)} where ${rowLimit(context, accessParent, kind, options, above)})`
  }
  const rulesOfKind = (rules: readonly RecordRule[] | undefined) =>
    rules ? either(rules.map((rule) => ruleCondition(context, entity, rule, alias))) : all
  const [read, write] = (['read', 'write'] as const).map((each) => rulesFor(context.caller, entity.document, each))
  if (kind === 'read' || !hasKinds(entity)) return rulesOfKind(read)
  return sql`${rulesOfKind(read)} and ${rulesOfKind(write)}`
}

const hasKinds = (entity: ModelEntity): boolean => rulesOf(ruledBy(entity).document)?.some(({ kinds }) => kinds !== undefined) === true

/** Of some records, those within the caller's rules. */
export async function idsWithin(
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
  kind: AccessKind,
  options: Limits,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || !isLimited(context.caller, entity, kind, options)) return new Set(ids)
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(tableOf(entity.name))} as ${sql.ref(root)}
    where id = any(${ids}::bigint[]) and ${rowLimit(context, entity, kind, options)}`.execute(context.trx)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Of records that the caller may read, those that he may change too; undefined where that is all of them. */
export const writableAmong = async (
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
  options: Limits,
): Promise<ReadonlySet<number> | undefined> =>
  hasKinds(entity) && isLimited(context.caller, entity, 'write', options) ? idsWithin(context, entity, ids, 'write', options) : undefined

/**
 * Of records that others refer to, those of which the caller may read more than their names. Undefined where no rule decides that: the
 * entity has none, or the caller may read all of its records.
 */
export async function seenAmong(
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
  { trusted }: Limits,
): Promise<ReadonlySet<number> | undefined> {
  const { caller } = context
  const { document } = ruledBy(entity)
  if (trusted || rulesOf(document) === undefined || isUnlimited(caller, document)) return undefined
  if (!mayDo(caller, entity, 'read')) return new Set()
  return isLimited(caller, entity, 'read', {}) ? idsWithin(context, entity, ids, 'read', {}) : undefined
}

/**
 * What a caller may follow of a reference to a ruled entity: its records within his rules, or all of them for finding by name where
 * `access.names` allows it; undefined where no rule decides that, null for nothing.
 */
export function followLimit(context: ModelContext, target: ModelEntity, isName: boolean, alias: string): Condition | null | undefined {
  const { caller } = context
  const { document } = ruledBy(target)
  if (rulesOf(document) === undefined || isUnlimited(caller, document)) return undefined
  if (isName && mayFindNames(context, target)) return undefined
  if (!mayDo(caller, target, 'read')) return null
  return isLimited(caller, target, 'read', {}) ? rowLimit(context, target, 'read', {}, alias) : undefined
}

/** Whether a row that is not stored so, such as an earlier version of a record, is within the caller's rules. */
export async function isRowWithin(
  context: ModelContext,
  entity: ModelEntity,
  row: Record<string, unknown>,
  options: Limits,
): Promise<boolean> {
  if (!isLimited(context.caller, entity, 'read', options)) return true
  const computed = Object.fromEntries(entity.text.map((text) => [text.name, text.compute(row)]))
  const { rows } =
    await sql`select 1 from jsonb_populate_record(null::${sql.raw(tableOf(entity.name))}, ${JSON.stringify({ ...row, ...computed })}::text::jsonb) as ${sql.ref(root)}
    where ${rowLimit(context, entity, 'read', options)}`.execute(context.trx)
  return rows.length > 0
}

/** Values that a rule compares a field with, its session values filled in; none for one that the session does not have. */
export function ruleValues(context: Pick<ModelContext, 'caller' | 'registry'>, { permission }: RecordRule, written: unknown): unknown[] {
  return [written].flat().flatMap((value) => {
    if (typeof value !== 'string' || pathsIn(value).length === 0) return [value]
    return [interpolateDeep<unknown>(value, insertionsOf(context, permission))].flat().filter((one) => one !== undefined && one !== null)
  })
}

function insertionsOf({ caller, registry }: Pick<ModelContext, 'caller' | 'registry'>, permission: string | undefined) {
  const session = sessionOf(caller)
  const organizations = organizationsOf(caller, registry.grants, permission)
  return { session: { ...session, user: session.user && { ...session.user, organizations } } }
}

function ruleCondition(context: ModelContext, entity: ModelEntity, rule: RecordRule, alias: string): Condition {
  const { where } = rule
  if (where === undefined) return all
  if (typeof where === 'string') return nodeCondition(context, entity, rule, parseWhere(where), alias)
  const conditions = Object.entries(where).map(([path, written]) => {
    const values = ruleValues(context, rule, written)
    return pathCondition(context, entity, path, alias, values.includes(null), (field) => anyOf(field, values, maxRuleValues))
  })
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : all
}

function nodeCondition(context: ModelContext, entity: ModelEntity, rule: RecordRule, node: WhereNode, alias: string): Condition {
  if (isWhereGroup(node)) {
    const parts = node.of.map((part) => nodeCondition(context, entity, rule, part, alias))
    return parts.length === 0 ? all : node.join === 'or' ? either(parts) : sql`(${sql.join(parts, sql` and `)})`
  }
  const { key, operator } = node
  const values = ruleValues(context, rule, node.values).map(String)
  // A session value that the caller does not have fits nothing, whatever the operator.
  if (node.values.length > 0 && values.length === 0) return none
  const fitsEmpty = ['empty', 'none_of', 'is_not', 'not_contains'].includes(operator) || (operator === 'is' && values[0] === '0')
  return pathCondition(context, entity, key, alias, fitsEmpty, (field) => {
    if (operator === 'any_of') return anyOf(field, values, maxRuleValues)
    if (operator === 'none_of') return negated(anyOf(field, values, maxRuleValues))
    return operatorCondition(context, field, filterKindOf(field.column), operator, values)
  })
}

/**
 * A condition on the field that a path leads to, as a subquery for each reference: so it holds under any alias, and an index on the
 * reference finds the records. `fitsEmpty` says whether a record without the reference meets it.
 */
function pathCondition(
  context: ModelContext,
  entity: ModelEntity,
  path: string,
  alias: string,
  fitsEmpty: boolean,
  condition: (field: FieldInSql) => Condition | undefined,
  depth = 1,
): Condition {
  const [head = '', ...rest] = path.split('.')
  const column = columnOf(entity, head)
  if (!column) return none
  if (rest.length === 0) return condition(inSql(context, entity, column, alias)) ?? none
  const target = column.references === undefined ? undefined : lookUpEntity(context.registry, column.references)
  if (!target || depth > maxJoins) return none
  const inner = `r${depth}`
  const reference = sql.ref(`${alias}.${column.name}`)
  const within = sql`${reference} in (select ${sql.ref(`${inner}.id`)} from ${sql.raw(tableOf(target.name))} as ${sql.ref(inner)}
    where ${pathCondition(context, target, rest.join('.'), inner, fitsEmpty, condition, depth + 1)})`
  return fitsEmpty ? sql`(${reference} is null or ${within})` : (within as Condition)
}

const either = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? none : conditions.length === 1 ? conditions[0]! : sql`(${sql.join(conditions, sql` or `)})`
