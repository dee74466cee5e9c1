import { sql, type RawBuilder } from 'kysely'
import { insertedNames } from '#schemas/rules/endpoints/inserted-names.ts'
import type { MetricDocument, Where } from '#schemas/types/contract.d.ts'
import { metricLimits, type ValuePart } from '#schemas/rules/metrics/metric-parts.ts'
import { roundDecimal, trimDecimal } from '#schemas/rules/numbers/decimal.ts'
import { sessionOf } from '#server/caller.ts'
import { readTimeoutMs } from '#server/database/connection/postgres-pool.ts'
import { findField } from '#server/documents/entity-field.ts'
import { ApiError } from '#server/errors.ts'
import { declared, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { readCached } from '#server/model/list/cached-read.ts'
import { documentCondition, fillWhere } from '#server/model/list/document-where.ts'
import { root, type FieldInSql } from '#server/model/list/field-in-sql.ts'
import { createFieldPaths } from '#server/model/list/field-paths.ts'
import type { Condition } from '#server/model/list/filters.ts'
import { canSumUp, summaryValue, total, type SummaryKind } from '#server/model/list/summary.ts'
import { withinTime } from '#server/model/list/within-time.ts'
import { isLimited, rowLimit } from '#server/model/row-limit.ts'
import type { MetricPeriods } from './metric-periods.ts'

/** How long an answer is told again; a write to one of its tables ends that at once. */
const cachedMs = 30_000

/** A value of a metric that the caller may see. */
export interface ReadValue extends ValuePart {
  field: FieldInSql
  /** Decimals of the field, to which its average is rounded too. */
  scale?: number
}
/** A group of a metric, with its periods where it is one of a moment. */
export interface ReadGroup {
  field: FieldInSql
  periods?: MetricPeriods
}
/** One group of the statement: numbers of periods from 0 on or values of a field, and what its records come to. */
export interface GroupRow {
  keys: unknown[]
  rows: number
  values: Record<string, string | number | null>
}
export interface MetricFields {
  groups: { field: FieldInSql }[]
  values: ReadValue[]
  read: (groups: readonly ReadGroup[]) => Promise<{ rows: GroupRow[]; truncated: boolean }>
}

const summaryKinds: Partial<Record<ValuePart['of'], SummaryKind>> = { count: 'count', sum: 'sum', avg: 'average', min: 'min', max: 'max' }

/** Whether a function can be used on a column. */
const fits = ({ of }: ValuePart, { column }: FieldInSql): boolean => canSumUp(summaryKinds[of] ?? 'min', column)

/**
 * The fields of a metric that the caller may see, and how its groups are read: one statement, with his record rules in it.
 * @throws `permission-denied` where he may see no value, or not what the records are grouped by
 */
export function metricFields(
  context: ModelContext,
  entity: ModelEntity,
  metric: Pick<MetricDocument, 'where' | 'chart' | 'days' | 'compute'>,
  parts: { groups: readonly { field: string }[]; values: readonly ValuePart[]; params: Readonly<Record<string, string>> },
  options: ModelOptions,
): MetricFields {
  const paths = createFieldPaths(context, entity, options)
  const groups = parts.groups.flatMap(({ field: path }) => {
    const field = paths.resolve(path)
    return field ? [{ field }] : []
  })
  const values = parts.values.flatMap((part) => {
    const field = paths.resolve(part.path)
    const scale = findField(context.registry, { module: entity.module, document: entity.document }, part.path)?.schema.scale
    return field && fits(part, field) ? [{ ...part, field, ...(typeof scale === 'number' && { scale }) }] : []
  })
  if (groups.length < parts.groups.length || (values.length === 0 && metric.compute === undefined)) throw new ApiError('permission-denied')
  const conditionOf = (where: Where | undefined): Condition | undefined => {
    const filled = fillWhere(
      where,
      { session: sessionOf(context.caller), params: parts.params },
      { hasOpenEnds: metric.days !== undefined },
    )
    // Whoever chooses what is compared learns by the answer what is there.
    const rights = insertedNames(where, 'params').length > 0 ? options : declared
    return filled && documentCondition(context, filled, (path) => paths.resolve(path, rights))
  }
  const where = conditionOf(metric.where)
  const counted = values.map((value) => conditionOf(value.where))
  const conditions: Condition[] = [sql`${sql.ref(`${root}.deleted_at`)} is null`]
  if (isLimited(context.caller, entity, 'read', options)) conditions.push(rowLimit(context, entity, 'read', options))
  if (where) conditions.push(where)

  const read: MetricFields['read'] = (read) =>
    withinTime(context.trx, readTimeoutMs, async () => {
      const moment = read.find(({ periods }) => periods)
      const keys = read.map((group) => sql`${keyOf(group)}`)
      const within = read.flatMap(({ field, periods }) => (periods ? [between(field, periods)] : []))
      const columns = [
        ...keys.map((key, at) => sql`${key} as ${sql.ref(`g${at}`)}`),
        sql`count(*) as n`,
        ...values.map((value, at) => sql`${worth(withinCondition(value, counted[at]), moment?.field)} as ${sql.ref(`v${at}`)}`),
      ]
      const grouped = keys.length > 0 ? sql`group by ${sql.join(keys.map((_, at) => sql.raw(String(at + 1))))}` : sql``
      const most = mostRows(metric, keys.length, moment !== undefined) + 1
      const rows = await readCached(
        context.trx,
        sql<Record<string, unknown> & { n: number }>`select ${sql.join(columns)} from ${paths.from()}
          where ${sql.join([...conditions, ...within], sql` and `)} ${grouped} order by n desc limit ${most}`,
        cachedMs,
      )
      const told = rows
        .slice(0, most - 1)
        .map((row): GroupRow => ({
          keys: read.map(({ periods }, at) => (periods ? periods.buckets.indexOf(Number(row[`g${at}`])) : row[`g${at}`])),
          rows: Number(row.n),
          values: Object.fromEntries(values.map((value, at) => [value.key, valueOf(value, row[`v${at}`])])),
        }))
      return { rows: told.filter(({ keys: [first] }) => first !== -1), truncated: rows.length >= most }
    })
  return { groups, values, read }
}

/** A table without periods has as many rows as others have cells. */
const mostRows = ({ chart }: Pick<MetricDocument, 'chart'>, groups: number, hasPeriods: boolean): number =>
  groups > 1 ? metricLimits.cells * 4 : hasPeriods ? metricLimits.periods : chart === 'table' ? metricLimits.cells : metricLimits.groups

/** A value of which only the records count that meet a condition. */
const withinCondition = (value: ReadValue, condition: Condition | undefined): ReadValue =>
  condition ? { ...value, field: { ...value.field, value: sql`case when ${condition} then ${value.field.value} end` } } : value

/** Bounds go as one text, since a thousand parameters would be read anew each time; as a query it is read once, not once a row. */
function keyOf({ field: { column, value }, periods }: ReadGroup): RawBuilder<unknown> {
  if (!periods) return value
  const type = sql.raw(column.kind === 'date' ? 'date[]' : 'timestamptz[]')
  return sql`width_bucket(${value}, (select ${`{${periods.bounds.join(',')}}`}::text::${type}))`
}

function between({ column, value }: FieldInSql, { bounds }: MetricPeriods): Condition {
  const type = sql.raw(column.kind === 'date' ? 'date' : 'timestamptz')
  return sql`${value} >= ${bounds[0]!}::text::${type} and ${value} < ${bounds.at(-1)!}::text::${type}` as Condition
}

function worth({ of, field }: ReadValue, moment: FieldInSql | undefined): RawBuilder<unknown> {
  const kind = summaryKinds[of]
  if (kind) return total(kind, field.column, field.value)
  const text =
    field.column.kind === 'datetime'
      ? sql`to_char(${field.value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : sql`${field.value}::text`
  const way = sql.raw(of === 'last' ? 'desc' : 'asc')
  return sql`(array_agg(${text} order by ${moment ? sql`${moment.value} ${way}, ` : sql``}${sql.ref(`${root}.id`)} ${way}) filter (where ${field.value} is not null))[1]`
}

function valueOf({ of, field, scale }: ReadValue, value: unknown): string | number | null {
  const told = summaryValue(summaryKinds[of] ?? 'max', field.column, value === null || value === undefined ? null : String(value))
  return of === 'avg' && scale !== undefined && typeof told === 'string' ? trimDecimal(roundDecimal(told, scale)) : told
}
