import { sql } from 'kysely'
import { isLocale } from '#schemas/rules/locales.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import { holdErrors } from '#server/model/lifecycles/state-holds.ts'
import { takeFiles } from '#server/model/values/file-values.ts'
import { writeIdentifiers } from '#server/model/values/identifier-values.ts'
import { badValue, parseId } from '#server/model/ids.ts'
import { giveNumbers, numberedColumns } from '#server/model/sequences/numbers.ts'
import { writePhones } from '#server/model/values/phone-values.ts'
import type { StoredRow } from '#server/model/read.ts'
import { cleanRichText } from '#server/model/values/rich-text.ts'
import { isLimited, rowLimit } from '#server/model/row-limit.ts'
import { computeRecords, isComputing, type Changed } from '#server/model/compute/compute-records.ts'
import { isComputed } from '#schemas/formula/computed-words.ts'
import { treeOf, type TreeRecord } from '#server/model/compute/record-tree.ts'
import { listsOf, type PlannedList } from '#server/model/rows/plan-rows.ts'
import { placeInTree } from '#server/model/tree/place-in-tree.ts'
import { completeSeo } from '#server/model/values/seo-values.ts'
import { mergeTranslations } from '#server/model/values/translations.ts'
import { validateEntity } from './entity-validator.ts'
import type { Given } from './input.ts'
import { holdReadOnly, keepNumbers, requireWrites } from './read-only.ts'
import { referenceErrors } from './reference-check.ts'
import { setByConditions } from './set-values.ts'
import { giveSlugs } from './slugs.ts'
import { checkUnique } from './unique-check.ts'

/** Rows that are sent with a record. */
export interface SentLists {
  plans: readonly PlannedList[]
  /** What is wrong with them, by path. */
  errors: FieldErrors
}

/** Rows of the lists of a record, as its document describes them. */
export interface Lists {
  /** Lists that were sent. */
  sent: readonly string[]
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * The columns to write, checked as a whole record, with what is computed of it and of the rows that are sent with it. `derived` are stored
 * rows that have other values now although nobody has written them.
 * @throws a 422 by field, under the keys that the caller used
 */
export async function newValues(
  context: ModelContext,
  entity: ModelEntity,
  sent: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  options: ModelOptions,
  { rows, presets }: { rows?: SentLists; presets?: Readonly<Record<string, unknown>> } = {},
): Promise<{ values: Record<string, unknown>; derived: readonly TreeRecord[] }> {
  const place = await placeInTree(context, entity, sent, before, presets)
  const input = place?.input ?? sent
  const lists = rows && listsOf(rows.plans)
  const values = await recordValues(context, entity, input, before, options, { lists, presets: { ...presets, ...place?.values } })
  const unknown = await referenceErrors(context, entity, [{ input, before }], options)
  if (Object.keys(unknown).length > 0) throw validationError(place?.named(unknown) ?? unknown)
  await place?.require()
  const derived = isComputing(context, entity) ? await computeValues(context, entity, input, before, values, options, rows) : []
  // A number that was drawn for a new record is drawn again when another has it.
  const drawn = before ? new Set<string>() : numberedColumns(entity)
  const compared = Object.keys(values).filter((name) => !drawn.has(name))
  await checkUnique(context, entity, { ...before, ...values }, new Set(compared), before?.id)
  return { values, derived }
}

/** Adds what is computed to a record and its rows, and checks them as they are then. @throws a 422 by field */
async function computeValues(
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  values: Record<string, unknown>,
  options: ModelOptions,
  rows: SentLists = { plans: [], errors: {} },
): Promise<readonly TreeRecord[]> {
  // Of faulty rows nothing is computed: what they refer to may be nothing for the caller to know of.
  const isFaulty = Object.keys(rows.errors).length > 0
  const derived = isFaulty
    ? []
    : await computeRecords(context, entity, [treeOf(entity, before, values, rows.plans)], { changed: removedIn(rows.plans) })
  if (!isFaulty) await giveLateNumbers(context, entity, values, before, rows.plans)
  const lists = listsOf(rows.plans)
  const row = { ...before, ...values }
  const errors = {
    ...(await heldErrors(context, entity, input, before, row, options)),
    ...recordErrors(context, entity, input, row, before, rows.plans.length > 0 ? lists : undefined, isFaulty),
    ...(await rowErrors(context, rows.plans, options, isFaulty)),
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return derived
}

/** Gives new records the numbers that are made of what was computed. */
async function giveLateNumbers(
  context: ModelContext,
  entity: ModelEntity,
  values: Record<string, unknown>,
  before: StoredRow | undefined,
  plans: readonly PlannedList[],
): Promise<void> {
  if (!before) await giveNumbers(context, entity, values)
  for (const { list, rows } of plans) for (const row of rows) await giveLateNumbers(context, list.entity, row.values, row.before, row.lists)
}

/** Entities of which rows are taken away. */
const removedIn = (plans: readonly PlannedList[]): Changed =>
  new Map(
    plans.flatMap(({ list, rows, removed }): [string, 'all'][] => [
      ...(removed.length > 0 ? [[list.entity.name, 'all'] as [string, 'all']] : []),
      ...[...removedIn(rows.flatMap(({ lists }) => lists)).keys()].map((name): [string, 'all'] => [name, 'all']),
    ]),
  )

const heldErrors = async (
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  row: Record<string, unknown>,
  { states }: ModelOptions,
): Promise<FieldErrors> => (states === 'keep' ? {} : holdErrors(context, entity, input, before, row))

async function rowErrors(
  context: ModelContext,
  plans: readonly PlannedList[],
  options: ModelOptions,
  isFaulty: boolean,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const { list, rows, parent } of plans)
    for (const { path, input, values, before, lists } of rows) {
      if (!input || !isComputing(context, list.entity)) continue
      const row = { ...before, ...values, [list.parent.name]: parent ?? 1 }
      const own = {
        ...(await heldErrors(context, list.entity, input, before, row, options)),
        ...recordErrors(context, list.entity, input, row, before, lists.length > 0 ? listsOf(lists) : undefined, isFaulty),
      }
      for (const [field, messages] of Object.entries(own)) errors[`${path}.${field}`] = messages
      Object.assign(errors, await rowErrors(context, lists, options, isFaulty))
    }
  return errors
}

/**
 * The columns to write, checked by all that needs no other record but those with the same slug. `fixed`: columns of the record that
 * nobody sends; `presets`: values by column that nobody sends; those of a new record stand in place of its defaults.
 * @throws a 422 by field, under the keys that the caller used
 */
export async function recordValues(
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  options: ModelOptions,
  { lists, fixed, presets = {} }: { lists?: Lists; fixed?: Record<string, unknown>; presets?: Readonly<Record<string, unknown>> } = {},
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...presets }
  for (const column of entity.shape.columns) {
    const sent = input.get(column)
    if (sent) values[column.name] = column.translated ? mergeTranslations(context, sent.key, sent.value, before?.[column.name]) : sent.value
    else if (!before && !column.system && column.default !== undefined && !(column.name in presets))
      values[column.name] = column.translated ? { [context.caller.locale]: column.default } : column.default
  }
  const fixedElsewhere = setByConditions(context, entity, input, values, before)
  if (Object.keys(fixedElsewhere).length > 0) throw validationError(fixedElsewhere)
  holdReadOnly(entity, input, values, before, options)
  if (before) keepNumbers(entity, input, values, before)
  else await giveNumbers(context, entity, values, fixed)
  requireWrites(context, entity, input, values, before, options)
  if (entity.shape.sisters) await checkSisters(context, entity, values, before, options)
  const wrongSlugs = await giveSlugs(context, entity, values, before)
  await cleanRichText(entity, values, context.caller.user?.id ?? '')
  writePhones(entity, values)
  writeIdentifiers(entity, values)
  const refused = await takeFiles(context, entity, values, before)
  if (Object.keys(refused).length > 0) throw validationError(refused)
  const unknown = completeSeo(entity, values)
  const row = { ...before, ...values, ...fixed }
  // With computed fields the record is checked once these are there.
  const isLate = isComputing(context, entity)
  const held = isLate ? {} : await heldErrors(context, entity, input, before, row, options)
  const wrong = isLate ? {} : recordErrors(context, entity, input, row, before, lists)
  const errors = { ...held, ...wrongSlugs, ...wrong, ...unknown }
  // The error that names the parameter is more useful than the general one.
  for (const path of Object.keys(unknown)) delete errors[path.slice(0, path.lastIndexOf('.'))]
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return values
}

async function checkSisters(
  context: ModelContext,
  entity: ModelEntity,
  values: Record<string, unknown>,
  before: StoredRow | undefined,
  options: ModelOptions,
) {
  if (!before) values.locale ??= context.caller.locale
  if ('locale' in values && !isLocale(values.locale)) throw validationError({ locale: [badValue(values.locale)] })
  if (values.sister_group === null) delete values.sister_group
  if (!('sister_group' in values)) return
  const group = parseId(values.sister_group, 'sister_group')
  if (!isLimited(context.caller, entity, 'read', options)) return
  const { rows } = await sql`select 1 from ${sql.raw(tableOf(entity.name))} as ${sql.ref(root)}
    where sister_group = ${group} and ${rowLimit(context, entity, 'read', options)} limit 1`.execute(context.trx)
  if (rows.length === 0) throw validationError({ sister_group: [{ key: 'errors.unknown_reference' }] })
}

/** Errors under the keys that the caller used. Faults that the stored record has already, in fields that were not sent, are ignored. */
function recordErrors(
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  row: Record<string, unknown>,
  before: StoredRow | undefined,
  lists: Lists | undefined,
  isUncomputed = false,
): FieldErrors {
  const wrongIn = (record: Record<string, unknown>, rows?: Record<string, unknown>) =>
    validateEntity(entity.document, { ...documentView(entity, record), ...rows }, context.caller.locale, context.config?.allowedRules)
  const errors = wrongIn(row, lists?.after)
  const earlier = before && Object.keys(errors).length > 0 ? wrongIn(before, lists?.before) : {}
  const reported: FieldErrors = {}
  for (const [path, messages] of Object.entries(errors)) {
    const [field = '', ...rest] = path.split('.')
    const sent = [...input].find(([column]) => column.field === field)?.[1]
    if (!sent && !lists?.sent.includes(field) && Object.hasOwn(earlier, path)) continue
    if (isUncomputed && isComputed(entity.document, field)) continue
    const isText = sent !== undefined && typeof sent.value === 'string' && entity.shape.byName.get(field)?.translated
    reported[[sent?.key ?? field, ...(isText ? [] : rest)].join('.')] = messages
  }
  return reported
}

/** The record as its document describes it: by field, without what is empty. */
export function documentView(entity: ModelEntity, row: Record<string, unknown>): Record<string, unknown> {
  const view: Record<string, unknown> = {}
  for (const column of entity.shape.columns) {
    const value = row[column.name]
    if (!column.system && value !== null && value !== undefined) view[column.field] = value
  }
  return view
}
