import type { EntityDocument } from '#schemas/types/contract.d.ts'

/** Fields of every record that only the server sets. */
export const systemNames: ReadonlySet<string> = new Set([
  'id',
  'version',
  'created_at',
  'created_by',
  'created_by_id',
  'updated_at',
  'updated_by',
  'updated_by_id',
  'deleted_at',
])

/** Columns that every PostgreSQL table has (PostgreSQL, section "System Columns"), and `oid`, which old versions had. */
const databaseColumns = new Set(['xmin', 'xmax', 'cmin', 'cmax', 'ctid', 'tableoid', 'oid'])

/** Why an entity cannot have a field of this name: something else has it already. Undefined if it can. */
export function reservedNameFault(name: string, { storage = {} }: EntityDocument): string | undefined {
  if (systemNames.has(name) || name === 'locale' || name === 'sister_group') return `every record has "${name}" already`
  if (databaseColumns.has(name)) return `the database keeps the column "${name}" for itself in every table: give the field another name`
  if (name.startsWith('can_'))
    return `answers say in names that begin with "can_" what the caller may do with a record, so a value of "${name}" could be lost: give the field another name`
  if (name === 'has_children')
    return 'lists that are trees say in "has_children" whether a record has others below it: give the field another name'
  if (name === 'sisters' && storage.sisters === true)
    return 'a record of this entity is answered with its translations as "sisters": give the field another name'
  if (name === 'translations' && (storage.translate ?? []).length > 0)
    return 'a record with translated fields is answered with their texts as "translations": give the field another name'
  return undefined
}
