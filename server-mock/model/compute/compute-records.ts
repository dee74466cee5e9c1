import { evaluateFormula } from '#schemas/formula/evaluate-formula.ts'
import { FormulaOverflow } from '#schemas/formula/formula.ts'
import { storedResult } from '#schemas/formula/stored-result.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { stateOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { compareDecimal, roundDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { shareDecimal } from '#schemas/rules/numbers/share-decimal.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { computeOf } from '#server/model/lifecycles/hooks.ts'
import { rowLists } from '#server/model/rows/stored-rows.ts'
import { isStored } from '#server/model/write/read-only.ts'
import { columnOf } from '#server/model/list/field-in-sql.ts'
import { fetchedValue, isFetched, type FormerValues } from './fetched-values.ts'
import { isInOneCurrency } from './one-currency.ts'
import { isWithinRecord, planOf, type ComputedField } from './compute-plan.ts'
import { lastValues } from './last-values.ts'
import { readViews, type View } from './read-views.ts'
import type { StoredRow } from '#server/model/read.ts'
import { changedColumns, listsWithin, readList, recordsOf, treeOf, type TreeRecord } from './record-tree.ts'

/** Columns that have changed, by entity; `all` where rows came or went. */
export type Changed = Map<string, Set<string> | 'all'>

interface Computing {
  changed?: Changed
  /** Fields that are computed in any case. */
  asked?: ReadonlySet<ComputedField>
  /** What the sources of fields that follow them had before. */
  former?: FormerValues
}

/** Whether anything is computed in the records of an entity or in their rows. */
export const isComputing = ({ registry }: Pick<ModelContext, 'registry'>, entity: ModelEntity): boolean =>
  planOf(registry).computing.has(entity.name)

/**
 * Computes what hangs on the changes of records, rows first: values are added to those that are written. Reads only what a changed value
 * needs. Answers the rows that are not written with the call and have other values now.
 * @throws a 422 at a field whose value has too many digits, and at a negative weight
 */
export async function computeRecords(
  context: ModelContext,
  entity: ModelEntity,
  roots: readonly TreeRecord[],
  { changed = new Map(), asked = new Set(), former = new Map() }: Computing = {},
): Promise<TreeRecord[]> {
  if (!isComputing(context, entity)) return []
  const within = listsWithin(context, entity)
  const names = new Set([entity.name, ...within.map(({ list }) => list.entity.name)])
  for (const record of roots) noteChanges(record, changed)
  const fields = fieldsToCompute(
    planOf(context.registry).fields.filter((field) => names.has(field.entity.name)),
    changed,
    asked,
  )
  if (fields.length === 0) return []
  for (const { owner, list } of within)
    if (
      fields.some(
        (field) => field.entity === list.entity || listsWithin(context, list.entity).some((one) => one.list.entity === field.entity),
      )
    )
      await readList(context, list, recordsOf(roots, owner))
  const errors: FieldErrors = {}
  for (const field of fields)
    await computeField(context, field, recordsOf(roots, field.entity), { isAsked: asked.has(field), former }, errors)
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return [entity, ...within.map(({ list }) => list.entity)]
    .flatMap((one) => recordsOf(roots, one))
    .filter(({ isWritten, values }) => !isWritten && Object.keys(values).length > 0)
}

/**
 * Computes a stored record again that is changed by `values`; of one that comes back from the trash everything. Answers the rows that
 * have other values now.
 */
export function computeWhole(
  context: ModelContext,
  entity: ModelEntity,
  before: StoredRow,
  values: Record<string, unknown>,
  isRestored = false,
): Promise<TreeRecord[]> {
  const asked = new Set(isRestored ? planOf(context.registry).fields : [])
  return computeRecords(context, entity, [treeOf(entity, before, values)], { asked })
}

function noteChanges(record: TreeRecord, changed: Changed): void {
  const { entity, lists } = record
  const columns = changedColumns(record)
  if (columns.length > 0 && changed.get(entity.name) !== 'all')
    changed.set(entity.name, new Set([...((changed.get(entity.name) as Set<string> | undefined) ?? []), ...columns]))
  for (const rows of lists.values()) for (const row of rows) noteChanges(row, changed)
}

/** The fields that hang on changes, each behind those that it is computed from. */
function fieldsToCompute(fields: readonly ComputedField[], changed: Changed, asked: ReadonlySet<ComputedField>): ComputedField[] {
  const due = new Set<ComputedField>()
  const hasChanged = (entity: string, column: string): boolean => {
    const columns = changed.get(entity)
    return (
      columns === 'all' || columns?.has(column) === true || fields.some((field) => field.key === `${entity}.${column}` && due.has(field))
    )
  }
  for (const field of fields)
    if (
      asked.has(field) ||
      changed.get(field.entity.name) === 'all' ||
      field.touches.some(({ entity, column, hops }) => hops.every(isWithinRecord) && hasChanged(entity.name, column)) ||
      // A value without any operand of the record is computed once.
      (changed.get(field.entity.name) as Set<string> | undefined)?.has('id')
    )
      due.add(field)
  return [...due]
}

async function computeField(
  context: ModelContext,
  field: ComputedField,
  all: readonly TreeRecord[],
  { isAsked, former }: { isAsked: boolean; former: FormerValues },
  errors: FieldErrors,
): Promise<void> {
  const { entity, column, computation } = field
  const records = all.filter((record) => !isFrozen(field, record))
  if (records.length === 0) return
  if (computation.kind === 'share') return computeShares(context, field, records, errors)
  if (computation.kind === 'hook') return computeByHook(context, field, computation.name, records)
  if (computation.kind === 'last') {
    const values = await lastValues(context, field, records)
    return records.forEach((record) => setValue(record, column.name, values.get(record.before?.id) ?? null, field))
  }
  const fetched = computation.kind === 'fetch' ? records.filter((record) => isFetched(field, record, isAsked, former)) : records
  if (fetched.length === 0) return
  const views = await readViews(context, entity, fetched, field.paths, computation.kind === 'formula' ? computation : {})
  fetched.forEach((record, at) => {
    if (!isInOneCurrency(field, record, views[at]!, errors)) return
    const value = computation.kind === 'fetch' ? fetchedValue(context, field, views[at]!) : formulaValue(field, record, views[at]!, errors)
    if (value !== undefined) setValue(record, column.name, value, field)
  })
}

/** Asks a hook for the values of records, which it sees with their rows as they will be. */
async function computeByHook(context: ModelContext, field: ComputedField, name: string, records: readonly TreeRecord[]): Promise<void> {
  const { entity, column, scale } = field
  for (const list of rowLists(context, entity)) await readList(context, list, records)
  const seen = records.map(({ row, lists }) => ({
    ...row,
    ...Object.fromEntries([...lists].map(([key, rows]) => [key, rows.map((each) => each.row)])),
  }))
  const values = await computeOf(name)(context, seen)
  records.forEach((record, at) => {
    const value = values[at] ?? null
    const number = column.kind === 'decimal' || column.kind === 'integer' ? toDecimal(value) : undefined
    setValue(record, column.name, number === undefined ? value : storedResult(column.kind, number, scale), field)
  })
}

/** In states that freeze a field it stays as it was when the record came there. */
function isFrozen({ entity, computation: { frozenIn } }: ComputedField, { before, row, parent }: TreeRecord): boolean {
  if (frozenIn.length === 0 || !before) return false
  const states = Object.keys(entity.document.lifecycle ?? {})
  const isIn = (names: readonly string[], then: Record<string, unknown>, now: Record<string, unknown>) =>
    names.some((name) => frozenIn.includes(stateOf(then[name])) && frozenIn.includes(stateOf(now[name])))
  if (states.length > 0) return isIn(states, before, row)
  // Rows without states of their own are frozen with their record.
  return parent?.before !== undefined && isIn(Object.keys(parent.entity.document.lifecycle ?? {}), parent.before, parent.row)
}

const overflow = { key: 'errors.too_many_digits', values: { max: 40 } }

function formulaValue(field: ComputedField, record: TreeRecord, view: View, errors: FieldErrors): unknown {
  const { computation, entity, column, scale } = field
  if (computation.kind !== 'formula') return undefined
  const seen = { ...record.row, ...view }
  const met = computation.cases.find(({ when }) => matches(withFieldFormats(when, entity.document.schema), seen))
  try {
    const value = met ? evaluateFormula(met.tree, view) : null
    return value === null ? null : storedResult(column.kind, value, scale)
  } catch (fault) {
    if (!(fault instanceof FormulaOverflow)) throw fault
    errors[pathOf(record, column.field)] = [overflow]
    return undefined
  }
}

/** Path of a field as the record was sent. */
export const pathOf = ({ path }: Pick<TreeRecord, 'path'>, field: string): string => (path === '' ? field : `${path}.${field}`)

/** Splits an amount of each parent over its rows. */
async function computeShares(
  context: ModelContext,
  field: ComputedField,
  records: readonly TreeRecord[],
  errors: FieldErrors,
): Promise<void> {
  const { entity, column, computation, scale = 0 } = field
  if (computation.kind !== 'share') return
  const byParent = new Map<TreeRecord, TreeRecord[]>()
  // A row that is written alone gets its share when its record is computed.
  for (const record of records) if (record.parent) byParent.set(record.parent, [...(byParent.get(record.parent) ?? []), record])
  const views = await readViews(
    context,
    entity,
    [...byParent.values()].map(([first]) => first!),
    [computation.path],
  )
  for (const [at, rows] of [...byParent.values()].entries()) {
    const amount = toDecimal(computation.path.reduce<unknown>((part, step) => (part as View | null | undefined)?.[step], views[at]!))
    const by = columnOf(entity, computation.by)!
    const weights = rows.map(({ row }) => toDecimal(row[by.name]) ?? '0')
    // Without an amount there is nothing to split.
    const negative = (amount === undefined ? [] : weights).flatMap((weight, place) =>
      compareDecimal(weight, '0') < 0 ? [rows[place]!] : [],
    )
    for (const row of negative) errors[pathOf(row, by.field)] = [{ key: 'errors.negative_weight' }]
    if (negative.length > 0) continue
    const shares = amount === undefined ? undefined : shareDecimal(roundDecimal(amount, scale), weights, scale)
    rows.forEach((row, place) => setValue(row, column.name, shares ? storedResult(column.kind, shares[place]!, scale) : null, field))
  }
}

function setValue(record: TreeRecord, name: string, value: unknown, { column }: ComputedField): void {
  const { before, row, values } = record
  row[name] = value
  if (before && isStored(column, before[name] ?? null, value ?? null)) delete values[name]
  else values[name] = value
}
