import { sql } from 'kysely'
import { isLocale } from '#schemas/rules/locales.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import {
  lookUpEntity,
  mayDo,
  mayFindNames,
  mayReadAll,
  ownerLimit,
  trusted,
  type ModelContext,
  type ModelEntity,
  type ModelOptions,
} from '#server/model/context.ts'
import { documentCondition } from '#server/model/list/document-where.ts'
import { createFieldPaths, root } from '#server/model/list/field-paths.ts'
import { referenceWhere } from '#server/model/list/reference-choices.ts'
import { takeFiles } from '#server/model/values/file-values.ts'
import { writeIdentifiers } from '#server/model/values/identifier-values.ts'
import { badValue, parseId } from '#server/model/ids.ts'
import { writePhones } from '#server/model/values/phone-values.ts'
import type { StoredRow } from '#server/model/read.ts'
import { cleanRichText } from '#server/model/values/rich-text.ts'
import { completeSeo } from '#server/model/values/seo-values.ts'
import { mergeTranslations } from '#server/model/values/translations.ts'
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
  input: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  options: ModelOptions,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const column of entity.shape.columns) {
    const sent = input.get(column)
    if (sent) values[column.name] = column.translated ? mergeTranslations(context, sent.key, sent.value, before?.[column.name]) : sent.value
    else if (!before && !column.system && column.default !== undefined)
      values[column.name] = column.translated ? { [context.caller.locale]: column.default } : column.default
  }
  holdReadOnly(entity, input, values, before, options)
  requireWrites(context, entity, input, values, before, options)
  if (entity.shape.sisters) checkSisters(context, values, before)
  await cleanRichText(entity, values)
  writePhones(entity, values)
  writeIdentifiers(entity, values)
  const refused = await takeFiles(context, entity, values, before)
  if (Object.keys(refused).length > 0) throw validationError(refused)
  const unknown = completeSeo(entity, values)
  const errors = { ...recordErrors(context, entity, input, { ...before, ...values }, before), ...unknown }
  // The error that names the parameter is more useful than the general one.
  for (const path of Object.keys(unknown)) delete errors[path.slice(0, path.lastIndexOf('.'))]
  if (Object.keys(errors).length > 0) throw validationError(errors)
  await checkReferences(context, entity, input, before, options)
  await checkUnique(context, entity, { ...before, ...values }, new Set(Object.keys(values)), before?.id)
  return values
}

function checkSisters(context: ModelContext, values: Record<string, unknown>, before: StoredRow | undefined) {
  if (!before) values.locale ??= context.caller.locale
  if ('locale' in values && !isLocale(values.locale)) throw validationError({ locale: [badValue(values.locale)] })
  if (values.sister_group === null) delete values.sister_group
  if ('sister_group' in values) parseId(values.sister_group, 'sister_group')
}

/** Errors under the keys that the caller used. Faults that the stored record has already, in fields that were not sent, are ignored. */
function recordErrors(
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
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
    const sent = [...input].find(([column]) => column.field === field)?.[1]
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
 * Records that are newly referred to must exist, must not be in the trash, and are locked until this is saved. A caller who may neither
 * read them nor find their names is told of none. References that do not change are not checked.
 */
async function checkReferences(
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  options: ModelOptions,
) {
  const errors: FieldErrors = {}
  for (const [column, { key, value }] of input) {
    const target = lookUpEntity(context.registry, column.references ?? column.itemReferences ?? '')
    const storedIds = [before?.[column.name]].flat()
    const ids = [value].flat().filter((id) => id !== null && !storedIds.includes(id)) as number[]
    if (!target || ids.length === 0) continue
    const paths = createFieldPaths(context, target, trusted)
    const where = referenceWhere(context, entity, column)
    const fits = where ? documentCondition(context, where, (path) => paths.resolve(path)) : sql`true`
    const { rows } = await sql<{
      id: number
      fits: boolean | null
    }>`select ${sql.ref(`${root}.id`)} as id, (${fits}) as fits from ${paths.from()}
      where ${sql.ref(`${root}.id`)} in (${sql.join(ids)}) and ${sql.ref(`${root}.deleted_at`)} is null and ${knownTo(context, target, options)}
      for key share of ${sql.ref(root)}`.execute(context.trx)
    const fitsById = new Map(rows.map((row) => [row.id, row.fits === true]))
    if (!ids.every((id) => fitsById.has(id))) errors[key] = [{ key: 'errors.unknown_reference' }]
    else if (!ids.every((id) => fitsById.get(id))) errors[key] = [{ key: 'rules.included' }]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** Condition of the records that the caller may know of. */
function knownTo(context: ModelContext, target: ModelEntity, options: ModelOptions) {
  const { caller } = context
  if (options.trusted || options.permitted || mayReadAll(context, target) || mayFindNames(context, target)) return sql`true`
  const owner = mayDo(caller, target, 'read') ? ownerLimit(caller, target, options) : null
  return typeof owner === 'number' ? sql`${sql.ref(`${root}.created_by`)} = ${owner}` : sql`false`
}
