import { at, error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { missing } from '#schemas/check/scope.ts'
import { checkFormula, type FindField, type FormulaField } from '#schemas/formula/check-formula.ts'
import { currencyOfPath } from '#schemas/formula/currencies.ts'
import { insertedNames } from '#schemas/rules/endpoints/inserted-names.ts'
import {
  groupsOf,
  isFormulaPart,
  isFunctionPart,
  valuesOf,
  type AnyValuePart,
  type FormulaPart,
} from '#schemas/rules/metrics/metric-parts.ts'
import type { EntityDocument, MetricDocument } from '#schemas/types/contract.d.ts'
import { expectHook } from './check-effects.ts'
import { placed } from './placed-problem.ts'

/** Decimals of a result that need no rounding. */
const mostDecimals = 6

/** Checks what a metric works out: formulas of its values, its hook, its totals, and the days that the reader chooses. */
export function checkMetricValues(document: CheckedDocument, metric: MetricDocument, entity: EntityDocument): void {
  const values = valuesOf(metric)
  const formulas = values.filter(isFormulaPart)
  if (formulas.length === values.length)
    error(document, '/values', 'formulas are of other values, and there is none: write one such as "sum(amount)"')
  for (const formula of formulas) checkMetricFormula(document, metric, entity, formula, values)
  expectHook(document, '/compute', metric.compute, 'metrics', 'compute')
  for (const { key, of } of values)
    if (of === 'hook' && metric.compute === undefined)
      error(document, at('/values', key), 'what a hook answers: name it by "compute", or write a function such as "sum(amount)"')
  checkTotals(document, metric, values)
  checkDays(document, metric)
  checkCurrencies(document, metric, entity)
}

function checkMetricFormula(
  document: CheckedDocument,
  metric: MetricDocument,
  entity: EntityDocument,
  { key, formula, scale }: FormulaPart,
  values: readonly AnyValuePart[],
): void {
  const pointer = at('/values', key, 'formula')
  const find: FindField = (path) => {
    const part = values.find((value) => value.key === path[0])
    return part && path.length === 1
      ? operandOf(document, entity, part)
      : { missing: path.join('.'), allowed: values.map((value) => value.key) }
  }
  const { problems, type, fields } = checkFormula(formula, find)
  for (const problem of problems)
    error(
      document,
      pointer,
      placed(problem, formula).replace('there is no field', 'there is no value'),
      problem.allowed ? { allowed: problem.allowed } : {},
    )
  if (type && scale === undefined && (type.scale ?? Infinity) > mostDecimals)
    error(document, at('/values', key), 'to how many decimals is it rounded? Write "scale": 2')
  const way = circleOf(key, fields, values, [key])
  if (way) error(document, pointer, `the value is computed from itself: ${way.join(' → ')}`)
}

/** A way from a formula over its operands back to itself. */
function circleOf(key: string, fields: readonly string[], values: readonly AnyValuePart[], way: readonly string[]): string[] | undefined {
  for (const name of fields) {
    if (name === key) return [...way, name]
    const next = values.find((value) => value.key === name)
    if (!next || next.of !== 'formula' || way.includes(name)) continue
    const found = circleOf(key, checkFormula(next.formula, () => ({ kind: 'decimal' })).fields, values, [...way, name])
    if (found) return found
  }
  return undefined
}

/** What a formula sees of a value. */
function operandOf(document: CheckedDocument, entity: EntityDocument, part: AnyValuePart): FormulaField {
  if (part.of === 'formula') return { kind: 'decimal', scale: part.scale ?? mostDecimals }
  if (part.of === 'hook')
    return part.kind === 'number' || part.kind === 'decimal' ? { kind: 'decimal', scale: 0 } : { kind: `a ${part.kind}` }
  if (part.of === 'count') return { kind: 'integer' }
  const field = document.scope.field(entity, part.path).found
  if (!field || kindOf(field) !== 'number') return { kind: field ? 'a day or a time' : 'unknown' }
  const { code, path } = currencyOfPath(entity, part.path.split('.'), (name) => document.scope.entity(name).found)
  const scale =
    part.of === 'avg' ? mostDecimals : field.type === 'integer' ? 0 : typeof field.scale === 'number' ? field.scale : mostDecimals
  return { kind: 'decimal', scale, ...(code !== undefined ? { currency: code } : path !== undefined && { currency: [path] }) }
}

function checkTotals(document: CheckedDocument, { chart, totals }: MetricDocument, values: readonly AnyValuePart[]): void {
  if (!totals) return
  if (chart !== 'table') error(document, '/totals', '"totals" stand in the last line of a table: "chart": "table"', { atKey: true })
  totals.forEach((name, index) => {
    const part = values.find(({ key }) => key === name)
    const pointer = at('/totals', index)
    if (!part)
      error(
        document,
        pointer,
        `there is no value "${name}"`,
        missing(
          name,
          values.map(({ key }) => key),
        ),
      )
    else if (
      !['sum', 'count', 'formula', 'hook'].includes(part.of) ||
      (part.of === 'hook' && part.kind !== 'number' && part.kind !== 'decimal')
    )
      error(document, pointer, `"${name}" is no amount, so its values have no sum`)
  })
}

function checkDays(document: CheckedDocument, { days, where, group, values, compute }: MetricDocument): void {
  const inserted = insertedNames([where, group, values], 'params')
  if (days && compute === undefined && !inserted.some((name) => name === 'from' || name === 'to'))
    error(document, '/days', 'the days that the reader chooses choose nothing: insert {params.from} and {params.to}', { atKey: true })
}

/** Reports amounts of several currencies that would be counted together. */
function checkCurrencies(document: CheckedDocument, metric: MetricDocument, entity: EntityDocument): void {
  const fixed = [...groupsOf(metric).map(({ field }) => field), ...namedFields(metric.where)]
  for (const { key, of, path } of valuesOf(metric).filter(isFunctionPart)) {
    if (!['sum', 'avg', 'min', 'max'].includes(of)) continue
    const { path: currency } = currencyOfPath(entity, path.split('.'), (name) => document.scope.entity(name).found)
    // A record that is chosen, or grouped by, has one currency.
    const isFixed = (field: string) => currency === field || currency === `${field}_id` || currency?.startsWith(`${field}.`)
    if (currency === undefined || fixed.some(isFixed)) continue
    error(
      document,
      at('/values', key),
      `amounts of "${path}" may be in several currencies: group by "${currency.replace(/\.code$/, '')}", or choose one by "where"`,
    )
  }
}

const namedFields = (where: MetricDocument['where']): string[] =>
  where === undefined
    ? []
    : typeof where === 'string'
      ? [...where.matchAll(/([a-z][a-z0-9_.]*):(?:is|any_of)\(/g)].map(([, name]) => name!)
      : Object.keys(where)
