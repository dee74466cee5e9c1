import { sql } from 'kysely'
import { interpolate } from '#schemas/rules/text/interpolate.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { ApiError } from '#server/errors.ts'
import { flagsOf } from './flags.ts'
import { parseId } from './ids.ts'
import {
  displayFields,
  findModel,
  localeOrder,
  lookUpEntity,
  mayReadAll,
  mayUseField,
  ownerLimit,
  requireAccess,
  type ModelContext,
  type ModelEntity,
  type ModelOptions,
} from './context.ts'
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
}

/** Fields asked for, by the field they begin with; no entry means the field itself is enough. */
type Selection = Map<string, string[]>

const namedByRecord = new Set(['id', 'version'])

/**
 * One record: references as `author_id` beside `author` with its fields, translated fields in the caller's locale with
 * all their texts in `translations`.
 * @throws `not-found`, also for records that the caller's scope leaves out.
 */
export async function readRecord(context: ModelContext, model: string, id: unknown, options: ReadOptions = {}): Promise<ModelRecord> {
  const entity = findModel(context, model)
  const row = await readStored(context, model, id, options)
  const record = await recordOf(context, entity, row, options)
  return options.flags ? { ...record, ...flagsOf(context, entity, row, options) } : record
}

/**
 * What is stored of a record, for rules that documents say: never for an answer.
 * @throws `not-found`, also for records that the caller's scope leaves out; `permission-denied`
 */
export async function readStored(context: ModelContext, model: string, id: unknown, options: ModelOptions = {}): Promise<StoredRow> {
  const entity = findModel(context, model)
  requireAccess(context, entity, 'read', options)
  const wanted = parseId(id)
  const owner = ownerLimit(context.caller, entity, options)
  const row = owner === null ? undefined : (await selectRows(context, entity, [wanted], undefined, owner))[0]
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
  const [record] = await toRecords(context, entity, [row], { ...options, whole: true })
  const texts = translationsOf(
    entity.shape.columns.filter((column) => mayUseField(context.caller, entity, column, options)),
    row,
  )
  if (texts) record![translationsKey] = texts
  if (options.edit && entity.shape.sisters) record!.sisters = await readSisters(context, entity, row)
  return record!
}

/** Records of known rows by id, in the order of `ids`; ids without a row are left out. */
export async function readRecords(
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
  options: ReadOptions = {},
): Promise<{ record: ModelRecord; row: StoredRow }[]> {
  const selection = options.paths && selectionOf(options.paths)
  const rows = await selectRows(context, entity, ids, selection && [...columnsFor(entity, selection), ...(options.columns ?? [])])
  const records = await toRecords(context, entity, rows, options)
  const byId = new Map(rows.map((row, at) => [row.id, { row, record: records[at]! }]))
  return ids.map((id) => byId.get(id)).filter((entry) => entry !== undefined)
}

export async function selectRows(
  { trx }: Pick<ModelContext, 'trx'>,
  entity: ModelEntity,
  ids: readonly number[],
  columns?: readonly string[],
  owner?: number,
  lock = false,
): Promise<StoredRow[]> {
  if (ids.length === 0) return []
  const names = columns ?? entity.shape.columns.map((column) => column.name)
  const { rows } = await sql<StoredRow>`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.raw(tableOf(entity.name))}
    where id = any(${ids}::bigint[]) ${owner === undefined ? sql`` : sql`and created_by = ${owner}`} ${lock ? sql`for update` : sql``}`.execute(
    trx,
  )
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
  const names = new Set(['id', 'version', 'created_by', 'deleted_at', ...(active ? [active] : [])])
  for (const field of selection.keys()) {
    const column = entity.shape.byName.get(field)
    if (column) names.add(column.name)
  }
  if (selection.has('title') && !entity.shape.byName.has('title')) for (const field of displayFields(entity)) names.add(field)
  return [...names]
}

async function toRecords(
  context: ModelContext,
  entity: ModelEntity,
  rows: readonly StoredRow[],
  options: ReadOptions & { whole?: boolean },
): Promise<ModelRecord[]> {
  const selection = options.paths && selectionOf(options.paths)
  const order = localeOrder(context)
  const readable = entity.shape.columns.filter(
    (column) =>
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
    if (!entity.shape.byName.has('title') && (!selection || selection.has('title'))) record.title = titleOf(context, entity, row, options)
    return record
  })
  await expandReferences(context, readable, rows, records, selection, options)
  return records
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
    const isOpen = mayReadAll(context, entity)
    const own = entity.shape.columns.filter((column) => !column.system).map((column) => column.name)
    // What a record is called is told to everybody who sees that it is referred to.
    const titleFields = displayFields(entity)
    const pathsOf = (column: EntityColumn) => [
      ...[column.field, column.name, column.expanded]
        .flatMap((key) => (key === undefined ? [] : (selection?.get(key) ?? [])))
        .filter((path) => !options.ownPaths || isOpen || titleFields.includes(path)),
      ...(!options.whole ? [] : column.system || !isOpen ? titleFields : own),
    ]
    const idOf = (row: StoredRow, column: EntityColumn) => row[column.name] as number | null | undefined
    const ids = new Set(rows.flatMap((row) => references.map((column) => idOf(row, column))).filter((id) => id != null))
    const names = new Set([...columnsFor(entity, selectionOf(references.flatMap(pathsOf))), ...displayFields(entity)])
    const targets = new Map((await selectRows(context, entity, [...ids], [...names])).map((row) => [row.id, row]))
    for (const column of references) {
      const paths = pathsOf(column)
      const expandedIds = [...new Set(rows.map((row) => idOf(row, column)))].flatMap((id) => (id == null ? [] : (targets.get(id) ?? [])))
      const fields =
        paths.length > 0
          ? await toRecords(context, entity, expandedIds, { paths, ownPaths: options.ownPaths })
          : expandedIds.map(({ id }) => ({ id }))
      const expanded = new Map(
        expandedIds.map((row, at) => {
          const { version: _, ...rest } = fields[at] as Record<string, unknown>
          return [row.id, { ...rest, id: row.id, title: titleOf(context, entity, row, {}) }]
        }),
      )
      rows.forEach((row, at) => {
        records[at]![column.expanded!] = expanded.get(idOf(row, column) ?? -1) ?? null
      })
    }
  }
}

/** How the entity's display names the record in the caller's locale; `#7` where that leaves nothing. */
export function titleOf(context: ModelContext, entity: ModelEntity, row: StoredRow, options: ModelOptions): string {
  const order = localeOrder(context)
  const values: Record<string, unknown> = {}
  for (const name of displayFields(entity)) {
    const column = entity.shape.byName.get(name)!
    if (mayUseField(context.caller, entity, column, options))
      values[column.field] = values[name] = localised(row[column.name], column, order)
  }
  return interpolate(entity.document.display ?? '{title}', values).trim() || `#${row.id}`
}

async function readSisters(context: ModelContext, entity: ModelEntity, row: StoredRow): Promise<Record<string, unknown>[]> {
  if (row.sister_group === null) return []
  const names = [...new Set(['id', 'version', 'locale', 'deleted_at', ...displayFields(entity)])]
  const { rows } = await sql<StoredRow>`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.raw(tableOf(entity.name))}
    where sister_group = ${row.sister_group} and id <> ${row.id} and deleted_at is null order by id limit 100`.execute(context.trx)
  return rows.map((sister) => ({ id: sister.id, locale: sister.locale, title: titleOf(context, entity, sister, {}) }))
}
