import { physicalName, searchColumn, foldColumn, sortColumn, systemFieldNames, type EntityShape } from '#server/database/entity-shape.ts'
import { quote, quoteText, tableOf } from '#server/database/sql-names.ts'
import { isOrder, searchedColumns, type TableUse } from './text-columns.ts'
import { mayBeEmpty, uniqueIndexes } from './unique-indexes.ts'

/** An index that the documents need. */
export interface PlannedIndex {
  name: string
  unique: boolean
  /** Table of a constraint that is checked at the end of a statement, so that rows of a record can take each other's values. */
  constraintOn?: string
  /** `on data."book" ("title")`, the part after `create index <name>`. */
  definition: string
}

/** Comment that marks the server's own indexes. Indexes that somebody created by hand are never dropped. */
export const indexMark = 'pishkhan'

/**
 * The indexes of a table: for unique fields, references, and the fields that grids sort, filter and search by.
 * `trigrams` says whether the database has pg_trgm, which finds words anywhere in a text.
 */
export function plannedIndexes(shape: EntityShape, use: TableUse, { trigrams }: { trigrams: boolean }): PlannedIndex[] {
  const on = `on ${tableOf(shape.entity)}`
  const wanted = new Map<string, PlannedIndex>()
  const add = (name: string, definition: string, unique = false) => wanted.set(name, { name, unique, definition: `${on} ${definition}` })
  for (const { name, columns, locale, slug } of uniqueIndexes(shape)) {
    const keys = columns.map((column) => (column.translated ? `(${quote(column.name)} ->> ${quoteText(locale!)})` : quote(column.name)))
    const withEmpty = slug && mayBeEmpty(columns) ? ` nulls not distinct where ${quote(slug.name)} is not null` : ''
    add(name, `(${keys.join(', ')})${withEmpty}`, true)
    // A constraint takes columns only; a text in each locale needs an index.
    if (shape.parent && locale === undefined) wanted.get(name)!.constraintOn = tableOf(shape.entity)
  }
  const plain = (columns: string[], suffix = 'index', expression = columns.map(quote).join(', ')) =>
    add(physicalName(`${shape.entity}_${columns.join('_')}_${suffix}`), `(${expression})`)
  plain(['created_at', 'id'])
  // The trash is small: its list and its count need not read all rows.
  if (shape.trash) add(physicalName(`${shape.entity}_trash`), '(deleted_at) where deleted_at is not null')
  for (const name of use.ruled) {
    const column = shape.byName.get(name)!
    if (column.kind !== 'json') plain([name])
    else if (!column.translated) add(physicalName(`${shape.entity}_${name}_gin`), `using gin (${quote(name)} jsonb_path_ops)`)
  }
  for (const column of shape.columns) if (column.references && !systemFieldNames.has(column.name)) plain([column.name])
  for (const fields of shape.document.storage?.index ?? []) {
    if (isOrder(fields)) continue // one of `use.orders`
    const columns = fields.map((field) => shape.byName.get(field)).filter((column) => column !== undefined)
    if (columns.every((column) => column.kind !== 'json')) plain(columns.map((column) => column.name))
  }
  for (const name of use.compared) {
    plain([name, 'id'])
    if (!shape.byName.get(name)!.required) plain([name, 'id'], 'desc', `${quote(name)} desc nulls last, id desc`)
  }
  for (const name of use.sorted) {
    if (shape.byName.get(name)!.translated) continue
    const key = `${quote(sortColumn(name))} collate "C"`
    plain([sortColumn(name), 'id'], 'index', `${key}, id`)
    plain([sortColumn(name), 'id'], 'desc', `${key} desc nulls last, id desc`)
  }
  for (const terms of use.orders.values()) {
    const expression = terms.map(({ column, descending }) => {
      // The same as in the `order by` of a list: only nullable columns need `nulls first` or `nulls last`.
      const isNullable = use.sorted.has(column) || !shape.byName.get(column)!.required
      const key = use.sorted.has(column) ? `${quote(sortColumn(column))} collate "C"` : quote(column)
      return `${key}${descending ? ` desc${isNullable ? ' nulls last' : ''}` : ''}`
    })
    plain(
      terms.map(({ column, descending }) => `${column}${descending ? '_desc' : ''}`),
      'order',
      `${expression.join(', ')}, id${terms.at(-1)!.descending ? ' desc' : ''}`,
    )
  }
  if (trigrams) {
    const searched = [...(use.searched && searchedColumns(shape).length > 0 ? [searchColumn] : []), ...[...use.folded].map(foldColumn)]
    for (const column of searched) add(physicalName(`${shape.entity}_${column}_trgm`), `using gin (${quote(column)} gin_trgm_ops)`)
  }
  return [...wanted.values()]
}

export const createIndex = ({ name, unique, definition, constraintOn }: PlannedIndex, how: '' | 'concurrently' = ''): string =>
  constraintOn !== undefined
    ? `alter table ${constraintOn} add constraint ${quote(name)} unique ${definition.replace(`on ${constraintOn} `, '')} deferrable initially immediate`
    : `create ${unique ? 'unique ' : ''}index ${how} ${quote(name)} ${definition}`
export const markIndex = ({ name }: PlannedIndex): string => `comment on index data.${quote(name)} is ${quoteText(indexMark)}`
