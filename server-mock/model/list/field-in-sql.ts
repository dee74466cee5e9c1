import { sql, type RawBuilder } from 'kysely'
import { foldColumn, sortColumn, type EntityColumn } from '#server/database/entity-shape.ts'
import { foldedColumnInSql } from './fold-in-sql.ts'
import { localeOrder, type ModelContext, type ModelEntity } from '#server/model/context.ts'

/** A field that a list sorts or filters by, in SQL. */
export interface FieldInSql {
  column: EntityColumn
  entity: ModelEntity
  alias: string
  value: RawBuilder<unknown>
  /** The text as searches compare it: the table's folded copy or, where it has none, folded by the database. */
  folded: () => RawBuilder<unknown>
  /** Expression to sort by; undefined for objects and arrays. */
  order?: RawBuilder<unknown>
  nullable: boolean
}

/** Most references that one path follows. */
export const maxJoins = 3

/** Alias of the table whose records are listed. */
export const root = 't0'

/** The column that a step of a path names: `author_id` or `author`. */
export const columnOf = (entity: ModelEntity, name: string): EntityColumn | undefined =>
  entity.shape.byName.get(name) ??
  entity.shape.columns.find((column) => column.expanded === name) ??
  entity.shape.balances.find((column) => column.name === name)

/** A column under an alias of its table; `fold` may have what is folded by the database computed once for all conditions. */
export function inSql(
  context: ModelContext,
  entity: ModelEntity,
  column: EntityColumn,
  alias: string,
  fold: (expression: RawBuilder<unknown>) => RawBuilder<unknown> = (expression) => expression,
): FieldInSql {
  const value = sql`${sql.ref(`${alias}.${column.name}`)}`
  const { sorted, folded } = entity.use
  return {
    column,
    entity,
    alias,
    value,
    nullable: alias !== root || !column.required || sorted.has(column.name),
    folded: () =>
      folded.has(column.name) ? sql`${sql.ref(`${alias}.${foldColumn(column.name)}`)}` : fold(foldedColumnInSql(column, value)),
    order: orderOf(context, column, alias, sorted.has(column.name)),
  }
}

function orderOf(context: ModelContext, column: EntityColumn, alias: string, hasKey: boolean): RawBuilder<unknown> | undefined {
  const name = `${alias}.${hasKey ? sortColumn(column.name) : column.name}`
  if (column.translated)
    return sql`coalesce(${sql.join(localeOrder(context).map((locale) => sql`${sql.ref(name)} ->> ${sql.lit(locale)}`))}) collate "C"`
  if (column.kind === 'json') return undefined
  // Choices are in the order that the entity lists them in.
  if (column.kind === 'text' && column.values && column.values.length > 1)
    return sql`lpad(array_position(array[${sql.join(column.values.map((choice) => sql.lit(String(choice))))}], ${sql.ref(name)})::text, 4, '0') collate "C"`
  return column.kind === 'text' ? sql`${sql.ref(name)} collate "C"` : sql`${sql.ref(name)}`
}
