import { interpolate, pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { inWords } from '#server/documents/entity-field.ts'
import {
  displayOf,
  localeOrder,
  lookUpEntity,
  mayFindNames,
  mayReadAll,
  mayUseField,
  type ModelContext,
  type ModelEntity,
  type ModelOptions,
} from './context.ts'
import { readBalances } from './ledgers/balance-fields.ts'
import { selectAnyRows, selectionOf, type StoredRow } from './read.ts'
import { seenAmong } from './row-limit.ts'
import { localised } from './values/translations.ts'

/** What stands for the title of a record whose name the reader may not know. */
export const hiddenTitle = '—'

type Values = Record<string, unknown>

/**
 * How the entity's display names records in the caller's locale, in the order of `rows`; `#7` where that leaves nothing. The rows have
 * the columns of `displayColumns`; what the display names inside references is read here.
 */
export async function titlesOf(
  context: ModelContext,
  entity: ModelEntity,
  rows: readonly StoredRow[],
  options: ModelOptions,
): Promise<string[]> {
  const display = displayOf(entity)
  const values = await namedValues(context, entity, rows, pathsIn(display), options)
  return rows.map((row, at) => interpolate(display, values[at]!).trim() || `#${row.id}`)
}

/** The title of one record. */
export async function titleOf(context: ModelContext, entity: ModelEntity, row: StoredRow, options: ModelOptions): Promise<string> {
  const [title] = await titlesOf(context, entity, [row], options)
  return title!
}

/** What rows hold at `paths`, nested as the paths are; choices in words. */
export async function namedValues(
  context: ModelContext,
  entity: ModelEntity,
  rows: readonly StoredRow[],
  paths: readonly string[],
  options: ModelOptions,
): Promise<Values[]> {
  const order = localeOrder(context)
  const expansion = { registry: context.registry, reader: context.caller, module: entity.module }
  const values = rows.map((): Values => ({}))
  for (const [head, inside] of selectionOf(paths)) {
    const balance = entity.shape.balances.find(({ name }) => name === head)
    if (balance) await addBalance(context, entity, balance, rows, values, options)
    const column = entity.shape.byName.get(head)
    if (!column || !mayUseField(context.caller, entity, column, options)) continue
    const referred = inside.length > 0 ? await referredValues(context, column, rows, inside, options) : undefined
    const isChoice = column.values !== undefined || Object.hasOwn(entity.document.options ?? {}, column.field)
    rows.forEach((row, at) => {
      const value = localised(row[column.name], column, order)
      values[at]![head] = referred ? referred.get(value) : isChoice ? inWords(expansion, entity, column.field, value) : value
    })
  }
  return values
}

/** A record may be called by a balance of it: `{title} – {stock}`. */
async function addBalance(
  context: ModelContext,
  entity: ModelEntity,
  column: EntityColumn,
  rows: readonly StoredRow[],
  values: readonly Values[],
  options: ModelOptions,
): Promise<void> {
  if (!mayUseField(context.caller, entity, column, options)) return
  const ids = rows.map(({ id }) => id)
  const balances = await readBalances(context, entity, [column], ids)
  rows.forEach(({ id }, at) => {
    values[at]![column.name] = balances.get(id)?.[column.name]
  })
}

/**
 * What the records hold that a reference names, by id: of each what the caller may read by itself, or what it is called. Undefined for
 * a column that is no reference.
 */
async function referredValues(
  context: ModelContext,
  { name, references }: EntityColumn,
  rows: readonly StoredRow[],
  paths: readonly string[],
  options: ModelOptions,
): Promise<Map<unknown, Values> | undefined> {
  const entity = references === undefined ? undefined : lookUpEntity(context.registry, references)
  if (!entity) return undefined
  const ids = [...new Set(rows.flatMap((row) => (typeof row[name] === 'number' ? [row[name]] : [])))]
  const seen = await seenAmong(context, entity, ids, options)
  const isNamed = seen === undefined || mayFindNames(context, entity)
  const names = paths.filter((path) => pathsIn(displayOf(entity)).includes(path))
  const isOpen = options.trusted || seen !== undefined || mayReadAll(context, entity)
  const columns = [...selectionOf(paths).keys()].flatMap((head) => entity.shape.byName.get(head)?.name ?? [])
  const targets = await selectAnyRows(context, entity, ids, { columns: [...new Set(['id', 'version', ...columns])] })
  const valuesOf = async (some: readonly StoredRow[], told: readonly string[]) => {
    const values = await namedValues(context, entity, some, told, options)
    return some.map(({ id }, at): [number, Values] => [id, values[at]!])
  }
  const isSeen = ({ id }: StoredRow) => seen?.has(id) !== false
  const unseen = targets.filter((row) => !isSeen(row))
  return new Map([
    ...(await valuesOf(targets.filter(isSeen), isOpen ? paths : names)),
    ...(isNamed ? await valuesOf(unseen, names) : unseen.map(({ id }): [number, Values] => [id, hiddenValues(paths)])),
  ])
}

const hiddenValues = (paths: readonly string[]): Values =>
  Object.fromEntries([...selectionOf(paths)].map(([head, inside]) => [head, inside.length > 0 ? hiddenValues(inside) : hiddenTitle]))
