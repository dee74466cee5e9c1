import type { LedgerParts } from '#schemas/rules/ledgers/ledger-parts.ts'
import type { ModelContext } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import { readAmount, type Amounts } from './entry-changes.ts'
import type { EntryFaults } from './ledger-faults.ts'
import { shareRecords, type Account } from './ledger-tables.ts'
import type { LedgerEntry } from './pending-posts.ts'
import type { ServedLedger } from './served-ledger.ts'

/** Whether nothing was sent for a value. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Id of a record of an account: `{ ware: 5 }`, `{ ware_id: '5' }` and `{ ware: { id: 5 } }` are the same. */
function idOf(account: LedgerEntry['account'], entity: string): number | undefined {
  const value = account[entity] ?? account[`${entity}_id`]
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  const number = typeof id === 'string' && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : id
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** The account of an entry whose accounts were found. */
export const accountOf = ({ accounts }: LedgerParts, post: LedgerEntry): Account =>
  accounts.map(({ entity }) => idOf(post.account, entity)!)

/** The account of a stored entry. */
export const accountOfRow = ({ accounts }: LedgerParts, row: StoredRow): Account => accounts.map(({ column }) => Number(row[column]))

/** A moment as ISO text; undefined for none. */
export function momentOf(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined
  const moment = new Date(String(value))
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** The amounts of an entry; those that cannot be are added to the faults. */
function readAmounts(parts: LedgerParts, faults: EntryFaults, post: LedgerEntry): Amounts {
  const kind = parts.kinds.get(post.entry)
  const amounts: Amounts = {}
  if (!kind) {
    const values = { kinds: [...parts.kinds.keys()].join(', ') }
    faults.add(post, 'entry', { key: 'errors.ledger_unknown_kind', values })
    return amounts
  }
  for (const name of Object.keys(parts.amounts)) {
    if (!kind.amounts.includes(name) && isEmpty(post.amounts[name])) continue
    const read = readAmount(post.amounts[name], parts.amounts[name]!)
    if ('fault' in read) faults.add(post, name, read.fault)
    else amounts[name] = read.amount
  }
  return amounts
}

/**
 * Reads the amounts of the entries, and holds the records of their accounts against changes, as records are held before balances.
 * `reversed`: stored entries whose accounts are held too.
 * @throws a 422 at each amount that cannot be, and at each account that does not exist or lies in the trash
 */
export async function requireSoundEntries(
  context: ModelContext,
  { parts }: ServedLedger,
  faults: EntryFaults,
  posts: readonly LedgerEntry[],
  reversed: readonly StoredRow[],
): Promise<Map<LedgerEntry, Amounts>> {
  for (const { entity, column } of parts.accounts) {
    const ids = posts.map((post) => idOf(post.account, entity)).filter((id) => id !== undefined)
    const found = await shareRecords(context, entity, [...ids, ...reversed.map((row) => Number(row[column]))])
    for (const post of posts) {
      const id = idOf(post.account, entity)
      const row = id === undefined ? undefined : found.get(id)
      if (id === undefined && isEmpty(post.account[entity] ?? post.account[`${entity}_id`]))
        faults.add(post, entity, { key: 'rules.required' })
      else if (!row) faults.add(post, entity, { key: 'errors.unknown_reference' })
      else if (row.isTrashed) faults.add(post, entity, { key: 'errors.ledger_account_in_trash' })
    }
  }
  const amounts = new Map(posts.map((post) => [post, readAmounts(parts, faults, post)]))
  faults.raise()
  return amounts
}
