import { sql } from 'kysely'
import { titlesKey } from '#schemas/rules/conditions/column-case.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { ApiError } from '#server/errors.ts'
import { flagsOf } from './flags.ts'
import { root } from './list/field-in-sql.ts'
import type { Condition } from './list/text-conditions.ts'
import { transitionColumns } from './lifecycles/transition-access.ts'
import { parseId } from './ids.ts'
import {
  displayColumns,
  displayFields,
  findModel,
  localeOrder,
  lookUpEntity,
  mayFindNames,
  mayReadAll,
  mayUseField,
  requireAccess,
  type AccessKind,
  type ModelContext,
  type ModelEntity,
  type ModelOptions,
} from './context.ts'
import { readBalances } from './ledgers/balance-fields.ts'
import { nameSources } from './ledgers/entry-sources.ts'
import { changeableAmong } from './rows/fixed-rows.ts'
import { addRows } from './rows/rows-of-records.ts'
import { addTreeFields } from './tree/read-tree.ts'
import { rowLimit, seenAmong } from './row-limit.ts'
import { hiddenTitle, titlesOf } from './titles.ts'
import { localised, translationsKey, translationsOf } from './values/translations.ts'

/** What the database holds of a record, by column. */
export type StoredRow = Record<string, unknown> & { id: number; version: number }
/** What a caller gets of a record. */
export type ModelRecord = Record<string, unknown> & { id: number; version: number }

export interface ReadOptions extends ModelOptions {
  /** Translated fields as maps of locales instead of the caller's text, and the `sisters` of a record that has them. */
  edit?: boolean
  /** What the caller may do with the record (`can_edit` …), as rows of a grid say it. */
  flags?: boolean
  /** Only these fields, with what they name inside references: `['title', 'author.name_full']`. All when left out. */
  paths?: readonly string[]
  /** Of a record that is referred to, `paths` tell only what the caller may read by itself, or what it is called. */
  ownPaths?: boolean
  /** Columns that the stored rows hold beside those of `paths`, without coming into the records. */
  columns?: readonly string[]
  /** The ids come from a list, which has held the record rules. */
  listed?: boolean
}

/** Fields asked for, by the field they begin with; no entry means the field itself is enough. */
type Selection = Map<string, string[]>

const namedByRecord = new Set(['id', 'version'])

/**
 * One record: references as `author_id` beside `author` with its fields, translated fields in the caller's locale with
 * all their texts in `translations`.
 * @throws `not-found`, also for records that the caller's record rules leave out.
 */
export async function readRecord(context: ModelContext, model: string, id: unknown, options: ReadOptions = {}): Promise<ModelRecord> {
  const entity = findModel(context, model)
  const row = await readStored(context, model, id, options)
  const record = await recordOf(context, entity, row, options)
  if (!options.flags) return record
  const writable = await changeableAmong(context, entity, [row.id], options)
  return { ...record, ...flagsOf(context, entity, row, options, writable) }
}

/**
 * What is stored of a record, for rules that documents say: never for an answer.
 * @throws `not-found`, also for records that the caller's record rules leave out; `permission-denied`
 */
export async function readStored(context: ModelContext, model: string, id: unknown, options: ModelOptions = {}): Promise<StoredRow> {
  const entity = findModel(context, model)
  requireAccess(context, entity, 'read', options)
  const wanted = parseId(id)
  const [row] = await selectRows(context, entity, [wanted], options)
  if (!row) throw new ApiError('not-found')
  return row
}

/** The record that a stored row is for this caller. */
export async function recordOf(
  context: ModelContext,
  entity: ModelEntity,
  row: StoredRow,
  options: ReadOptions = {},
): Promise<ModelRecord> {
  const [record] = await toRecords(context, entity, [row], { ...options, whole: options.paths === undefined })
  if (options.paths) return record!
  const texts = translationsOf(
    entity.shape.columns.filter((column) => mayUseField(context.caller, entity, column, options)),
    row,
  )
  if (texts) record![translationsKey] = texts
  if (options.edit && entity.shape.sisters) record!.sisters = await readSisters(context, entity, row, options)
  return record!
}

/** Records by id, in the order of `ids`; ids without a row, and those outside of the caller's record rules, are left out. */
export async function readRecords(
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
  options: ReadOptions = {},
): Promise<{ record: ModelRecord; row: StoredRow }[]> {
  const selection = options.paths && selectionOf(options.paths)
  const rows = await selectRows(context, entity, ids, {
    trusted: options.trusted || options.listed,
    columns: selection && [...columnsFor(entity, selection), ...(options.columns ?? [])],
  })
  const records = await toRecords(context, entity, rows, options)
  const byId = new Map(rows.map((row, at) => [row.id, { row, record: records[at]! }]))
  return ids.map((id) => byId.get(id)).filter((entry) => entry !== undefined)
}

export interface SelectOptions extends Pick<ModelOptions, 'trusted'> {
  /** All columns when left out. */
  columns?: readonly string[]
  /** Whose record rules hold: those of reading when left out. */
  kind?: AccessKind
  /** Holds the rows until the transaction ends. */
  lock?: boolean
}

/** Stored rows by id within the caller's record rules, in any order. */
export async function selectRows(
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
  { columns, kind = 'read', lock, ...options }: SelectOptions = {},
): Promise<StoredRow[]> {
  return selectWhere(context, entity, ids, { columns, lock }, rowLimit(context, entity, kind, options))
}

/** Stored rows by id, whoever asks: for what is not told to him. */
export const selectAnyRows = (
  context: Pick<ModelContext, 'trx'>,
  entity: ModelEntity,
  ids: readonly number[],
  options: Pick<SelectOptions, 'columns' | 'lock'> = {},
): Promise<StoredRow[]> => selectWhere(context, entity, ids, options, sql`true`)

async function selectWhere(
  { trx }: Pick<ModelContext, 'trx'>,
  entity: ModelEntity,
  ids: readonly number[],
  { columns, lock = false }: Pick<SelectOptions, 'columns' | 'lock'>,
  condition: Condition,
): Promise<StoredRow[]> {
  if (ids.length === 0) return []
  const names = columns ?? entity.shape.columns.map((column) => column.name)
  const { rows } =
    await sql<StoredRow>`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.raw(tableOf(entity.name))} as ${sql.ref(root)}
    where id = any(${ids}::bigint[]) and ${condition} ${lock ? sql`for update` : sql``}`.execute(trx)
  return rows
}

export function selectionOf(paths: readonly string[]): Selection {
  const selection: Selection = new Map()
  for (const path of paths) {
    const dot = path.indexOf('.')
    const head = dot < 0 ? path : path.slice(0, dot)
    const inside = selection.get(head) ?? []
    if (dot >= 0) inside.push(path.slice(dot + 1))
    selection.set(head, inside)
  }
  return selection
}

/** The named columns, and those that flags and scope are told from. */
function columnsFor(entity: ModelEntity, selection: Selection): string[] {
  const active = entity.document.storage?.active
  const names = new Set(['id', 'version', 'created_by', 'deleted_at', ...(active ? [active] : []), ...transitionColumns(entity)])
  for (const field of selection.keys()) {
    const column = entity.shape.byName.get(field)
    if (column) names.add(column.name)
  }
  if (entity.ledger !== undefined && selection.has('source')) names.add('source_id')
  if (selection.has('title') && !entity.shape.byName.has('title')) for (const name of displayColumns(entity)) names.add(name)
  return [...names]
}

async function toRecords(
  context: ModelContext,
  entity: ModelEntity,
  rows: readonly StoredRow[],
  options: ReadOptions & { whole?: boolean; without?: EntityColumn },
): Promise<ModelRecord[]> {
  const selection = options.paths && selectionOf(options.paths)
  const order = localeOrder(context)
  const readable = entity.shape.columns.filter(
    (column) =>
      column !== options.without &&
      mayUseField(context.caller, entity, column, options) &&
      (!selection ||
        namedByRecord.has(column.name) ||
        [column.field, column.name, column.expanded].some((key) => key !== undefined && selection.has(key))),
  )
  const records = rows.map((row) => {
    const record: ModelRecord = { id: row.id, version: row.version }
    for (const column of readable)
      record[column.system && column.expanded ? `${column.name}_id` : column.name] = options.edit
        ? row[column.name]
        : localised(row[column.name], column, order)
    return record
  })
  if (!entity.shape.byName.has('title') && (!selection || selection.has('title'))) {
    const titles = await titlesOf(context, entity, rows, options)
    records.forEach((record, at) => (record.title = titles[at]))
  }
  await expandReferences(context, readable, rows, records, selection, options)
  if (!options.trusted) await nameListed(context, readable, rows, records, options)
  if (entity.ledger !== undefined && (!selection || selection.has('source'))) await nameSources(context, rows, records, readRecords)
  await addBalances(context, entity, rows, records, selection, options)
  if (selection) await addTreeFields(context, entity, rows, records, selection, options)
  if (entity.shape.rows.length > 0 && rows.length > 0) await addRows(context, entity, rows, records, selection, options, reading)
  return records
}

/** Balances of ledgers are read beside what is stored. */
async function addBalances(
  context: ModelContext,
  entity: ModelEntity,
  rows: readonly StoredRow[],
  records: readonly ModelRecord[],
  selection: Selection | undefined,
  options: ModelOptions,
): Promise<void> {
  const columns = entity.shape.balances.filter(
    (column) => (!selection || selection.has(column.name)) && mayUseField(context.caller, entity, column, options),
  )
  if (columns.length === 0) return
  const balances = await readBalances(
    context,
    entity,
    columns,
    rows.map(({ id }) => id),
  )
  rows.forEach(({ id }, at) => Object.assign(records[at]!, balances.get(id)))
}

const reading = { toRecords, columnsFor: (entity: ModelEntity, paths: readonly string[]) => columnsFor(entity, selectionOf(paths)) }

/** Puts `{ id, title }` of the records that a list names beside the list: `participants_titles` beside `participants`. */
async function nameListed(
  context: ModelContext,
  columns: readonly EntityColumn[],
  rows: readonly StoredRow[],
  records: readonly ModelRecord[],
  options: ReadOptions,
): Promise<void> {
  for (const { name, itemReferences } of columns) {
    const entity = itemReferences === undefined ? undefined : lookUpEntity(context.registry, itemReferences)
    if (!entity) continue
    const listed = rows.map((row) => (Array.isArray(row[name]) ? row[name].filter((id) => Number.isSafeInteger(id)) : []) as number[])
    const ids = [...new Set(listed.flat())]
    const seen = await seenAmong(context, entity, ids, options)
    const tellsNames = seen === undefined || mayFindNames(context, entity)
    const targets = await selectAnyRows(context, entity, ids, { columns: [...new Set(['id', 'version', ...displayColumns(entity)])] })
    const named = await titlesOf(context, entity, targets, {})
    const titles = new Map(targets.map(({ id }, at) => [id, tellsNames || seen?.has(id) ? named[at]! : hiddenTitle]))
    listed.forEach((listedIds, at) => {
      records[at]![titlesKey(name)] = listedIds.flatMap((id) => (titles.has(id) ? [{ id, title: titles.get(id) }] : []))
    })
  }
}

/** Puts `{ id, title, …requested }` of every record that is referred to beside its id; records of one entity are read at once. */
async function expandReferences(
  context: ModelContext,
  columns: readonly EntityColumn[],
  rows: readonly StoredRow[],
  records: readonly ModelRecord[],
  selection: Selection | undefined,
  options: ReadOptions & { whole?: boolean },
): Promise<void> {
  const byModel = new Map<string, EntityColumn[]>()
  for (const column of columns)
    if (column.references && column.expanded) byModel.set(column.references, [...(byModel.get(column.references) ?? []), column])
  for (const [model, references] of byModel) {
    const entity = lookUpEntity(context.registry, model)
    if (!entity) continue
    const idOf = (row: StoredRow, column: EntityColumn) => row[column.name] as number | null | undefined
    const ids = [...new Set(rows.flatMap((row) => references.map((column) => idOf(row, column))).filter((id) => id != null))]
    const seen = await seenAmong(context, entity, ids, options)
    const isOpen = seen !== undefined || mayReadAll(context, entity)
    const own = entity.shape.columns.filter((column) => !column.system).map((column) => column.name)
    // Where no record rule decides, what a record is called is told to everybody who sees that it is referred to.
    const titleFields = displayFields(entity)
    const tellsNames = seen === undefined || mayFindNames(context, entity)
    const pathsOf = (column: EntityColumn) => [
      ...[column.field, column.name, column.expanded]
        .flatMap((key) => (key === undefined ? [] : (selection?.get(key) ?? [])))
        .filter((path) => !options.ownPaths || isOpen || titleFields.includes(path)),
      ...(!options.whole ? [] : column.system || !isOpen ? titleFields : own),
    ]
    const columnNames = [...new Set([...columnsFor(entity, selectionOf(references.flatMap(pathsOf))), ...displayColumns(entity)])]
    const selected = await selectAnyRows(context, entity, ids, { columns: columnNames })
    const targets = new Map(selected.map((row) => [row.id, row]))
    const titles = await titlesOf(context, entity, selected, {})
    const titleById = new Map(selected.map(({ id }, at) => [id, titles[at]!]))
    for (const column of references) {
      const paths = pathsOf(column)
      const expandedRows = [...new Set(rows.map((row) => idOf(row, column)))].flatMap((id) => (id == null ? [] : (targets.get(id) ?? [])))
      const openRows = expandedRows.filter(({ id }) => seen?.has(id) !== false)
      const fields = paths.length > 0 ? await toRecords(context, entity, openRows, { paths, ownPaths: options.ownPaths }) : []
      const expanded = new Map<number, Record<string, unknown>>(
        expandedRows.map(({ id }) => [id, { id, title: tellsNames ? titleById.get(id) : hiddenTitle }]),
      )
      openRows.forEach((row, at) => {
        const { version: _, ...rest } = (fields[at] ?? {}) as Record<string, unknown>
        expanded.set(row.id, { ...rest, id: row.id, title: titleById.get(row.id) })
      })
      rows.forEach((row, at) => {
        records[at]![column.expanded!] = expanded.get(idOf(row, column) ?? -1) ?? null
      })
    }
  }
}

async function readSisters(
  context: ModelContext,
  entity: ModelEntity,
  row: StoredRow,
  options: ModelOptions,
): Promise<Record<string, unknown>[]> {
  if (row.sister_group === null) return []
  const names = [...new Set(['id', 'version', 'locale', 'deleted_at', ...displayColumns(entity)])]
  const { rows } =
    await sql<StoredRow>`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.raw(tableOf(entity.name))} as ${sql.ref(root)}
    where sister_group = ${row.sister_group} and id <> ${row.id} and deleted_at is null and ${rowLimit(context, entity, 'read', options)}
    order by id limit 100`.execute(context.trx)
  const titles = await titlesOf(context, entity, rows, {})
  return rows.map((sister, at) => ({ id: sister.id, locale: sister.locale, title: titles[at] }))
}
