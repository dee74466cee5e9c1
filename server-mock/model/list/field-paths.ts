import { sql, type RawBuilder } from 'kysely'
import { foldColumn, sortColumn, type EntityColumn } from '#server/database/entity-shape.ts'
import { isUniqueField } from '#server/database/text-columns.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { Condition } from './text-conditions.ts'
import {
  displayFields,
  localeOrder,
  lookUpEntity,
  mayReadAll,
  mayUseField,
  type ModelContext,
  type ModelEntity,
  type ModelOptions,
} from '#server/model/context.ts'

/** A field that a list sorts or filters by, in SQL. */
export interface FieldInSql {
  column: EntityColumn
  entity: ModelEntity
  alias: string
  value: RawBuilder<unknown>
  /** Folded copy that text filters search; undefined where the table has none. */
  folded?: RawBuilder<unknown>
  /** Expression to sort by; undefined for objects and arrays. */
  order?: RawBuilder<unknown>
  nullable: boolean
}

/** Most references that one path follows. */
const maxJoins = 3

export const root = 't0'

/** Finds fields by path and remembers which tables have to be joined for them. */
export function createFieldPaths(context: ModelContext, entity: ModelEntity, options: ModelOptions) {
  const joins = new Map<string, { alias: string; entity: ModelEntity; on: RawBuilder<unknown> }>()

  /** `own` in place of the caller's options, for what documents name; `follows` for a path of a document that callers only compare. */
  const resolve = (path: string, own: ModelOptions = options, follows = false): FieldInSql | undefined => {
    const steps = path.split('.')
    if (steps.length > maxJoins + 1) return undefined
    let current = entity
    let alias = root
    for (const [at, step] of steps.entries()) {
      const column = fieldOf(current, step)
      if (!column || !mayUseField(context.caller, current, column, own)) return undefined
      if (at > 0 && !own.trusted && !follows && !mayFollow(context, current, column)) return undefined
      if (at === steps.length - 1) return inSql(context, current, column, alias)
      const target = column.references && lookUpEntity(context.registry, column.references)
      if (!target) return undefined
      const key = steps.slice(0, at + 1).join('.')
      const join = joins.get(key) ?? { alias: `t${joins.size + 1}`, entity: target, on: sql`` }
      if (!joins.has(key)) {
        join.on = sql`${sql.ref(`${join.alias}.id`)} = ${sql.ref(`${alias}.${column.name}`)}`
        joins.set(key, join)
      }
      current = target
      alias = join.alias
    }
    return undefined
  }

  /** For a path `reference.field` with a unique field: compares the reference with the id of that one record, without a join. */
  const resolveUnique = (path: string, value: string): Condition | undefined => {
    const [head, field, ...rest] = path.split('.')
    const column = field === undefined || rest.length > 0 ? undefined : fieldOf(entity, head!)
    const target = column?.references === undefined ? undefined : lookUpEntity(context.registry, column.references)
    const own = target && fieldOf(target, field!)
    if (!column || !target || !own || !isUniqueField(target.shape, own.name)) return undefined
    if (!mayUseField(context.caller, entity, column, options) || !mayUseField(context.caller, target, own, options)) return undefined
    return sql`${sql.ref(`${root}.${column.name}`)} = (select id from ${sql.raw(tableOf(target.name))} where ${sql.ref(own.name)} = ${value}::text)`
  }

  /** `from` with every join that a resolved path needs; each joins one row at most. */
  const from = () =>
    sql`${sql.raw(tableOf(entity.name))} as ${sql.ref(root)} ${sql.join(
      [...joins.values()].map((join) => sql`left join ${sql.raw(tableOf(join.entity.name))} as ${sql.ref(join.alias)} on ${join.on}`),
      sql` `,
    )}`

  return { resolve, resolveUnique, from }
}

/** Of a record that is referred to, a reader finds by what it is called, and by all else where he may read such records by themselves. */
const mayFollow = (context: ModelContext, target: ModelEntity, { name }: EntityColumn): boolean =>
  mayReadAll(context, target) || displayFields(target).includes(name)

const fieldOf = (entity: ModelEntity, name: string): EntityColumn | undefined =>
  entity.shape.byName.get(name) ?? entity.shape.columns.find((column) => column.expanded === name)

function inSql(context: ModelContext, entity: ModelEntity, column: EntityColumn, alias: string): FieldInSql {
  const value = sql`${sql.ref(`${alias}.${column.name}`)}`
  const { sorted, folded } = entity.use
  return {
    column,
    entity,
    alias,
    value,
    nullable: alias !== root || !column.required || sorted.has(column.name),
    folded: folded.has(column.name) ? sql`${sql.ref(`${alias}.${foldColumn(column.name)}`)}` : undefined,
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
