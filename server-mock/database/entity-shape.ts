import { createHash } from 'node:crypto'
import { parentOf, rowsFieldsOf, type RowsField } from '#schemas/rules/entities/child-entity.ts'
import { balanceOf } from '#schemas/formula/computed-words.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

export type ColumnKind = 'integer' | 'number' | 'decimal' | 'boolean' | 'text' | 'datetime' | 'date' | 'json'

/** One stored field of an entity. */
export interface EntityColumn {
  /** Property in the entity's document, or the name of a system field. */
  field: string
  /** Column of the table, and key of the value in a record: `author_id` for the reference `author`. */
  name: string
  /** Key under which a reference is expanded: `author`. */
  expanded?: string
  kind: ColumnKind
  /** Stored as a map of locales. */
  translated: boolean
  /** Entity that it refers to, also for an array of ids. */
  references?: string
  itemReferences?: string
  /** The closed list of values, without null. */
  values?: readonly (string | number | boolean)[]
  required: boolean
  default?: unknown
  /** Set by the server, never by `data`. */
  system: boolean
  /** Balance of a ledger that is read in place of a column of the table. */
  balance?: { ledger: string; balance: string; leastOf?: string }
}

export interface EntityShape {
  entity: string
  document: EntityDocument
  columns: readonly EntityColumn[]
  /** By field name and by column name. */
  byName: ReadonlyMap<string, EntityColumn>
  trash: boolean
  sisters: boolean
  /** Balances of ledgers, which are no columns of the table. */
  balances: readonly EntityColumn[]
  /** Lists of rows, which have tables of their own. */
  rows: readonly RowsField[]
  /** Of a child entity: the reference to the record that its rows belong to. */
  parent?: EntityColumn
}

export const sqlTypes: Record<ColumnKind, string> = {
  integer: 'bigint',
  number: 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  text: 'text',
  datetime: 'timestamptz',
  date: 'date',
  json: 'jsonb',
}

export const searchColumn = 'search_text'
export const sortColumn = (name: string) => physicalName(`${name}_sort`)
export const foldColumn = (name: string) => physicalName(`${name}_fold`)

/** PostgreSQL truncates names at 63 bytes, which could make two names equal; a digest keeps long names distinct. */
export function physicalName(name: string): string {
  return name.length <= 63 ? name : `${name.slice(0, 54)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

const system = (field: string, kind: ColumnKind, more: Partial<EntityColumn> = {}): EntityColumn => ({
  field,
  name: field,
  kind,
  translated: false,
  required: false,
  system: true,
  ...more,
})

const systemColumns: EntityColumn[] = [
  system('id', 'integer', { required: true }),
  system('version', 'integer', { required: true }),
  system('created_at', 'datetime', { required: true }),
  system('created_by', 'integer', { references: 'user', expanded: 'created_by' }),
  system('updated_at', 'datetime', { required: true }),
  system('updated_by', 'integer', { references: 'user', expanded: 'updated_by' }),
  system('deleted_at', 'datetime'),
]
export const systemFieldNames: ReadonlySet<string> = new Set(systemColumns.map((column) => column.name))

const shapes = new WeakMap<EntityDocument, EntityShape>()

/** The table of an entity, computed once per document. */
export function shapeOf(document: EntityDocument): EntityShape {
  let shape = shapes.get(document)
  if (!shape) shapes.set(document, (shape = buildShape(document)))
  return shape
}

function buildShape(document: EntityDocument): EntityShape {
  const { storage = {}, schema } = document
  const translate = new Set(storage.translate ?? [])
  const columns = [...systemColumns]
  const rows = rowsFieldsOf(document)
  const balances: EntityColumn[] = []
  for (const [field, written] of Object.entries(schema.properties)) {
    if (systemFieldNames.has(field) || rows.some((list) => list.field === field)) continue
    const balance = balanceOf(written)
    if (balance) {
      balances.push({ ...system(field, 'decimal'), balance })
      continue
    }
    const property = resolved(written, schema)
    const references = typeof property.references === 'string' ? plainName(property.references) : undefined
    const base = references && field.endsWith('_id') ? field.slice(0, -3) : field
    const items = property.items as Record<string, unknown> | undefined
    const values = Array.isArray(property.enum) ? (property.enum.filter((value) => value !== null) as EntityColumn['values']) : undefined
    const translated = translate.has(field)
    columns.push({
      field,
      name: references ? physicalName(`${base}_id`) : field,
      expanded: references && base,
      kind: translated ? 'json' : references ? 'integer' : kindOf(property),
      translated,
      references,
      itemReferences: typeof items?.references === 'string' ? plainName(items.references) : undefined,
      values,
      required: (schema.required ?? []).includes(field) && !isNullable(property),
      // A field with a lifecycle begins at its initial state, also in records that are there already.
      default: document.lifecycle?.[field]?.initial ?? property.default,
      system: false,
    })
  }
  const byName = new Map<string, EntityColumn>()
  const sisters = storage.sisters === true
  if (sisters) {
    if (!Object.hasOwn(schema.properties, 'locale')) columns.push({ ...system('locale', 'text'), system: false })
    if (!Object.hasOwn(schema.properties, 'sister_group')) columns.push({ ...system('sister_group', 'integer'), system: false })
  }
  for (const column of columns) for (const name of [column.field, column.name]) if (!byName.has(name)) byName.set(name, column)
  const parent = byName.get(parentOf(document) ?? '')
  const trash = storage.trash !== false && storage.single === undefined
  return { entity: document.name, document, columns, byName, trash, sisters, balances, rows, parent }
}

/** `persons/user` and `user` are the same entity: names are unique in the whole panel. */
const plainName = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** Follows a `$ref` into the entity's own definitions. */
function resolved(property: Record<string, unknown>, root: Record<string, unknown>): Record<string, unknown> {
  const seen = new Set<unknown>()
  let current = property
  while (typeof current.$ref === 'string' && !seen.has(current)) {
    seen.add(current)
    let target: unknown = root
    for (const step of current.$ref.replace(/^#\/?/, '').split('/').filter(Boolean))
      target = (target as Record<string, unknown> | undefined)?.[step]
    if (!target || typeof target !== 'object') break
    current = { ...(target as Record<string, unknown>), ...current, $ref: (target as Record<string, unknown>).$ref }
  }
  return current
}

function kindOf(property: Record<string, unknown>): ColumnKind {
  const types = typesOf(property)
  if (types.size !== 1) return types.size === 2 && types.has('integer') && types.has('number') ? 'number' : 'json'
  switch ([...types][0]) {
    case 'integer':
      return 'integer'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'string':
      return property.format === 'decimal'
        ? 'decimal'
        : property.format === 'date-time'
          ? 'datetime'
          : property.format === 'date'
            ? 'date'
            : 'text'
    default:
      return 'json'
  }
}

/** JSON types of the values, without null; if there is no `type`, those of the listed values. */
function typesOf({ type, enum: values, const: only }: Record<string, unknown>): Set<string> {
  if (type !== undefined) return new Set((Array.isArray(type) ? type : [type]).filter((name) => name !== 'null') as string[])
  const listed = Array.isArray(values) ? values : only === undefined ? [] : [only]
  return new Set(
    listed
      .filter((value) => value !== null)
      .map((value) => (Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value)),
  )
}

const isNullable = ({ type, enum: values }: Record<string, unknown>) =>
  (Array.isArray(type) && type.includes('null')) || (Array.isArray(values) && values.includes(null))
