import { startOfDay } from '#server/model/list/day-range.ts'
import { formatStart, quarterOf } from '#schemas/rules/calendar/calendar-periods.ts'
import { filterOfField, listsBehind } from '#schemas/rules/metrics/list-behind.ts'
import { groupsOf, metricLimits, metricParams, periodChoice, valuesOf, type GroupPart } from '#schemas/rules/metrics/metric-parts.ts'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { MetricAnswer, MetricDocument, MetricRow, Target } from '#schemas/types/contract.d.ts'
import { sessionOf } from '#server/caller.ts'
import { fieldLabel, fieldOptions, findEntity, findField } from '#server/documents/entity-field.ts'
import { compact, humanise, messageOf, textOf, within, type Expansion } from '#server/documents/expansion.ts'
import { findGrid, mayReach, mayReadMetric } from '#server/documents/reach.ts'
import type { Owned } from '#server/documents/registry.ts'
import { ApiError, type FieldErrors, validationError } from '#server/errors.ts'
import { findModel, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import type { FieldInSql } from '#server/model/list/field-in-sql.ts'
import { readTitles } from '#server/model/timeline/timeline-titles.ts'
import { periodsOf } from './metric-periods.ts'
import { metricFields, type GroupRow, type ReadGroup, type ReadValue } from './read-groups.ts'

type Params = Readonly<Record<string, string>>
type Row = Record<string, unknown>

/** The rows of a metric by name, and how they are drawn. */
export interface MetricAnswered {
  results: Row[]
  metadata: MetricAnswer
}

/** Parameters of the call that are none of the metric's. */
const envelope: ReadonlySet<string> = new Set(['module', 'name', 'version', 'mock'])

/**
 * The numbers of a published metric for the caller. Periods without records are there with null; other groups only where they have records.
 * @param name `module/name`
 * @throws `not-found`, `permission-denied`, or a 422 naming each parameter that the metric does not take and each value that it cannot have
 */
export async function metricAnswer(
  context: ModelContext,
  name: string,
  query: Readonly<Record<string, unknown>>,
  options: ModelOptions = {},
): Promise<MetricAnswered> {
  const { registry, caller } = context
  const owned = registry.metrics.get(name)
  if (!owned) throw new ApiError('not-found')
  const expansion: Expansion = { registry, reader: caller, module: owned.module }
  if (!options.permitted && !mayReadMetric(expansion, owned.document)) throw new ApiError('permission-denied')
  const metric = owned.document
  const entity = findModel(context, metric.entity)
  const params = paramsOf(metric, query)
  const parts = groupsOf(metric)
  const { groups, values, read } = metricFields(context, entity, metric, { groups: parts, values: valuesOf(metric), params }, options)
  const compares = metric.compare === 'previous'
  const readGroups = groups.map(({ field }, at): ReadGroup =>
    parts[at]!.by === undefined ? { field } : { field, periods: periodsOf(context, parts[at]!, field.column, params, compares) },
  )
  const found = await read(readGroups)
  const { keys, truncated } = arrange(readGroups, found.rows, values)
  const titles = await titlesOf(context, expansion, entity, parts, readGroups, keys)
  const to = targetOf(context, expansion, metric.to, params)
  const rowAt = new Map(found.rows.map((row) => [JSON.stringify(row.keys), row]))
  const filters = filtersOf(expansion, to, parts)
  return {
    results: keys.map((key) => {
      const row = rowAt.get(JSON.stringify(key))
      return {
        ...Object.fromEntries(key.map((one, at) => [parts[at]!.field, keyValue(context, readGroups[at]!, one)])),
        ...(row?.values ?? Object.fromEntries(values.map((value) => [value.key, null]))),
      }
    }),
    metadata: {
      metric: compact({
        name,
        title: metric.title === undefined ? undefined : textOf(expansion, metric.title),
        chart: metric.chart,
        groups: parts.map((part, at) => groupOf(expansion, entity, part, readGroups[at]!)),
        values: values.map((value) => valueOf(expansion, entity, value)),
        compare: metric.compare,
        to,
      }),
      rows: keys.map((key): MetricRow => {
        const told = key.map((one, at) => titles[at]!(one))
        return compact<MetricRow>({
          titles: told.map(({ title }) => title),
          short: told[0]?.short,
          color: told.at(-1)?.color,
          query: filters && queryOf(filters, readGroups, key),
        })
      }),
      ...((found.truncated || truncated) && { truncated: true }),
    },
  }
}

/** The parameters that a metric takes. @throws a 422 for others, and for what is no text. */
function paramsOf(metric: MetricDocument, query: Readonly<Record<string, unknown>>): Params {
  const names = new Set(metricParams(metric))
  const errors: FieldErrors = Object.create(null) as FieldErrors
  const params: Record<string, string> = {}
  for (const [key, value] of Object.entries(query)) {
    if (names.has(key)) {
      if (['string', 'number', 'boolean'].includes(typeof value)) params[key] = String(value)
    } else if (!envelope.has(key)) errors[key] = [{ key: 'errors.unknown_key', values: { key: key.slice(0, 80) } }]
  }
  if (Object.keys(errors).length > 0) throw validationError({ ...errors })
  return params
}

/** The keys of all rows in their order: periods one after another, choices as they are listed, others by what they come to. */
function arrange(
  groups: readonly ReadGroup[],
  rows: readonly GroupRow[],
  values: readonly ReadValue[],
): { keys: unknown[][]; truncated: boolean } {
  if (groups.length === 0) return { keys: [[]], truncated: false }
  const [first, second] = groups.map((group, at) => {
    if (group.periods) return group.periods.buckets.map((_, index) => index as unknown)
    return sortKeys(group.field, rows, at, values[0]!.key)
  })
  if (!second) return { keys: first!.map((key) => [key]), truncated: false }
  const most = Math.max(1, Math.min(metricLimits.series, Math.floor(metricLimits.cells / Math.max(1, first!.length))))
  const series = groups[1]!.periods ? second : second.slice(0, most)
  return {
    keys: first!.flatMap((key) => (series.length > 0 ? series : [null]).map((other) => [key, other])),
    truncated: series.length < second.length,
  }
}

/** Keys of a field's values: choices as their list has them, others with the most first. */
function sortKeys({ column }: FieldInSql, rows: readonly GroupRow[], at: number, value: string): unknown[] {
  const worth = new Map<unknown, number>()
  for (const row of rows) worth.set(row.keys[at], (worth.get(row.keys[at]) ?? 0) + (Number(row.values[value] ?? 0) || 0))
  const keys = [...worth.keys()]
  const place = (key: unknown) => column.values?.indexOf(key as never) ?? 0
  // What has no value comes last.
  return keys.sort((a, b) =>
    a === null || b === null
      ? Number(a === null) - Number(b === null)
      : column.values
        ? place(a) - place(b)
        : worth.get(b)! - worth.get(a)!,
  )
}

/** What a row says of its group: of a period the moment or day when it begins. */
function keyValue({ caller }: ModelContext, { field, periods }: ReadGroup, key: unknown): unknown {
  if (!periods) return key
  const start = periods.starts[key as number]!
  return field.column.kind === 'date' ? start : startOfDay(start, caller.timezone).toISOString()
}

interface Title {
  title: string
  short?: string
  color?: string
}

/** What the keys of each group are called. */
async function titlesOf(
  context: ModelContext,
  expansion: Expansion,
  entity: ModelEntity,
  parts: readonly GroupPart[],
  groups: readonly ReadGroup[],
  keys: readonly unknown[][],
): Promise<((key: unknown) => Title)[]> {
  const panel = within(expansion, 'panel')
  const say = (key: string, values?: Record<string, unknown>) => messageOf(panel, key, values) ?? humanise(key)
  const none: Title = { title: '—' }
  return Promise.all(
    groups.map(async ({ field: { column }, periods }, at): Promise<(key: unknown) => Title> => {
      if (periods) {
        const of = { calendar: periods.calendar, locale: context.caller.locale }
        const { period } = periods
        return (key) => {
          const start = periods.starts[key as number]!
          if (period === 'quarter') return { title: say('metrics.quarter', quarterOf(start, of)) }
          const title = formatStart(start, period, of)
          const short = formatStart(start, period, of, 'short')
          return period === 'week' ? { title: say('metrics.week', { day: title }), short } : { title, short }
        }
      }
      if (column.references) {
        const ids = new Set(keys.flatMap((key) => (key[at] === null ? [] : [Number(key[at])])))
        const named = await readTitles(context, new Map([[column.references, ids]]))
        return (key) => (key === null ? none : { title: named.titleOf(column.references!, Number(key)) })
      }
      const owned = findEntity(context.registry, entity.name)!
      const field = findField(context.registry, owned, parts[at]!.field)
      const options = field && fieldOptions(expansion, field)
      return (key) => {
        if (key === null) return none
        if (typeof key === 'boolean' && !options) return { title: say(key ? 'metrics.yes' : 'metrics.no') }
        const option = options?.find(({ value }) => String(value) === String(key))
        return compact<Title>({ title: option?.title ?? String(key), color: option?.color })
      }
    }),
  )
}

function groupOf(
  expansion: Expansion,
  entity: ModelEntity,
  part: GroupPart,
  { periods }: ReadGroup,
): MetricAnswer['metric']['groups'][number] {
  const choice = periodChoice(part)
  return compact({
    field: part.field,
    title: fieldLabel(expansion, ownedOf(entity), part.field),
    by: periods?.period,
    calendar: periods?.calendar,
    param: choice?.param,
    periods: choice && [...choice.periods],
  })
}

const ownedOf = ({ module, document }: ModelEntity): Owned<ModelEntity['document']> => ({ module, document })

function valueOf(expansion: Expansion, entity: ModelEntity, value: ReadValue): MetricAnswer['metric']['values'][number] {
  const { key, of, path, title, field } = value
  const { kind } = field.column
  const label = path === 'id' ? '' : fieldLabel(expansion, ownedOf(entity), path)
  const told = messageOf(within(expansion, 'panel'), `metrics.${path === 'id' ? 'count_all' : of}`, { field: label })
  return {
    key,
    of,
    title: title === undefined ? (told ?? humanise(key)) : textOf(expansion, title),
    kind:
      of === 'count' || kind === 'integer' || (kind === 'number' && of !== 'avg')
        ? 'number'
        : kind === 'decimal' || kind === 'number'
          ? 'decimal'
          : kind === 'date' || kind === 'datetime'
            ? kind
            : 'text',
  }
}

/** The link of a metric with its parameters filled in; undefined where the caller may not go there. */
function targetOf({ caller }: ModelContext, expansion: Expansion, to: Target | undefined, params: Params): Target | undefined {
  return to !== undefined && mayReach(expansion, to) ? interpolateDeep(to, { params, session: sessionOf(caller) }) : undefined
}

type Filters = { key: string; kind?: string }[]

/** The filters of the list behind a link that the groups of a metric stand for; undefined where it has not all of them. */
function filtersOf(expansion: Expansion, to: Target | undefined, parts: readonly GroupPart[]): Filters | undefined {
  if (to === undefined) return undefined
  const { registry } = expansion
  for (const name of listsBehind(to, (screen) => registry.screens.get(screen)?.document.body)) {
    const home = within(expansion, (typeof to === 'string' ? undefined : registry.screens.get(to.name)?.module) ?? expansion.module)
    const grid = findGrid(home, name)?.grid.document
    const filters = parts.map(({ field }) => grid && filterOfField(grid, field))
    if (grid && filters.every((filter) => filter !== undefined)) return filters
  }
  return parts.length === 0 ? [] : undefined
}

/** The filters of one row; undefined where a list cannot be asked for its group. */
function queryOf(filters: Filters, groups: readonly ReadGroup[], key: readonly unknown[]): Record<string, string> | undefined {
  const query: Record<string, string> = {}
  for (const [at, { periods }] of groups.entries()) {
    const one = key[at]
    const text = periods ? `${periods.starts[one as number]}..${periods.ends[one as number]}` : filterText(one)
    if (text === undefined) return undefined
    query[filters[at]!.key] = text
  }
  return query
}

function filterText(key: unknown): string | undefined {
  if (typeof key === 'boolean') return key ? '1' : '0'
  return key === null || key === undefined || String(key) === '' || String(key).includes(',') ? undefined : String(key)
}
