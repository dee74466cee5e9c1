import { setImmediate as nextTurn } from 'node:timers/promises'
import { isRecord } from '#schemas/rules/is-record.ts'
import { placeField } from '#schemas/rules/entities/child-entity.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { ApiError, type FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import { badValue } from '#server/model/ids.ts'
import type { StoredRow } from '#server/model/read.ts'
import { holdStates } from '#server/model/lifecycles/state-locks.ts'
import { readInput, type Given } from '#server/model/write/input.ts'
import { documentView, recordValues, type Lists } from '#server/model/write/new-values.ts'
import { isStored } from '#server/model/write/read-only.ts'
import { referenceErrors } from '#server/model/write/reference-check.ts'
import { mayUseRows, rowLists, storedRows, type RowList } from './stored-rows.ts'
import { uniqueRowErrors } from './unique-rows.ts'

/** A list as it was sent for one parent. */
export interface SentList {
  /** Id of the parent; undefined while the parent is new. */
  parent?: number
  /** Path of the list: `lines`, `lines.3.parts`. */
  path: string
  rows: readonly unknown[]
}

/** What becomes of one row. */
export interface PlannedRow {
  /** Path of the row as it was sent: `lines.3`. */
  path: string
  place: number
  before?: StoredRow
  /** Columns whose values change; of a new row all that it is given. */
  values: Record<string, unknown>
  /** What was sent, of a row that is fine so far. */
  input?: ReadonlyMap<EntityColumn, Given>
  lists: PlannedList[]
  isChanged: boolean
}

/** What becomes of the rows of one parent. */
export interface PlannedList {
  list: RowList
  parent?: number
  path: string
  rows: PlannedRow[]
  before: StoredRow[]
  removed: StoredRow[]
  isChanged: boolean
}

/** Rows after which other requests are served. */
const rowsAtOnce = 50
/** Faulty rows after which the rest is not looked at. */
const maxFaults = 50

/** Compares lists of one entity with what is stored, and checks each row; faults are collected in `errors` by path. */
export async function planRows(
  context: ModelContext,
  owner: ModelEntity,
  list: RowList,
  sent: readonly SentList[],
  options: ModelOptions,
  errors: FieldErrors,
): Promise<PlannedList[]> {
  const { entity } = list
  if (!mayUseRows(context, owner, list, options)) throw denied(sent)
  const known = await storedRows(
    context,
    list,
    sent.flatMap(({ parent }) => parent ?? []),
  )
  const plans = sent.map(({ parent, path, rows }) => matchRows(list, path, parent, rows, known.get(parent ?? 0) ?? [], errors))
  const nested = await planNested(context, entity, plans, options, errors)
  const fine: { row: PlannedRow; input: ReadonlyMap<EntityColumn, Given> }[] = []
  let looked = 0
  for (const plan of plans)
    for (const match of plan.matches) {
      if (++looked % rowsAtOnce === 0) await nextTurn()
      if (Object.keys(errors).length > maxFaults) break
      const { row, data } = match
      const checked = await checkRow(context, entity, row, data, plan.parent, options, nested.get(row), errors)
      if (checked) fine.push({ row, input: checked })
    }
  Object.assign(
    errors,
    await referenceErrors(
      context,
      entity,
      fine.map(({ row, input }) => ({ input, before: row.before, prefix: `${row.path}.` })),
      options,
    ),
  )
  for (const plan of plans) plan.isChanged = hasChanged(plan)
  const changed = plans.filter(({ isChanged }) => isChanged)
  if (changed.length > 0 && !mayUseRows(context, owner, list, options, 'write')) throw denied(changed)
  if (list.isOwn && !options.trusted) for (const { path } of changed) errors[path] = [{ key: 'rules.read_only' }]
  Object.assign(errors, await uniqueRowErrors(context, entity, list.parent, plans))
  return plans
}

const denied = (lists: readonly { path: string }[]) =>
  new ApiError('permission-denied', { errors: Object.fromEntries(lists.map(({ path }) => [path, [{ key: 'errors.permission_denied' }]])) })

type MatchedList = PlannedList & { matches: { row: PlannedRow; data: Record<string, unknown> }[] }

/** Rows with an id are those that are stored, the others are new; stored ones that are missing are removed. */
function matchRows(
  list: RowList,
  path: string,
  parent: number | undefined,
  sent: readonly unknown[],
  before: StoredRow[],
  errors: FieldErrors,
): MatchedList {
  const stored = new Map(before.map((row) => [row.id, row]))
  const matches: MatchedList['matches'] = []
  sent.forEach((value, at) => {
    const rowPath = `${path}.${at}`
    if (!isRecord(value)) {
      errors[rowPath] = [{ key: 'rules.invalid' }]
      return
    }
    const { id, ...data } = value
    // The parent and the place follow from the list.
    for (const key of [list.parent.field, list.parent.name, placeField]) delete data[key]
    const isNew = id === undefined || id === null || id === ''
    if (isNew && Object.values(data).every(isEmptyValue)) return
    const row = isNew ? undefined : stored.get(Number(id))
    if (!isNew && !row) {
      const isRepeated = before.some((one) => one.id === Number(id))
      errors[`${rowPath}.id`] = [isRepeated ? badValue(id) : { key: 'errors.unknown_reference' }]
      return
    }
    if (row) stored.delete(row.id)
    const planned: PlannedRow = { path: rowPath, place: matches.length + 1, before: row, values: {}, lists: [], isChanged: !row }
    matches.push({ row: planned, data })
  })
  return { list, parent, path, before, rows: matches.map(({ row }) => row), removed: [...stored.values()], matches, isChanged: false }
}

const isEmptyValue = (value: unknown): boolean => isEmpty(value) || (Array.isArray(value) && value.every(isEmptyValue))

/** The lists inside of rows, of all rows at once. */
async function planNested(
  context: ModelContext,
  entity: ModelEntity,
  plans: readonly MatchedList[],
  options: ModelOptions,
  errors: FieldErrors,
): Promise<Map<PlannedRow, PlannedList[]>> {
  const nested = new Map<PlannedRow, PlannedList[]>()
  for (const list of rowLists(context, entity)) {
    const owners = plans.flatMap(({ matches }) => matches).filter(({ data }) => Object.hasOwn(data, list.field))
    const sent = owners.map(({ row, data }): SentList => {
      const path = `${row.path}.${list.field}`
      return { parent: row.before?.id, path, rows: listOf(list, path, data[list.field], errors) }
    })
    for (const { data } of owners) delete data[list.field]
    if (sent.length === 0) continue
    const planned = await planRows(context, entity, list, sent, options, errors)
    owners.forEach(({ row }, at) => {
      row.lists.push(planned[at]!)
      nested.set(row, row.lists)
    })
  }
  return nested
}

/** The rows that were sent; null takes all of them away. Reports what is no list, and more rows than a list may have. */
export function listOf({ maxItems }: Pick<RowList, 'maxItems'>, path: string, value: unknown, errors: FieldErrors): readonly unknown[] {
  if (value === null || value === undefined || value === '') return []
  if (!Array.isArray(value)) errors[path] = [{ key: 'rules.invalid' }]
  else if (value.length > (maxItems ?? mostRows)) errors[path] = [{ key: 'rules.max_items', values: { max: maxItems ?? mostRows } }]
  else return value
  return []
}

/** Rows of a list that sets no limit of its own. */
const mostRows = 1000

/** Checks one row by itself, and notes which of its columns change. Answers what was sent, or undefined for a faulty row. */
async function checkRow(
  context: ModelContext,
  entity: ModelEntity,
  row: PlannedRow,
  data: Record<string, unknown>,
  parent: number | undefined,
  options: ModelOptions,
  nested: readonly PlannedList[] | undefined,
  errors: FieldErrors,
): Promise<ReadonlyMap<EntityColumn, Given> | undefined> {
  try {
    const input = readInput(context, entity, data, options, row.before)
    holdStates(context, entity, input, row.before, options)
    const fixed = { [entity.shape.parent!.name]: parent ?? 1 }
    const values = await recordValues(context, entity, input, row.before, options, { lists: nested && listsOf(nested), fixed })
    const { before } = row
    const columns = entity.shape.columns.filter(({ name }) => name in values)
    row.values = Object.fromEntries(
      columns
        .filter((column) => !before || !isStored(column, before[column.name] ?? null, values[column.name] ?? null))
        .map(({ name }) => [name, values[name]]),
    )
    row.input = input
    row.isChanged = !before || Object.keys(row.values).length > 0 || row.lists.some((list) => list.isChanged)
    return input
  } catch (fault) {
    if (!(fault instanceof ApiError) || !fault.errors) throw fault
    const own = Object.fromEntries(Object.entries(fault.errors).map(([path, messages]) => [`${row.path}.${path}`, messages]))
    if (fault.code !== '422') throw new ApiError(fault.code, { ...fault, errors: own })
    Object.assign(errors, own)
    return undefined
  }
}

/** What the document of a parent sees of lists that were sent. */
export function listsOf(plans: readonly PlannedList[]): Lists {
  const view = (rows: (plan: PlannedList) => Record<string, unknown>[]) =>
    Object.fromEntries(plans.map((plan) => [plan.list.field, rows(plan)]))
  return {
    sent: plans.map(({ list }) => list.field),
    before: view(({ list, before }) => before.map((row) => documentView(list.entity, row))),
    after: view(({ list, rows }) => rows.map((row) => documentView(list.entity, { ...row.before, ...row.values }))),
  }
}

const hasChanged = ({ rows, before, removed }: PlannedList) =>
  removed.length > 0 || rows.some((row, at) => row.isChanged || before[at]?.id !== row.before?.id)
