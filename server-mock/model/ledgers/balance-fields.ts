import { sql, type RawBuilder } from 'kysely'
import { evaluateFormula } from '#schemas/formula/evaluate-formula.ts'
import { ledgerParts, type LedgerParts } from '#schemas/rules/ledgers/ledger-parts.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { balanceTable } from '#server/database/tables/ledger-sql.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { FieldInSql } from '#server/model/list/field-in-sql.ts'

type Registered = Pick<ModelContext, 'registry'>

/** A published ledger of which the records of an entity are the accounts; undefined for a field that names none. */
function ledgerOf({ registry }: Registered, entity: ModelEntity, { balance }: EntityColumn): LedgerParts | undefined {
  const found = balance && registry.ledgers.get(balance.ledger)
  const parts = found && ledgerParts(found.document)
  const isAccount = parts?.accounts.length === 1 && parts.accounts[0]!.entity === entity.name
  return isAccount && (balance!.balance in parts.stored || balance!.balance in parts.formulas) ? parts : undefined
}

/** What a balance is before anything was posted. */
export function openingBalance({ stored, formulas }: LedgerParts, balance: string): string | null {
  const tree = formulas[balance]
  return tree ? evaluateFormula(tree, Object.fromEntries(Object.keys(stored).map((name) => [name, '0']))) : '0'
}

/** A balance of the records of a table under the alias `of`, with the row of balances that has to be joined for it. */
export function balanceInSql(
  context: ModelContext,
  entity: ModelEntity,
  column: EntityColumn,
  of: string,
): { table: string; on: (alias: string) => RawBuilder<unknown>; field: (alias: string) => FieldInSql } | undefined {
  const parts = ledgerOf(context, entity, column)
  if (!parts) return undefined
  const opening = openingBalance(parts, column.balance!.balance)
  return {
    table: balanceTable(parts.name),
    on: (alias) => sql`${sql.ref(`${alias}.${parts.accounts[0]!.column}`)} = ${sql.ref(`${of}.id`)}`,
    field: (alias) => {
      const read = sql.ref(`${alias}.${column.balance!.balance}`)
      const own = opening === null ? read : sql`coalesce(${read}, ${sql.lit(opening)}::numeric)`
      const value = leastOr(parts, entity, column, of, own)
      return { column, entity, alias, value, order: value, nullable: opening === null, folded: () => sql`${value}::text` }
    },
  }
}

/** The least balance of the records that a list of the record names, where the document says so and the list is filled; else `own`. */
function leastOr(parts: LedgerParts, entity: ModelEntity, column: EntityColumn, of: string, own: RawBuilder<unknown>): RawBuilder<unknown> {
  const { balance, leastOf } = column.balance!
  const list = leastOf === undefined ? undefined : entity.shape.byName.get(leastOf)
  if (!list) return own
  const opening = openingBalance(parts, balance)
  return sql`coalesce((select min(coalesce(${sql.ref(`of_part.${balance}`)}, ${sql.lit(opening)}::numeric))
    from jsonb_array_elements_text(${sql.ref(`${of}.${list.name}`)}) as listed(id)
    left join ${sql.raw(balanceTable(parts.name))} as of_part on ${sql.ref(`of_part.${parts.accounts[0]!.column}`)} = listed.id::bigint), ${own})`
}

/** Balances of some records, by their id and field. A record that nothing was posted to reads what it began with. */
export async function readBalances(
  context: Pick<ModelContext, 'registry' | 'trx'>,
  entity: ModelEntity,
  columns: readonly EntityColumn[],
  ids: readonly number[],
): Promise<Map<number, Record<string, string | null>>> {
  const values = new Map(ids.map((id): [number, Record<string, string | null>] => [id, {}]))
  const byLedger = new Map<LedgerParts, EntityColumn[]>()
  for (const column of columns) {
    const parts = ledgerOf(context, entity, column)
    if (parts) byLedger.set(parts, [...(byLedger.get(parts) ?? []), column])
  }
  for (const [parts, fields] of byLedger) {
    if (ids.length === 0) continue
    for (const record of values.values()) for (const { name, balance } of fields) record[name] = openingBalance(parts, balance!.balance)
    const read = fields.map((field) => {
      const opening = openingBalance(parts, field.balance!.balance)
      const own = sql`coalesce(${sql.ref(`own.${field.balance!.balance}`)}, ${sql.lit(opening)}::numeric)`
      return sql`${leastOr(parts, entity, field, 'record', own)} as ${sql.ref(field.name)}`
    })
    const { rows } = await sql<Record<string, unknown>>`select record.id, ${sql.join(read)} from ${sql.raw(tableOf(entity.name))} as record
      left join ${sql.raw(balanceTable(parts.name))} as own on ${sql.ref(`own.${parts.accounts[0]!.column}`)} = record.id
      where record.id = any(${[...ids]}::bigint[])`.execute(context.trx)
    for (const row of rows) for (const { name } of fields) values.get(Number(row.id))![name] = (row[name] as string | null) ?? null
  }
  return values
}
