import { startOfDay } from '#server/model/list/day-range.ts'
import { formatStart, quarterOf } from '#schemas/rules/calendar/calendar-periods.ts'
import { filterOfField, listsBehind } from '#schemas/rules/metrics/list-behind.ts'
import {
  groupsOf,
  isFunctionPart,
  metricLimits,
  metricParams,
  periodChoice,
  valuesOf,
  type FormulaPart,
  type GroupPart,
  type HookPart,
} from '#schemas/rules/metrics/metric-parts.ts'
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
import { chosenRows } from './chosen-rows.ts'
import { daysOf } from './metric-days.ts'
import { hookRows } from './metric-hooks.ts'
import { periodsOf } from './metric-periods.ts'
import { seenFormulas, totalsOf, withFormulas } from './metric-values.ts'
import { metricFields, type GroupRow, type ReadGroup, type ReadValue } from './read-groups.ts'

type Params = Readonly<Record<string, string>>
type Row = Record<string, unknown>

/** The rows of a metric by name, and how they are drawn. */
export interface MetricAnswered {
  results: Row[]
  metadata: MetricAnswer
}

/** Parameters of the call that are none of the metric's. */
const envelope: ReadonlySet<string> = new Set(['module', 'name', 'version', 'mock', 'including', 'sort'])

/**
 * The numbers of a published metric for the caller. Periods without records are there with null unless the document omits them; other
 * groups only where they have records. `including` and `sort` of the call choose the fields of the rows and their order.
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
  const sent = paramsOf(metric, query)
  const days = daysOf(context, metric, sent)
  const params = { ...sent, ...days }
  const parts = groupsOf(metric)
  const all = valuesOf(metric)
  const {
    groups,
    values: known,
    read,
  } = metricFields(context, entity, metric, { groups: parts, values: all.filter(isFunctionPart), params }, options)
  const formulas = seenFormulas(all, new Set([...known, ...all.filter(({ of }) => of === 'hook')].map(({ key }) => key)))
  const values = all.flatMap((part): ShownValue[] =>
    [known.find(({ key }) => key === part.key) ?? (part.of === 'hook' ? part : formulas.find(({ key }) => key === part.key))].filter(
      (value) => value !== undefined,
    ),
  )
  const compares = metric.compare === 'previous'
  const readGroups = groups.map(({ field }, at): ReadGroup =>
    parts[at]!.by === undefined ? { field } : { field, periods: periodsOf(context, parts[at]!, field.column, params, compares) },
  )
  const found = metric.compute === undefined ? await read(readGroups) : await hookRows(context, metric.compute, params, parts, readGroups)
  const rows = found.rows.map((row): GroupRow => ({ ...row, values: withFormulas(row.values, formulas) }))
  const rowAt = new Map(rows.map((row) => [JSON.stringify(row.keys), row]))
  const { keys: present, truncated } = isSparse(metric, readGroups)
    ? sparseKeys(readGroups, rows, values)
    : arrange(readGroups, rows, values)
  const arranged = present.filter((key) => rowAt.has(JSON.stringify(key)) || parts.every(({ empty }) => empty === undefined))
  const titles = await titlesOf(context, expansion, entity, parts, readGroups, arranged)
  const keys = metric.order === 'title' ? byTitle(arranged, titles, readGroups, caller.locale) : arranged
  const to = targetOf(context, expansion, metric.to, params)
  const filters = filtersOf(expansion, to, parts)
  const totals = (metric.totals ?? []).filter((name) => values.some(({ key }) => key === name))
  const results = keys.map((key): Row => {
    const row = rowAt.get(JSON.stringify(key))
    return {
      ...Object.fromEntries(key.map((one, at) => [parts[at]!.field, keyValue(context, readGroups[at]!, one)])),
      ...Object.fromEntries(values.map((value) => [value.key, row?.values[value.key] ?? null])),
    }
  })
  const told = keys.map((key): MetricRow => {
    const of = key.map((one, at) => titles[at]!(one))
    return compact<MetricRow>({
      titles: of.map(({ title }) => title),
      short: of[0]?.short,
      color: of.at(-1)?.color,
      query: filters && queryOf(filters, readGroups, key),
    })
  })
  const { order, fields } = chosenRows(query, [...parts.map(({ field }) => field), ...values.map(({ key }) => key)], results)
  return {
    results: order.map((at) => (fields ? Object.fromEntries(fields.map((field) => [field, results[at]![field]])) : results[at]!)),
    metadata: {
      metric: compact({
        name,
        title: metric.title === undefined ? undefined : textOf(expansion, metric.title),
        chart: metric.chart,
        groups: parts.map((part, at) => groupOf(expansion, entity, part, readGroups[at]!)),
        values: values.map((value) => valueOf(expansion, entity, value)),
        compare: metric.compare,
        days,
        to,
      }),
      rows: order.map((at) => told[at]!),
      ...(found.truncated || truncated
        ? { truncated: true }
        : totals.length > 0 && {
            totals: totalsOf(
              totals,
              rows.map((row) => row.values),
            ),
          }),
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
  values: readonly { key: string }[],
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

/** Whether only groups stand in a table that have records: there are no periods and no series. */
const isSparse = ({ chart }: MetricDocument, groups: readonly ReadGroup[]): boolean =>
  chart === 'table' && groups.length === 2 && groups.every(({ periods }) => !periods)

function sparseKeys(
  groups: readonly ReadGroup[],
  rows: readonly GroupRow[],
  values: readonly { key: string }[],
): { keys: unknown[][]; truncated: boolean } {
  const places = groups.map(({ field }, at) => new Map(sortKeys(field, rows, at, values[0]!.key).map((key, place) => [key, place])))
  const placeOf = (keys: readonly unknown[], at: number) => places[at]!.get(keys[at]) ?? 0
  const keys = rows.map((row) => row.keys).sort((a, b) => placeOf(a, 0) - placeOf(b, 0) || placeOf(a, 1) - placeOf(b, 1))
  return { keys: keys.slice(0, metricLimits.cells), truncated: keys.length > metricLimits.cells }
}

/** Groups of fields in the order of their titles; periods and choices stay in theirs. */
function byTitle(
  keys: readonly unknown[][],
  titles: readonly ((key: unknown) => Title)[],
  groups: readonly ReadGroup[],
  locale: string,
): unknown[][] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const places = groups.map(({ field, periods }, at) => {
    const own = [...new Set(keys.map((key) => key[at]))]
    const isNamed = !periods && !field.column.values
    if (isNamed) own.sort((a, b) => Number(a === null) - Number(b === null) || compare(titles[at]!(a).title, titles[at]!(b).title))
    return new Map(own.map((key, place) => [key, place]))
  })
  return [...keys].sort((a, b) => places.reduce((order, place, at) => order || place.get(a[at])! - place.get(b[at])!, 0))
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

/** A value that the caller sees. */
type ShownValue = ReadValue | FormulaPart | HookPart

function valueOf(expansion: Expansion, entity: ModelEntity, value: ShownValue): MetricAnswer['metric']['values'][number] {
  if (value.of === 'formula' || value.of === 'hook')
    return { key: value.key, of: value.of, title: textOf(expansion, value.title), kind: value.of === 'hook' ? value.kind : 'decimal' }
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
