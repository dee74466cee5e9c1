import { sql } from 'kysely'
import { balancesOfHolds } from '#schemas/rules/ledgers/ledger-parts.ts'
import { balanceTable, limitColumn } from '#server/database/tables/ledger-sql.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import { definitions, recordset, typedColumns } from '#server/model/write/recordset.ts'
import type { Amounts } from './entry-changes.ts'
import type { Source } from './pending-posts.ts'
import type { ServedLedger } from './served-ledger.ts'

type Reading = Pick<ModelContext, 'trx'>

/** Ids of an account, in the order of the ledger's fields. */
export type Account = readonly number[]

export const keyOfAccount = (account: Account): string => account.join(',')

const inOrder = (accounts: readonly Account[]): Account[] =>
  [...new Map(accounts.map((account) => [keyOfAccount(account), account])).values()].sort(
    (a, b) => a.map((id, at) => id - b[at]!).find((difference) => difference !== 0) ?? 0,
  )

/** Accounts as rows of one statement. */
function given({ parts }: ServedLedger, accounts: readonly Account[]) {
  const columns = parts.accounts.map(({ column }) => column)
  const rows = inOrder(accounts).map((account) => Object.fromEntries(columns.map((column, at) => [column, account[at]])))
  const defined = sql.join(columns.map((column) => sql`${sql.ref(column)} bigint`))
  return { columns, from: sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given(${defined})` }
}

/** Holds the records of accounts, in the order of their ids, so that nobody changes or destroys them until the transaction ends. */
export async function shareRecords({ trx }: Reading, entity: string, ids: readonly number[]): Promise<Map<number, { isTrashed: boolean }>> {
  const { rows } = await sql<{ id: number; trashed: boolean }>`select id, deleted_at is not null as trashed from ${sql.raw(tableOf(entity))}
    where id = any(${[...new Set(ids)]}::bigint[]) order by id for key share`.execute(trx)
  return new Map(rows.map(({ id, trashed }) => [Number(id), { isTrashed: trashed }]))
}

/** Makes sure that accounts have a row of balances, and holds these rows in the order of their ids until the transaction ends. */
export async function holdAccounts({ trx }: Reading, ledger: ServedLedger, accounts: readonly Account[]): Promise<Map<string, Amounts>> {
  const balances = new Map<string, Amounts>()
  if (accounts.length === 0) return balances
  const table = sql.raw(balanceTable(ledger.parts.name))
  const { columns, from } = given(ledger, accounts)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${table} (${names}) select ${names} from ${from} order by ${names} on conflict do nothing`.execute(trx)
  const kept = Object.keys(ledger.parts.stored)
  const { rows } = await sql<Record<string, unknown>>`select ${names}, ${sql.join(kept.map((name) => sql.ref(name)))} from ${table}
    where (${names}) in (select ${names} from ${from}) order by ${names} for no key update`.execute(trx)
  for (const row of rows)
    balances.set(
      keyOfAccount(columns.map((column) => Number(row[column]))),
      Object.fromEntries(kept.map((name) => [name, String(row[name])])),
    )
  return balances
}

/** Writes balances of held accounts, with the limits that hold for them from now on. */
export async function writeBalances(
  { trx }: Reading,
  ledger: ServedLedger,
  accounts: readonly { account: Account; balances: Amounts; limits: Readonly<Record<string, string | null>> }[],
): Promise<void> {
  const { parts } = ledger
  const keys = parts.accounts.map(({ column }) => column)
  const limits = parts.limits.filter(({ on }) => !on).map(({ balance, side }) => limitColumn(balance, side))
  const written = [...Object.keys(parts.stored), ...limits]
  const rows = accounts.map(({ account, balances, limits: own }) => ({
    ...Object.fromEntries(keys.map((column, at) => [column, account[at]])),
    ...balances,
    ...own,
  }))
  const set = written.map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`)
  const defined = [...keys.map((name) => sql`${sql.ref(name)} bigint`), ...written.map((name) => sql`${sql.ref(name)} numeric`)]
  const same = keys.map((name) => sql`${sql.ref(`b.${name}`)} = ${sql.ref(`v.${name}`)}`)
  await sql`update ${sql.raw(balanceTable(parts.name))} as b set ${sql.join(set)}, version = b.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as v(${sql.join(defined)}) where ${sql.join(same, sql` and `)}`.execute(
    trx,
  )
}

/** Adds rows to a table of entries or holds. */
export async function addRows({ trx }: Reading, entity: ModelEntity, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  const columns = typedColumns(entity).filter(({ name }) => name !== 'id' && name !== 'deleted_at')
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = JSON.stringify(rows.map((row) => recordset(entity, row)))
  await sql`insert into ${sql.raw(tableOf(entity.name))} (${names})
    select ${names} from jsonb_to_recordset(${values}::text::jsonb) as v(${definitions(columns)})`.execute(trx)
}

/** Entries of a source that are neither reversed nor reversals themselves, in their order. */
export async function openEntriesOf({ trx }: Reading, { entries }: ServedLedger, source: Source, kind?: string): Promise<StoredRow[]> {
  const table = sql.raw(tableOf(entries.name))
  const { rows } = await sql<StoredRow>`select * from ${table} as e where e.source = ${source.entity} and e.source_id = ${source.id}
    and (${source.row ?? null}::bigint is null or e.source_row = ${source.row ?? null}::bigint)
    and (${kind ?? null}::text is null or e.kind = ${kind ?? null}::text) and e.reverses_id is null
    and not exists (select 1 from ${table} as r where r.reverses_id = e.id) order by e.id`.execute(trx)
  return rows
}

/** Rows of holds of some sources. */
export async function holdsOf({ trx }: Reading, { holds }: ServedLedger, sources: readonly Source[]): Promise<StoredRow[]> {
  if (!holds || sources.length === 0) return []
  const given = JSON.stringify(sources.map(({ entity, id }) => ({ source: entity, source_id: id })))
  const { rows } = await sql<StoredRow>`select * from ${sql.raw(tableOf(holds.name))} where (source, source_id) in
    (select source, source_id from jsonb_to_recordset(${given}::text::jsonb) as v(source text, source_id bigint))`.execute(trx)
  return rows
}

/** Writes what holds still hold. */
export async function changeHolds({ trx }: Reading, ledger: ServedLedger, rows: readonly StoredRow[]): Promise<void> {
  if (!ledger.holds || rows.length === 0) return
  const balances = balancesOfHolds(ledger.document)
  const set = [...balances, 'is_open', 'version', 'updated_at', 'updated_by'].map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`)
  const columns = typedColumns(ledger.holds).filter(({ name }) => name !== 'deleted_at')
  const values = JSON.stringify(rows.map((row) => ({ id: row.id, ...recordset(ledger.holds!, row) })))
  await sql`update ${sql.raw(tableOf(ledger.holds.name))} as h set ${sql.join(set)}
    from jsonb_to_recordset(${values}::text::jsonb) as v(${definitions(columns)}) where h.id = v.id`.execute(trx)
}
