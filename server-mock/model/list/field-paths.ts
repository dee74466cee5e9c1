import { sql, type RawBuilder } from 'kysely'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { isUniqueField } from '#server/database/tables/text-columns.ts'
import { tableOf } from '#server/database/sql-names.ts'
import {
  displayFields,
  lookUpEntity,
  mayReadAll,
  mayUseField,
  type ModelContext,
  type ModelEntity,
  type ModelOptions,
} from '#server/model/context.ts'
import { followLimit } from '#server/model/row-limit.ts'
import { balanceInSql } from '#server/model/ledgers/balance-fields.ts'
import { columnOf, inSql, maxJoins, root, type FieldInSql } from './field-in-sql.ts'
import type { Condition } from './text-conditions.ts'

/** Finds fields by path and remembers which tables have to be joined for them. */
export function createFieldPaths(context: ModelContext, entity: ModelEntity, options: ModelOptions) {
  const joins = new Map<string, { alias: string; table: string; on: RawBuilder<unknown> }>()
  /** Texts without a folded copy, by the field and its table's alias: each is folded once a row, however many conditions compare it. */
  const foldings = new Map<string, { alias: string; expression: RawBuilder<unknown> }>()

  const foldOnce = (key: string, expression: RawBuilder<unknown>): RawBuilder<unknown> => {
    const folding = foldings.get(key) ?? { alias: `f${foldings.size}`, expression }
    foldings.set(key, folding)
    return sql`${sql.ref(`${folding.alias}.folded`)}`
  }

  /** `own` in place of the caller's options, for what documents name; `follows` for a path of a document that callers only compare. */
  const resolve = (path: string, own: ModelOptions = options, follows = false): FieldInSql | undefined => {
    const steps = path.split('.')
    if (steps.length > maxJoins + 1) return undefined
    let current = entity
    let alias = root
    for (const [at, step] of steps.entries()) {
      const column = columnOf(current, step)
      if (!column || !mayUseField(context.caller, current, column, own)) return undefined
      if (column.balance) return at === steps.length - 1 ? balance(current, column, alias) : undefined
      if (at === steps.length - 1) return inSql(context, current, column, alias, (text) => foldOnce(`${alias}.${column.name}`, text))
      const target = column.references && lookUpEntity(context.registry, column.references)
      const next = target && columnOf(target, steps[at + 1]!)
      if (!target || !next) return undefined
      const joined = join(steps.slice(0, at + 1).join('.'), sql.ref(`${alias}.${column.name}`), target, next, own, follows)
      if (joined === undefined) return undefined
      current = target
      alias = joined
    }
    return undefined
  }

  /** A balance of the records of a table: one row of the ledger's balances at most. */
  const balance = (owner: ModelEntity, column: EntityColumn, of: string): FieldInSql | undefined => {
    const found = balanceInSql(context, owner, column, of)
    if (!found) return undefined
    const key = `balance ${of} ${found.table}`
    const alias = joins.get(key)?.alias ?? `t${joins.size + 1}`
    if (!joins.has(key)) joins.set(key, { alias, table: found.table, on: found.on(alias) })
    return found.field(alias)
  }

  /** Alias under which a reference is joined; of a ruled entity only the records that the caller may follow it to. */
  const join = (
    path: string,
    reference: RawBuilder<unknown>,
    target: ModelEntity,
    next: EntityColumn,
    { trusted }: ModelOptions,
    follows: boolean,
  ): string | undefined => {
    const alias = `t${joins.size + 1}`
    const isName = displayFields(target).includes(next.name)
    const limit = trusted ? undefined : followLimit(context, target, isName, alias)
    if (!trusted && !follows && (limit === null || (limit === undefined && !isName && !mayReadAll(context, target)))) return undefined
    const key = limit === undefined ? path : `${path} within`
    const known = joins.get(key)
    if (known) return known.alias
    const on = sql`${sql.ref(`${alias}.id`)} = ${reference}`
    joins.set(key, { alias, table: tableOf(target.name), on: limit === undefined ? on : sql`${on} and ${limit ?? sql`false`}` })
    return alias
  }

  /** For a path `reference.field` with a unique field: compares the reference with the id of that one record, without a join. */
  const resolveUnique = (path: string, value: string): Condition | undefined => {
    const [head, field, ...rest] = path.split('.')
    const column = field === undefined || rest.length > 0 ? undefined : columnOf(entity, head!)
    const target = column?.references === undefined ? undefined : lookUpEntity(context.registry, column.references)
    const own = target && columnOf(target, field!)
    if (!column || !target || !own || !isUniqueField(target.shape, own.name)) return undefined
    if (!mayUseField(context.caller, entity, column, options) || !mayUseField(context.caller, target, own, options)) return undefined
    const limit = options.trusted ? undefined : followLimit(context, target, displayFields(target).includes(own.name), 'named')
    const within = limit === undefined ? sql`` : sql`and ${limit ?? sql`false`}`
    return sql`${sql.ref(`${root}.${column.name}`)} = (select id from ${sql.raw(tableOf(target.name))} as named where ${sql.ref(`named.${own.name}`)} = ${value}::text ${within})`
  }

  /**
   * `from` with every join that a resolved path needs; each joins one row at most. `offset 0` keeps a folding from being put in place
   * of each use.
   */
  const from = () =>
    sql`${sql.raw(tableOf(entity.name))} as ${sql.ref(root)} ${sql.join(
      [
        ...[...joins.values()].map((join) => sql`left join ${sql.raw(join.table)} as ${sql.ref(join.alias)} on ${join.on}`),
        ...[...foldings.values()].map(
          ({ alias, expression }) => sql`left join lateral (select ${expression} as folded offset 0) as ${sql.ref(alias)} on true`,
        ),
      ],
      sql` `,
    )}`

  return { resolve, resolveUnique, from }
}
