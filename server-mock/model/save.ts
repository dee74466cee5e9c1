import { sql, type SqlBool } from 'kysely'
import { isLocale } from '#schemas/rules/locales.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { validationError, ApiError, type FieldErrors } from '#server/errors.ts'
import { difference, rowAtVersion, writeAudit, type AuditEntry } from './audit.ts'
import { findModel, lookUpEntity, ownerLimit, requireAccess, type ModelContext, type ModelEntity, type ModelOptions } from './context.ts'
import { refusalFor } from './database-errors.ts'
import { validateEntity } from './entity-validator.ts'
import { flagsOf } from './flags.ts'
import { takeFiles } from './file-values.ts'
import { writePhones } from './phone-values.ts'
import { badValue, parseId, parseVersion } from './ids.ts'
import { fieldLabels } from './field-labels.ts'
import { readInput, toColumnValue, type Given } from './input.ts'
import { cleanRichText } from './rich-text.ts'
import { completeSeo } from './seo-values.ts'
import { recordOf, selectRows, type ModelRecord, type StoredRow } from './read.ts'
import { mergeTranslations } from './translations.ts'
import { checkUnique } from './unique-check.ts'
import { noteRow } from './write-log.ts'

export interface SaveRequest {
  /** A new record is made without it. */
  id?: unknown
  /** Version that the data was made from; without it the save is unconditional, and audited so. */
  version?: unknown
  data: Record<string, unknown>
  /** Answers the data as it is to be stored, given the record as it was. */
  prepare?: (data: Record<string, unknown>, stored: Record<string, unknown>) => Record<string, unknown>
}

/**
 * Creates or changes a record. Fields that `data` leaves out keep their values; null takes a value away. Where all of
 * `data` is stored already the record stays at its version, and nothing is audited.
 * @throws 422 with errors by field; `stale-version` with `{ current, base }`, the former with `can_restore` when it is in
 * the trash; `not-found`; `precondition-failed` for a
 * record in the trash.
 */
export async function saveRecord(
  context: ModelContext,
  model: string,
  request: SaveRequest,
  options: ModelOptions = {},
): Promise<ModelRecord> {
  const entity = findModel(context, model)
  requireAccess(context, entity, 'write', options)
  const version = parseVersion(request.version)
  const id = request.id === undefined || request.id === null || request.id === '' ? undefined : parseId(request.id)
  const before = id === undefined ? undefined : await lockRecord(context, entity, id, version, options)
  if (before?.deleted_at) throw inTrash()
  const data = request.prepare?.(request.data, before ? await recordOf(context, entity, before, options) : {}) ?? request.data
  const given = readInput(context, entity, data, options)
  const values = await newValues(context, entity, given, before)
  const after = before
    ? await changeRow(context, entity, before, values, { action: 'update', unconditional: version === undefined })
    : await insertRow(context, entity, values)
  if (!before)
    await writeAudit(context, {
      entity: entity.name,
      recordId: after.id,
      action: 'create',
      version: after.version,
      ...difference(entity, undefined, after),
    })
  return recordOf(context, entity, after, { trusted: options.trusted })
}

const inTrash = () => new ApiError('precondition-failed', { userMessage: { key: 'errors.in_trash' } })

/**
 * Says of a record that lies in the trash what saving it would say, for calls that look at the record first.
 * @throws `stale-version` with the record when it went there since `version`, else `precondition-failed`
 */
export async function refuseTrashed(context: ModelContext, model: string, id: number, version: unknown): Promise<never> {
  await lockRecord(context, findModel(context, model), id, parseVersion(version), { trusted: true })
  throw inTrash()
}

/** Reads a record for writing and holds it until the transaction ends. @throws `not-found`, `stale-version`. */
export async function lockRecord(
  context: ModelContext,
  entity: ModelEntity,
  id: number,
  version: number | undefined,
  options: ModelOptions,
): Promise<StoredRow> {
  const owner = ownerLimit(context.caller, entity, options)
  const row = owner === null ? undefined : (await selectRows(context, entity, [id], undefined, owner, true))[0]
  if (!row) throw new ApiError('not-found')
  if (version !== undefined && version !== row.version) {
    const base = await rowAtVersion(context, entity, row, version)
    const current = await recordOf(context, entity, row, options)
    // Whoever meets the record in the trash is offered to restore it, where he may.
    const flags = row.deleted_at ? { can_restore: flagsOf(context, entity, row).can_restore } : {}
    throw new ApiError('stale-version', {
      metadata: {
        current: { ...current, ...flags },
        base: base && (await recordOf(context, entity, base, options)),
        labels: fieldLabels(context, entity, options),
      },
    })
  }
  return row
}

/** The columns to write, checked as a whole record. */
async function newValues(
  context: ModelContext,
  entity: ModelEntity,
  given: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const column of entity.shape.columns) {
    const sent = given.get(column)
    if (sent) values[column.name] = column.translated ? mergeTranslations(context, sent.key, sent.value, before?.[column.name]) : sent.value
    else if (!before && !column.system && column.default !== undefined)
      values[column.name] = column.translated ? { [context.caller.locale]: column.default } : column.default
  }
  if (entity.shape.sisters) checkSisters(context, values, before)
  await cleanRichText(entity, values)
  writePhones(entity, values)
  const refused = await takeFiles(context, entity, values, before)
  if (Object.keys(refused).length > 0) throw validationError(refused)
  const unknown = completeSeo(entity, values)
  const errors = { ...recordErrors(context, entity, given, { ...before, ...values }, before), ...unknown }
  // Which parameter it is says more than that there is one.
  for (const path of Object.keys(unknown)) delete errors[path.slice(0, path.lastIndexOf('.'))]
  if (Object.keys(errors).length > 0) throw validationError(errors)
  await checkReferences(context, entity, given, before)
  await checkUnique(context, entity, { ...before, ...values }, new Set(Object.keys(values)), before?.id)
  return values
}

function checkSisters(context: ModelContext, values: Record<string, unknown>, before: StoredRow | undefined) {
  if (!before) values.locale ??= context.caller.locale
  if ('locale' in values && !isLocale(values.locale)) throw validationError({ locale: [badValue(values.locale)] })
  if (values.sister_group === null) delete values.sister_group
  if ('sister_group' in values) parseId(values.sister_group, 'sister_group')
}

/** Errors under the keys that the caller used. What was wrong before and was not touched does not stand in the way. */
function recordErrors(
  context: ModelContext,
  entity: ModelEntity,
  given: ReadonlyMap<EntityColumn, Given>,
  row: Record<string, unknown>,
  before: StoredRow | undefined,
): FieldErrors {
  const wrongIn = (record: Record<string, unknown>) =>
    validateEntity(entity.document, documentView(entity, record), context.caller.locale, context.config?.allowedRules)
  const errors = wrongIn(row)
  const earlier = before && Object.keys(errors).length > 0 ? wrongIn(before) : {}
  const reported: FieldErrors = {}
  for (const [path, messages] of Object.entries(errors)) {
    const [field = '', ...rest] = path.split('.')
    const sent = [...given].find(([column]) => column.field === field)?.[1]
    if (!sent && Object.hasOwn(earlier, path)) continue
    const isText = sent !== undefined && typeof sent.value === 'string' && entity.shape.byName.get(field)?.translated
    reported[[sent?.key ?? field, ...(isText ? [] : rest)].join('.')] = messages
  }
  return reported
}

/** The record as its document describes it: by field, without what is empty. */
function documentView(entity: ModelEntity, row: Record<string, unknown>): Record<string, unknown> {
  const view: Record<string, unknown> = {}
  for (const column of entity.shape.columns) {
    const value = row[column.name]
    if (!column.system && value !== null && value !== undefined) view[column.field] = value
  }
  return view
}

/**
 * What is newly referred to has to be there, not in the trash, and stay until this is saved; a reference that stays as it
 * was is let be.
 */
async function checkReferences(
  context: ModelContext,
  entity: ModelEntity,
  given: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
) {
  const errors: FieldErrors = {}
  for (const [column, { key, value }] of given) {
    const target = lookUpEntity(context.registry, column.references ?? column.itemReferences ?? '')
    const kept = [before?.[column.name]].flat()
    const ids = [value].flat().filter((id) => id !== null && !kept.includes(id)) as number[]
    if (!target || ids.length === 0) continue
    const { rows } = await sql<{
      id: number
    }>`select id from ${sql.raw(tableOf(target.name))} where id in (${sql.join(ids)}) and deleted_at is null for key share`.execute(
      context.trx,
    )
    const found = new Set(rows.map((row) => row.id))
    if (!ids.every((id) => found.has(id))) errors[key] = [{ key: 'errors.unknown_reference' }]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

async function insertRow(context: ModelContext, entity: ModelEntity, values: Record<string, unknown>): Promise<StoredRow> {
  const user = context.caller.user?.id ?? null
  const row: Record<string, unknown> = {
    ...values,
    version: 1,
    created_at: context.now,
    created_by: user,
    updated_at: context.now,
    updated_by: user,
  }
  if (entity.shape.sisters) {
    const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${tableOf(entity.name)}, 'id')) as id`.execute(
      context.trx,
    )
    row.id = rows[0]!.id
    if (row.sister_group === undefined) row.sister_group = row.id
    else await checkSisterGroup(context, entity, row.sister_group as number)
  }
  const columns = columnsOf(entity, row)
  try {
    const stored = (await context.trx
      .insertInto(`data.${entity.name}`)
      .values(columns)
      .returning(entity.shape.columns.map((column) => column.name))
      .executeTakeFirstOrThrow()) as StoredRow
    noteRow(context.trx, entity, stored, { ...columns, id: stored.id })
    return stored
  } catch (error) {
    throw refusalFor(error, entity, 'write')
  }
}

async function checkSisterGroup({ trx }: ModelContext, entity: ModelEntity, group: number) {
  const sister = await trx.selectFrom(`data.${entity.name}`).select('id').where('sister_group', '=', group).limit(1).executeTakeFirst()
  if (!sister) throw validationError({ sister_group: [{ key: 'errors.unknown_reference' }] })
}

/**
 * Writes columns, raises the version, audits what was done and answers the row as it is now. Values that are stored already,
 * as the database compares them, leave the row, its version and the audit alone.
 */
export async function changeRow(
  context: ModelContext,
  entity: ModelEntity,
  before: StoredRow,
  values: Record<string, unknown>,
  entry: Pick<AuditEntry, 'action' | 'unconditional'>,
): Promise<StoredRow> {
  if ('sister_group' in values && values.sister_group !== before.sister_group)
    await checkSisterGroup(context, entity, values.sister_group as number)
  const changes = columnsOf(entity, { ...before, ...values }, new Set(Object.keys(values)))
  const differs = entity.shape.columns
    .filter(({ name }) => name in changes)
    .map(({ name }) => sql<SqlBool>`${sql.ref(name)} is distinct from ${changes[name]}`)
  if (differs.length === 0) return before
  const touched = { ...changes, updated_at: context.now, updated_by: context.caller.user?.id ?? null }
  try {
    const after = (await context.trx
      .updateTable(`data.${entity.name}`)
      .set({ ...touched, version: before.version + 1 })
      .where('id', '=', before.id)
      .where(({ or }) => or(differs))
      .returning(entity.shape.columns.map((column) => column.name))
      .executeTakeFirst()) as StoredRow | undefined
    noteRow(context.trx, entity, after, touched, before)
    if (!after) return before
    await writeAudit(context, {
      entity: entity.name,
      recordId: after.id,
      version: after.version,
      ...entry,
      ...difference(entity, before, after),
    })
    return after
  } catch (error) {
    throw refusalFor(error, entity, 'write')
  }
}

/** Values as the table takes them, with the computed columns of the whole row. */
export function columnsOf(entity: ModelEntity, row: Record<string, unknown>, only?: ReadonlySet<string>): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const column of entity.shape.columns) {
    if (!(column.name in row) || (only && !only.has(column.name))) continue
    columns[column.name] = toColumnValue(column, column.field, row[column.name])
  }
  for (const text of entity.text) {
    const value = text.compute(row)
    columns[text.name] = text.type === 'jsonb' && value !== null ? JSON.stringify(value) : value
  }
  return columns
}
