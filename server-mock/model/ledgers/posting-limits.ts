import type { EntryKind, LedgerLimit } from '#schemas/rules/ledgers/ledger-parts.ts'
import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { limitColumn } from '#server/database/tables/ledger-sql.ts'
import { validationError } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import { isBeyond, limitColumns, type AccountLimits } from './account-limits.ts'
import { allBalances, movedBy, type Amounts } from './entry-changes.ts'
import { limitMessage, told, type EntryFaults } from './ledger-faults.ts'
import { keyOfAccount, type Account } from './ledger-tables.ts'
import type { LedgerEntry } from './pending-posts.ts'
import type { ServedLedger } from './served-ledger.ts'

/** An account that a posting holds: its balances as they were, and as they are after the entries so far. */
export interface HeldAccount {
  ids: Account
  before: Amounts
  balances: Amounts
}

/** An entry that was worked out, with all balances of its account before and after it. */
export interface WorkedEntry {
  kind: EntryKind
  account: Account
  changes: Amounts
  before: Record<string, string | null>
  after: Record<string, string | null>
  /** Where its faults are told. */
  told: Pick<LedgerEntry, 'pathOf' | 'record'>
  row: Record<string, unknown>
}

interface Held {
  accounts: ReadonlyMap<string, HeldAccount>
  limits: ReadonlyMap<number, AccountLimits>
  worked: readonly WorkedEntry[]
  faults: EntryFaults
}

/** @throws a 422 where what one occasion posts to a ledger with `zero_sum` does not add up to nothing */
export function requireZeroSum(context: ModelContext, { parts }: ServedLedger, { worked, faults }: Pick<Held, 'worked' | 'faults'>): void {
  if (!parts.isZeroSum) return
  const sums = new Map<string, { sum: Amounts; first: WorkedEntry }>()
  for (const each of worked) {
    const { source, source_id, occasion } = each.row
    const key = JSON.stringify([source, source_id, occasion])
    const known = sums.get(key)
    sums.set(key, { sum: movedBy(known?.sum ?? {}, each.changes), first: known?.first ?? each })
  }
  for (const { sum, first } of sums.values())
    for (const amount of Object.values(sum))
      if (compareDecimal(amount, '0') !== 0) {
        const [name = 'entries'] = first.kind.amounts
        faults.add(first.told, name, { key: 'errors.ledger_not_zero', values: { amount: told(context, amount) } })
      }
  faults.raise()
}

/**
 * Holds accounts to the limits of their balances.
 * `limited`: accounts whose limits change in the same call.
 * @throws a 422 at the entry that takes a balance beyond its limit, with the limit's own sentence
 */
export async function requireLimits(
  context: ModelContext,
  ledger: ServedLedger,
  { accounts, limits, worked, faults }: Held,
  limited: ReadonlySet<number>,
): Promise<void> {
  const { parts, account } = ledger
  const entriesOf = new Map<string, WorkedEntry[]>()
  for (const entry of worked) {
    const key = keyOfAccount(entry.account)
    const own = entriesOf.get(key)
    if (own) own.push(entry)
    else entriesOf.set(key, [entry])
  }
  for (const [key, held] of accounts) {
    const id = held.ids[0]!
    const before = allBalances(parts, held.before)
    const after = allBalances(parts, held.balances)
    const own = entriesOf.get(key) ?? []
    const refuse = async (limit: Bound): Promise<void> => {
      const blamed = blamedEntry(own, limit)
      const stated = limit.limit && { limit: limit.limit, value: limit.bound }
      const message = await limitMessage(context, ledger, id, { amount: before[limit.balance] ?? '0', limit: stated })
      faults.add(blamed?.told ?? {}, blamed?.kind.amounts[0] ?? limit.balance, message)
    }
    for (const balance of parts.held) {
      if (!(balance in parts.stored) || compareDecimal(after[balance]!, '0') >= 0) continue
      const limit = parts.limits.find((one) => one.balance === balance && one.side === 'floor')
      await refuse({ balance, side: 'floor', bound: '0', limit })
    }
    for (const limit of parts.limits) {
      const { balance, side, on } = limit
      const [value, from] = [after[balance], before[balance]]
      const bound = limits.get(id)?.get(limit)
      if (bound == null || value == null || !isBeyond(side, value, bound)) continue
      if (limited.has(id) && own.length === 0) {
        const [field = 'id'] = [...limitColumns(ledger)]
        const values = { balance: told(context, value), limit: told(context, bound) }
        throw validationError({ [account.shape.byName.get(field)?.field ?? field]: [{ key: 'errors.ledger_beyond_limit', values }] })
      }
      // What is beyond already may come back, but not go further.
      if (from != null && isBeyond(side, from, bound) && !isBeyond(side, value, from)) continue
      if (on && !own.some((each) => on.includes(each.kind.name) && movesTowards(side, each.before[balance], each.after[balance]))) continue
      await refuse({ balance, side, bound, limit })
    }
  }
  faults.raise()
}

/** A limit with its value for an account; a hold, which is never below zero, may have no `limit` in the document. */
interface Bound {
  balance: string
  side: LedgerLimit['side']
  bound: string
  limit: LedgerLimit | undefined
}

/** The entry that took a balance beyond its limit; otherwise the last that moved it there. */
function blamedEntry(own: readonly WorkedEntry[], { balance, side, bound }: Bound): WorkedEntry | undefined {
  const moving = own.filter(({ before, after }) => movesTowards(side, before[balance], after[balance]))
  return moving.find(({ after }) => after[balance] != null && isBeyond(side, after[balance]!, bound)) ?? moving.at(-1)
}

const movesTowards = (side: LedgerLimit['side'], before: string | null | undefined, after: string | null | undefined): boolean =>
  after != null && (before == null || isBeyond(side, after, before))

/** The limits that the database holds an account to, by column; one that lies beyond already is held to what it has. */
export function storedLimits(
  { parts }: ServedLedger,
  { ids, balances }: HeldAccount,
  limits: ReadonlyMap<number, AccountLimits>,
): Record<string, string | null> {
  const after = allBalances(parts, balances)
  return Object.fromEntries(
    parts.limits.flatMap((limit) => {
      if (limit.on) return []
      const bound = limits.get(ids[0]!)?.get(limit) ?? null
      const value = after[limit.balance]
      const own = bound !== null && value != null && isBeyond(limit.side, value, bound) ? value : bound
      return [[limitColumn(limit.balance, limit.side), own]]
    }),
  )
}
