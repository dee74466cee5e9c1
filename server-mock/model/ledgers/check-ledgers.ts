import { sql } from 'kysely'
import { balancesOfHolds, entriesName, holdsName, ledgerParts, type LedgerParts } from '#schemas/rules/ledgers/ledger-parts.ts'
import type { LedgerDocument } from '#schemas/types/contract.d.ts'
import type { Trx } from '#server/database/database.ts'
import { quote, quoteText, tableOf } from '#server/database/sql-names.ts'
import { balanceTable } from '#server/database/tables/ledger-sql.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'

/** A balance, or what is held, that is not what the entries come to. */
export interface LedgerDifference {
  ledger: string
  /** Ids of the account by entity. */
  account: Record<string, number>
  balance: string
  stored: string
  entries: string
  /** Kind of hold, where it is what the holds of an account come to. */
  hold?: string
}

export interface LedgerCheck {
  ledger: string
  accounts: number
  entries: number
  differences: LedgerDifference[]
}

/** Most differences of a ledger that are told. */
const mostTold = 1000

/** Compares the balances and the holds of ledgers with their entries. @throws an error for a name that no ledger has */
export async function checkLedgers(trx: Trx, registry: DocumentRegistry, name?: string): Promise<LedgerCheck[]> {
  const found = name === undefined ? undefined : registry.ledgers.get(name.slice(name.indexOf('/') + 1))
  if (name !== undefined && !found)
    throw new Error(`There is no ledger "${name}". There are: ${[...registry.ledgers.keys()].join(', ') || 'none'}.`)
  await sql`set local statement_timeout = 0`.execute(trx)
  const checks: LedgerCheck[] = []
  for (const { document } of found ? [found] : registry.ledgers.values()) checks.push(await checkLedger(trx, document))
  return checks
}

async function checkLedger(trx: Trx, document: LedgerDocument): Promise<LedgerCheck> {
  const parts = ledgerParts(document)
  const entries = tableOf(entriesName(parts.name))
  const counts = await sql
    .raw<{ accounts: number; entries: number }>(
      `select (select count(*) from ${balanceTable(parts.name)}) as accounts, (select count(*) from ${entries}) as entries`,
    )
    .execute(trx)
  const differences: LedgerDifference[] = []
  for (const balance of Object.keys(parts.stored))
    differences.push(...(await differencesOf(trx, parts, balance, `select * from ${balanceTable(parts.name)}`, `select * from ${entries}`)))
  for (const kind of [...parts.kinds.values()].filter(({ isHold }) => isHold)) {
    const kinds = [...parts.kinds.values()].filter(({ name, closes }) => name === kind.name || closes === kind.name)
    const posted = `select * from ${entries} where source is not null and kind in (${kinds.map(({ name }) => quoteText(name)).join(', ')})`
    const held = `select * from ${tableOf(holdsName(parts.name))} where kind = ${quoteText(kind.name)}`
    for (const balance of balancesOfHolds(document).filter((each) => kind.changes.some((change) => change.balance === each)))
      differences.push(...(await differencesOf(trx, parts, balance, held, posted, kind.name)))
  }
  return { ledger: parts.name, ...counts.rows[0]!, differences }
}

/** Accounts whose sum of stored rows is not the sum of entries. */
async function differencesOf(
  trx: Trx,
  { name, accounts }: LedgerParts,
  balance: string,
  stored: string,
  entries: string,
  hold?: string,
): Promise<LedgerDifference[]> {
  const keys = accounts.map(({ column }) => quote(column)).join(', ')
  const sum = (rows: string) => `select ${keys}, sum(${quote(balance)}) as amount from (${rows}) as r group by ${keys}`
  const { rows } = await sql
    .raw<Record<string, string>>(
      `select ${keys}, coalesce(s.amount, 0)::text as stored, coalesce(e.amount, 0)::text as entries
      from (${sum(stored)}) as s full join (${sum(entries)}) as e using (${keys})
      where coalesce(s.amount, 0) <> coalesce(e.amount, 0) order by ${keys} limit ${mostTold}`,
    )
    .execute(trx)
  return rows.map((row) => ({
    ledger: name,
    account: Object.fromEntries(accounts.map(({ entity, column }) => [entity, Number(row[column])])),
    balance,
    stored: row.stored!,
    entries: row.entries!,
    ...(hold !== undefined && { hold }),
  }))
}

/** A difference in words: `stock of ware 5: on_hand is 7, and the entries come to 6`. */
export function differenceText({ ledger, account, balance, stored, entries, hold }: LedgerDifference): string {
  const of = Object.entries(account)
    .map(([entity, id]) => `${entity} ${id}`)
    .join(', ')
  return `${ledger} of ${of}: ${hold === undefined ? balance : `${balance} held by "${hold}"`} is ${stored}, and the entries come to ${entries}`
}
