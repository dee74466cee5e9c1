import { sql, type RawBuilder } from 'kysely'
import { evaluateFormula } from '#schemas/formula/evaluate-formula.ts'
import { ledgerParts, type LedgerParts } from '#schemas/rules/ledgers/ledger-parts.ts'
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
      const value = opening === null ? read : sql`coalesce(${read}, ${sql.lit(opening)}::numeric)`
      return { column, entity, alias, value, order: value, nullable: opening === null, folded: () => sql`${value}::text` }
    },
  }
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
    const names = [...new Set(fields.map(({ balance }) => balance!.balance))]
    const { column } = parts.accounts[0]!
    const { rows } = await sql<Record<string, unknown>>`select ${sql.ref(column)} as id, ${sql.join(names.map((name) => sql.ref(name)))}
      from ${sql.raw(balanceTable(parts.name))} where ${sql.ref(column)} = any(${[...ids]}::bigint[])`.execute(context.trx)
    for (const row of rows)
      for (const { name, balance } of fields) values.get(Number(row.id))![name] = (row[balance!.balance] as string | null) ?? null
  }
  return values
}
