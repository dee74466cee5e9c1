import { sql } from 'kysely'
import { entriesName, ledgerParts, type LedgerParts } from '#schemas/rules/ledgers/ledger-parts.ts'
import type { LedgerDocument } from '#schemas/types/contract.d.ts'
import type { Trx } from '#server/database/database.ts'
import { quote, quoteText, tableOf } from '#server/database/sql-names.ts'
import { balanceFormula, balanceName, balanceTable, entryKeys, limitCheck, limitColumn } from './ledger-sql.ts'

/** Lets the statements of a publication change tables of entries, to which rows are only added otherwise. */
export const openEntries = (trx: Trx): Promise<unknown> => sql`set local pishkhan.ledger_upkeep = 'on'`.execute(trx)
export const closeEntries = (trx: Trx): Promise<unknown> => sql`set local pishkhan.ledger_upkeep = 'off'`.execute(trx)

/** Indexes of an entity that its ledger needs, which no document names. */
export const ledgerIndexes = (ledgers: Iterable<LedgerDocument>): ReadonlySet<string> =>
  new Set([...ledgers].flatMap(({ name }) => Object.values(entryKeys(entriesName(name)))))

/**
 * Makes the tables of balances, and what holds entries and balances to what the ledgers say. The tables of the entries are there. A balance
 * that is new is summed from the entries; one that no ledger names any more stays.
 */
export async function migrateLedgers(trx: Trx, ledgers: Iterable<LedgerDocument>): Promise<void> {
  for (const ledger of ledgers) {
    const parts = ledgerParts(ledger)
    await protectEntries(trx, parts)
    await migrateBalances(trx, parts)
  }
}

/** Entries are added and nothing else, each of one occasion once, and each reversed once. */
async function protectEntries(trx: Trx, { name }: LedgerParts): Promise<void> {
  const entity = entriesName(name)
  const keys = entryKeys(entity)
  for (const statement of [
    `create unique index if not exists ${quote(keys.posting)} on ${tableOf(entity)} (source, source_id, source_row, kind, occasion) where reverses_id is null`,
    `create unique index if not exists ${quote(keys.reversal)} on ${tableOf(entity)} (reverses_id)`,
    `create or replace trigger protect_entries before update or delete or truncate on ${tableOf(entity)} for each statement execute function pishkhan.protect_entries()`,
  ])
    await sql.raw(statement).execute(trx)
}

async function migrateBalances(trx: Trx, parts: LedgerParts): Promise<void> {
  const table = balanceTable(parts.name)
  const run = (statement: string) => sql.raw(statement).execute(trx)
  const accounts = parts.accounts.map(
    ({ entity, column }) => `${quote(column)} bigint not null references ${tableOf(entity)} (id) on delete cascade`,
  )
  const key = parts.accounts.map(({ column }) => quote(column)).join(', ')
  await run(`create table if not exists ${table} (${accounts.join(', ')}, version integer not null default 1, primary key (${key}))`)
  const columns = await storedColumns(trx, parts.name)
  for (const balance of Object.keys(parts.stored)) {
    if (columns.has(balance)) continue
    await run(`alter table ${table} add column ${quote(balance)} numeric not null default 0`)
    await sumEntries(trx, parts, balance)
  }
  for (const [balance, tree] of Object.entries(parts.formulas)) {
    const expression = balanceFormula(tree)
    if (columns.get(balance) === expression) continue
    if (columns.has(balance)) await run(`alter table ${table} drop column ${quote(balance)} cascade`)
    await run(`alter table ${table} add column ${quote(balance)} numeric generated always as (${expression}) stored`)
    await run(`comment on column ${table}.${quote(balance)} is ${quoteText(expression)}`)
  }
  await holdLimits(trx, parts, columns)
}

/** Columns of a table of balances, with the formula of those that have one. */
async function storedColumns(trx: Trx, ledger: string): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; comment: string | null }>`select a.attname as name, col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'ledger'::regnamespace and c.relname = ${balanceName(ledger)} and a.attnum > 0 and not a.attisdropped`.execute(
    trx,
  )
  return new Map(rows.map(({ name, comment }) => [name, comment]))
}

/** Brings a balance to what the entries come to. */
async function sumEntries(trx: Trx, { name, accounts }: LedgerParts, balance: string): Promise<void> {
  const keys = accounts.map(({ column }) => quote(column)).join(', ')
  const entries = tableOf(entriesName(name))
  await sql
    .raw(
      `insert into ${balanceTable(name)} as b (${keys}, ${quote(balance)}) select ${keys}, sum(${quote(balance)}) from ${entries} group by ${keys}
      on conflict (${keys}) do update set ${quote(balance)} = excluded.${quote(balance)}`,
    )
    .execute(trx)
}

/** The checks of floors, ceilings and holds; those that no longer hold are dropped. */
async function holdLimits(trx: Trx, { name, limits, held, stored }: LedgerParts, columns: ReadonlyMap<string, unknown>): Promise<void> {
  const table = balanceTable(name)
  const run = (statement: string) => sql.raw(statement).execute(trx)
  const wanted = new Map<string, string>()
  for (const balance of held) if (balance in stored) wanted.set(limitCheck(name, balance, 'held'), `${quote(balance)} >= 0`)
  for (const { balance, side, on } of limits) {
    if (on) continue
    const column = limitColumn(balance, side)
    if (!columns.has(column)) await run(`alter table ${table} add column ${quote(column)} numeric`)
    wanted.set(limitCheck(name, balance, side), `${quote(balance)} ${side === 'floor' ? '>=' : '<='} ${quote(column)}`)
  }
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = ${`ledger.${quote(balanceName(name))}`}::regclass and contype = 'c'`.execute(trx)
  const there = new Set(rows.map((row) => row.name))
  for (const known of there) if (!wanted.has(known)) await run(`alter table ${table} drop constraint ${quote(known)}`)
  for (const [check, condition] of wanted)
    if (!there.has(check)) await run(`alter table ${table} add constraint ${quote(check)} check (${condition})`)
}
