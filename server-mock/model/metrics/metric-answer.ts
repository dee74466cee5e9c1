import { currencyOfPath } from '#schemas/formula/currencies.ts'
import { startOfDay } from '#server/model/list/day-range.ts'
import {
  groupsOf,
  isFunctionPart,
  metricParams,
  periodChoice,
  valuesOf,
  type AnyValuePart,
  type FormulaPart,
  type GroupPart,
  type HookPart,
} from '#schemas/rules/metrics/metric-parts.ts'
import type { MetricAnswer, MetricDocument, MetricRow } from '#schemas/types/contract.d.ts'
import { fieldLabel, findEntity } from '#server/documents/entity-field.ts'
import { compact, humanise, messageOf, textOf, within, type Expansion } from '#server/documents/expansion.ts'
import { mayReadMetric } from '#server/documents/reach.ts'
import type { Owned } from '#server/documents/registry.ts'
import { ApiError, type FieldErrors, validationError } from '#server/errors.ts'
import { findModel, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { chosenRows } from './chosen-rows.ts'
import { daysOf } from './metric-days.ts'
import { hookRows } from './metric-hooks.ts'
import { periodsOf } from './metric-periods.ts'
import { seenFormulas, totalsOf, withFormulas } from './metric-values.ts'
import { metricFields, type GroupRow, type ReadGroup, type ReadValue } from './read-groups.ts'
import { arrange, isSparse, sparseKeys, byTitle } from './group-order.ts'
import { titlesOf } from './group-titles.ts'
import { targetOf, filtersOf, queryOf } from './list-filters.ts'

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
        : totals.length > 0 &&
          !isInSeveralCurrencies(context, entity, parts, all, rows) && {
            totals: totalsOf(
              totals,
              rows.map((row) => row.values),
            ),
          }),
    },
  }
}

/** Whether rows are grouped by what their amounts are in, and differ in it: then they have no sum. */
function isInSeveralCurrencies(
  { registry }: ModelContext,
  { document }: ModelEntity,
  parts: readonly GroupPart[],
  values: readonly AnyValuePart[],
  rows: readonly GroupRow[],
): boolean {
  const find = (name: string) => findEntity(registry, name)?.document
  const paths = values.filter(isFunctionPart).map(({ path }) => currencyOfPath(document, path.split('.'), find).path)
  return parts.some(({ field }, at) => paths.includes(field) && new Set(rows.map(({ keys }) => keys[at])).size > 1)
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

/** What a row says of its group: of a period the moment or day when it begins. */
function keyValue({ caller }: ModelContext, { field, periods }: ReadGroup, key: unknown): unknown {
  if (!periods) return key
  const start = periods.starts[key as number]!
  return field.column.kind === 'date' ? start : startOfDay(start, caller.timezone).toISOString()
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
