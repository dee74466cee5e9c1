import { sql } from 'kysely'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { FieldErrors } from '#server/errors.ts'
import {
  declared,
  lookUpEntity,
  mayDo,
  mayFindNames,
  type ModelContext,
  type ModelEntity,
  type ModelOptions,
} from '#server/model/context.ts'
import { documentCondition, type FilledWhere } from '#server/model/list/document-where.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import { createFieldPaths } from '#server/model/list/field-paths.ts'
import { equalitiesOf, referenceWhere, referringFields } from '#server/model/list/reference-choices.ts'
import { whereInWords } from '#server/model/list/where-words.ts'
import { rowLimit } from '#server/model/row-limit.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { Given } from './input.ts'

/** What was sent for one record, with the record as it is stored. */
export interface Sent {
  input: ReadonlyMap<EntityColumn, Given>
  before?: StoredRow
  /** Begins the keys of its errors: `lines.3.` */
  prefix?: string
}

/**
 * Records that are newly referred to must exist, must not be in the trash, and are locked until this is saved. A caller who may neither
 * read them nor find their names is told of none. References that do not change are not checked. All records of an entity are
 * looked at together, with one statement a field.
 */
export async function referenceErrors(
  context: ModelContext,
  entity: ModelEntity,
  sent: readonly Sent[],
  options: ModelOptions,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const column of entity.shape.columns) {
    const target = lookUpEntity(context.registry, column.references ?? column.itemReferences ?? '')
    if (!target) continue
    const named = referringFields(entity, column)
    const given = sent.flatMap((one) => givenIds(entity, column, named, one))
    const groups = named.length === 0 ? [given] : groupedBy(given, ({ record }) => JSON.stringify(record))
    for (const group of groups) {
      const ids = [...new Set(group.flatMap((one) => one.ids))].sort((a, b) => a - b)
      if (ids.length === 0) continue
      const where = referenceWhere(context, entity, column, group[0]!.record)
      const fitsById = await fittingRecords(context, target, ids, where, options)
      for (const { key, ids: own } of group)
        if (!own.every((id) => fitsById.has(id))) errors[key] = [{ key: 'errors.unknown_reference' }]
        else if (where && (!own.every((id) => fitsById.get(id)) || isUnfitSelf(entity, column, sent, own)))
          errors[key] = [{ key: 'rules.fitting', values: { allowed: await whereInWords(context, target, where) } }]
    }
  }
  return errors
}

/** Whether a record newly refers to itself although, as it will be, it does not meet what the reference asks of a record. */
function isUnfitSelf(entity: ModelEntity, column: EntityColumn, sent: readonly Sent[], ids: readonly number[]): boolean {
  const self = sent.find(({ before, input }) => before && ids.includes(before.id) && input.has(column))
  const target = column.references ?? column.itemReferences
  if (!self || target !== entity.name) return false
  return equalitiesOf(entity, column).some(([name, wanted]) => {
    const field = entity.shape.columns.find((one) => one.field === name)
    if (!field) return false
    const now = self.input.has(field) ? self.input.get(field)!.value : self.before![field.name]
    return !wanted.some((value) => String(value) === String(now))
  })
}

interface GivenIds {
  /** Key of its errors. */
  key: string
  ids: number[]
  /** Values of the referring record by field; only where the `where` of the reference compares with them. */
  record: Record<string, unknown>
}

/** What a record newly refers to by a column. A reference that hangs on other fields of the record is looked at when they change, too. */
function givenIds(entity: ModelEntity, column: EntityColumn, named: readonly string[], { input, before, prefix = '' }: Sent): GivenIds[] {
  const value = input.get(column)
  if (named.length === 0)
    return value ? [{ key: `${prefix}${value.key}`, ids: newIds(value.value, before?.[column.name]), record: {} }] : []
  const others = entity.shape.columns.filter(({ field }) => named.includes(field))
  const now = (one: EntityColumn): unknown => (input.has(one) ? input.get(one)!.value : before?.[one.name])
  const isMoved = others.some((one) => input.has(one) && input.get(one)!.value !== before?.[one.name])
  const ids = isMoved ? newIds(now(column) ?? null, undefined) : newIds(value?.value ?? null, before?.[column.name])
  const record = Object.fromEntries(others.map((one) => [one.field, now(one) ?? null]))
  return [{ key: `${prefix}${value?.key ?? column.name}`, ids, record }]
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}

/** Records that may be referred to, locked, and whether they meet what the reference asks of them. */
async function fittingRecords(
  context: ModelContext,
  target: ModelEntity,
  ids: readonly number[],
  where: FilledWhere | undefined,
  options: ModelOptions,
): Promise<Map<number, boolean>> {
  const paths = createFieldPaths(context, target, declared)
  const fits = where ? documentCondition(context, where, (path) => paths.resolve(path)) : sql`true`
  const { rows } = await sql<{
    id: number
    fits: boolean | null
  }>`select ${sql.ref(`${root}.id`)} as id, (${fits}) as fits from ${paths.from()}
    where ${sql.ref(`${root}.id`)} in (${sql.join(ids)}) and ${sql.ref(`${root}.deleted_at`)} is null and ${knownTo(context, target, options)}
    for key share of ${sql.ref(root)}`.execute(context.trx)
  return new Map(rows.map((row) => [row.id, row.fits === true]))
}

function newIds(value: unknown, stored: unknown): number[] {
  const storedIds = [stored].flat()
  return [value].flat().filter((id) => id !== null && !storedIds.includes(id)) as number[]
}

/** Condition of the records that the caller may know of. */
function knownTo(context: ModelContext, target: ModelEntity, options: ModelOptions) {
  if (options.trusted || mayFindNames(context, target)) return sql`true`
  return options.permitted || mayDo(context.caller, target, 'read') ? rowLimit(context, target, 'read', options) : sql`false`
}
