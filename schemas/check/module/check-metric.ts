import { resolveRelativeDay } from '#schemas/rules/calendar/relative-day.ts'
import { filterOfField, listsBehind } from '#schemas/rules/metrics/list-behind.ts'
import {
  groupsOf,
  metricParams,
  periodChoice,
  valuesOf,
  isFunctionPart,
  type AnyValuePart,
  type GroupPart,
  type ValuePart,
} from '#schemas/rules/metrics/metric-parts.ts'
import type { EntityDocument, MetricDocument, ScreenDocumentMetricBlock } from '#schemas/types/contract.d.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { at, error, expectFound, visitsOf, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { kindOf, type FieldKind } from '#schemas/check/form/field-kinds.ts'
import { missing } from '#schemas/check/scope.ts'
import { checkMetricValues } from './check-metric-values.ts'

const groupable: readonly FieldKind[] = ['text', 'number', 'boolean', 'choice', 'reference']
const taken: readonly string[] = ['module', 'name', 'version', 'mock', 'including', 'sort']

/** Checks the fields of a metric, that its functions fit them and its chart fits its groups, and that its link takes its filters. */
export function checkMetric(document: CheckedDocument, metric: MetricDocument): void {
  const { scope } = document
  if (metric.name !== document.name) error(document, '/name', `the file must be called metrics/${metric.name}.json`)
  const entity = expectFound(document, '/entity', scope.entity(metric.entity), `there is no entity "${metric.entity}"`)
  const groups = groupsOf(metric)
  const place = (index: number) => (Array.isArray(metric.group) ? at('/group', index) : '/group')
  checkChart(document, metric, groups, valuesOf(metric))
  for (const name of metricParams(metric))
    if (taken.includes(name)) error(document, '', `the parameter "${name}" means something else in the call: take another name`)
  if (!entity) return
  checkWhere(document, '/where', metric.where, entity)
  groups.forEach((group, index) => checkGroup(document, place(index), group, entity))
  for (const value of valuesOf(metric).filter(isFunctionPart)) checkValue(document, metric, value, entity)
  checkMetricValues(document, metric, entity)
  checkLink(document, metric, groups)
}

function checkChart(
  document: CheckedDocument,
  { chart, compare }: MetricDocument,
  groups: readonly GroupPart[],
  values: readonly AnyValuePart[],
): void {
  const moments = groups.filter(({ by }) => by !== undefined)
  const say = (message: string) => error(document, '/chart', message)
  if (groups.length === 3 && (chart !== 'table' || moments.length > 0))
    error(document, '/group', 'three groups are those of a table without periods')
  if (groups.length === 2 && moments.length === 2)
    error(document, '/group', 'records are grouped by the periods of one moment: the second group is a field')
  if (groups.length === 2 && groups[1]!.by !== undefined && moments.length === 1)
    error(document, '/group', 'periods come first: the second group makes the series')
  if (compare !== undefined && (chart !== 'number' || groups.length !== 1 || moments.length !== 1))
    error(document, '/compare', 'compares a number with the period before: "chart": "number" and one group with "by"')
  else if (chart === 'number' && compare === undefined && groups.length > 0)
    say('a number has no groups, or one of periods with "compare": "previous"')
  if (compare !== undefined && groups.some(({ from, to, count }) => from !== undefined || to !== undefined || count !== undefined))
    error(document, '/compare', 'compares the present period with the one before: leave out "count", "from" and "to"')
  if (['bar', 'line', 'area', 'pie', 'candlestick'].includes(chart) && groups.length === 0)
    say(`"${chart}" draws groups, and there is no "group"`)
  if (['line', 'area'].includes(chart) && groups.length > 0 && groups[0]!.by === undefined)
    say(`"${chart}" draws the periods of a moment: write "by" in the first group, or "chart": "bar"`)
  if (chart === 'pie' && (groups.length > 1 || values.length > 1)) say('"pie" draws one group and one value')
  if (groups.length === 2 && values.length > 1 && chart !== 'table')
    say('the second group makes the series: take one value, or "chart": "table"')
  if (chart === 'candlestick') {
    const lacking = (['first', 'last', 'max', 'min'] as const).filter((name) => !values.some(({ of }) => of === name))
    if (lacking.length > 0) error(document, '/values', `a candle is drawn from first, last, max and min: there is no ${lacking.join(', ')}`)
    if (groups.length !== 1 || moments.length !== 1) say('"candlestick" draws the periods of one moment')
  }
}

function checkGroup(document: CheckedDocument, pointer: string, group: GroupPart, entity: EntityDocument): void {
  const field = findField(document, `${pointer}${isRecord(group) && group.by !== undefined ? '/field' : ''}`, group.field, entity)
  if (!field) return
  const kind = kindOf(field)
  const isTranslated = entity.storage?.translate?.includes(group.field) === true
  if (group.by === undefined) {
    if (kind === 'date')
      error(document, pointer, `"${group.field}" is a moment: say how long a period is, e.g. { "field": "${group.field}", "by": "month" }`)
    else if (!groupable.includes(kind) || isTranslated)
      error(
        document,
        pointer,
        `records cannot be grouped by "${group.field}": take a choice, a reference, a truth, a number or a plain text`,
      )
    for (const word of ['periods', 'calendar', 'count', 'empty', 'from', 'to'] as const)
      if (group[word] !== undefined) error(document, at(pointer, word), `"${word}" is of periods, and there is no "by"`, { atKey: true })
    return
  }
  if (kind !== 'date') error(document, at(pointer, 'by'), `"${group.field}" is no moment and no day, so it has no periods`)
  if (group.periods && !periodChoice(group))
    error(document, at(pointer, 'periods'), '"periods" are what a parameter may name: write "by": "{params.period}"', { atKey: true })
  if (group.from !== undefined && group.count !== undefined)
    error(document, at(pointer, 'count'), 'either "count" or "from"', { atKey: true })
  for (const word of ['from', 'to'] as const) {
    const text = group[word]
    if (text !== undefined && !text.includes('{') && resolveRelativeDay(text, '2000-01-01') === undefined)
      error(document, at(pointer, word), `"${text}" is no day`, {
        allowed: ['2024-03-20', 'today', 'today-90', 'today+30', '{params.from}'],
      })
  }
}

/** Kinds of field that each function works on. */
const numbers: readonly FieldKind[] = ['number']
const ordered: readonly FieldKind[] = ['number', 'date']

function checkValue(document: CheckedDocument, metric: MetricDocument, value: ValuePart, entity: EntityDocument): void {
  const { key, of, path } = value
  const written = metric.values[key]
  const pointer = at('/values', ...(typeof written === 'string' ? [key] : [key, 'of']))
  if (metric.compute !== undefined)
    return error(document, pointer, `"${metric.compute}" works the values out: write "kind", or a formula of others`)
  checkWhere(document, at('/values', key, 'where'), value.where, entity)
  const field = findField(document, pointer, path, entity)
  if (!field) return
  const kinds = of === 'sum' || of === 'avg' ? numbers : ordered
  if (of !== 'count' && (!kinds.includes(kindOf(field)) || path === 'id'))
    error(
      document,
      pointer,
      `${of} cannot be worked out of "${path}": it is ${path === 'id' ? 'the id of a record' : `no ${kinds.join(' and no ')}`}`,
    )
  if ((of === 'first' || of === 'last') && !groupsOf(metric).some(({ by }) => by !== undefined))
    error(document, pointer, `${of} goes by the moment of the group: group by a field with "by"`)
}

const findField = (document: CheckedDocument, pointer: string, path: string, entity: EntityDocument) =>
  expectFound(document, pointer, document.scope.field(entity, path), `there is no field "${path}" in the entity "${entity.name}"`)

/** Checks that a list behind the link of a metric has a filter for each of its groups. */
function checkLink(document: CheckedDocument, { to }: MetricDocument, groups: readonly GroupPart[]): void {
  if (to === undefined) return
  const { scope } = document
  const screens = [...scope.modules].flatMap(([module, { screens: own }]) => Object.values(own).map((screen) => [module, screen] as const))
  const owner = screens.find(([, { name }]) => name === (typeof to === 'string' ? to : to.name))
  const names = listsBehind(to, () => owner?.[1].body)
  const grids = names.flatMap((name) => scope.grid(name.includes('/') || !owner ? name : `${owner[0]}/${name}`).found ?? [])
  if (grids.length === 0) return
  const lacking = grids.map((grid) => groups.filter(({ field }) => filterOfField(grid, field) === undefined))
  const fewest = lacking.sort((a, b) => a.length - b.length)[0]!
  for (const { field } of fewest)
    error(
      document,
      '/to',
      `the list behind it has no filter "${field}", so what was clicked would not be what is listed: add it to the grid's "filters"`,
    )
}

/** Checks that the metrics of a page are there and take the parameters that they are given. */
export function checkMetricBlocks(document: CheckedDocument): void {
  for (const { pointer, value } of visitsOf<ScreenDocumentMetricBlock>(document, 'screen/metric_block'))
    expectParams(document, { pointer: at(pointer, 'metric'), params: at(pointer, 'params'), needed: pointer }, value.metric, value.params)
}

/** Where the name of a metric stands, and its parameters; `needed`: where one is said to be lacking, the name when left out. */
interface MetricPlace {
  pointer: string
  params: string
  needed?: string
}

/** Reports a metric that is not there, parameters that it does not take, and those that it lacks. */
export function expectParams(
  document: CheckedDocument,
  { pointer, params, needed = pointer }: MetricPlace,
  name: string,
  values: Readonly<Record<string, unknown>> = {},
): void {
  const metric = expectFound(document, pointer, document.scope.metric(name), `there is no metric "${name}"`)
  if (!metric) return
  const names = metricParams(metric)
  const given = Object.keys(values)
  for (const param of given)
    if (!names.includes(param))
      error(document, at(params, param), `the metric "${name}" takes no parameter "${param}"`, { ...missing(param, names), atKey: true })
  for (const param of names)
    if (
      !given.includes(param) &&
      !(metric.days && ['from', 'to'].includes(param)) &&
      !groupsOf(metric).some((group) => periodChoice(group)?.param === param || isDayParam(group, param))
    )
      error(document, needed, `the metric "${name}" needs the parameter "${param}": write "params": { "${param}": … }`)
}

const isDayParam = ({ from, to }: GroupPart, name: string): boolean => [from, to].includes(`{params.${name}}`)
