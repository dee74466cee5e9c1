import { sql } from 'kysely'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isLocale } from '#schemas/rules/locales.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import { lookUpEntity, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { takeFiles } from '#server/model/file-values.ts'
import { writeIdentifiers } from '#server/model/identifier-values.ts'
import { badValue, parseId } from '#server/model/ids.ts'
import { writePhones } from '#server/model/phone-values.ts'
import type { StoredRow } from '#server/model/read.ts'
import { cleanRichText } from '#server/model/rich-text.ts'
import { completeSeo } from '#server/model/seo-values.ts'
import { mergeTranslations } from '#server/model/translations.ts'
import { validateEntity } from './entity-validator.ts'
import type { Given } from './input.ts'
import { holdReadOnly, requireWrites } from './read-only.ts'
import { checkUnique } from './unique-check.ts'

/**
 * The columns to write, checked as a whole record.
 * @throws a 422 by field, under the keys that the caller used
 */
export async function newValues(
  context: ModelContext,
  entity: ModelEntity,
  given: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  options: ModelOptions,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const column of entity.shape.columns) {
    const sent = given.get(column)
    if (sent) values[column.name] = column.translated ? mergeTranslations(context, sent.key, sent.value, before?.[column.name]) : sent.value
    else if (!before && !column.system && column.default !== undefined)
      values[column.name] = column.translated ? { [context.caller.locale]: column.default } : column.default
  }
  holdReadOnly(entity, given, values, before, options)
  requireWrites(context, entity, given, values, before, options)
  if (entity.shape.sisters) checkSisters(context, values, before)
  await cleanRichText(entity, values)
  writePhones(entity, values)
  writeIdentifiers(entity, values)
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
    const wanted = wantedOf(entity, column)
    const fits = sql.join(
      [sql`true`, ...Object.entries(wanted).map(([name, values]) => sql`${sql.ref(name)} in (${sql.join(values)})`)],
      sql` and `,
    )
    const { rows } = await sql<{
      id: number
      fits: boolean | null
    }>`select id, (${fits}) as fits from ${sql.raw(tableOf(target.name))} where id in (${sql.join(ids)}) and deleted_at is null for key share`.execute(
      context.trx,
    )
    const found = new Map(rows.map((row) => [row.id, row.fits === true]))
    if (!ids.every((id) => found.has(id))) errors[key] = [{ key: 'errors.unknown_reference' }]
    else if (!ids.every((id) => found.get(id))) errors[key] = [{ key: 'rules.included' }]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** Values that fields of a record have to have for this column to refer to it, as the `where` of its schema says. */
function wantedOf(entity: ModelEntity, { field, itemReferences }: EntityColumn): Record<string, unknown[]> {
  const schema = entity.document.schema.properties[field] as { where?: unknown; items?: { where?: unknown } } | undefined
  const where = itemReferences === undefined ? schema?.where : schema?.items?.where
  return isRecord(where) ? Object.fromEntries(Object.entries(where).map(([name, value]) => [name, [value].flat()])) : {}
}
