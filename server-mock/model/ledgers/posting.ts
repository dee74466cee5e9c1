import { afterField, type EntryKind } from '#schemas/rules/ledgers/ledger-parts.ts'
import { canonicalDecimal } from '#schemas/rules/numbers/decimal.ts'
import { ApiError } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { readLimits, type AccountLimits } from './account-limits.ts'
import { allBalances, changesOfEntry, movedBy, negated, type Amounts } from './entry-changes.ts'
import { accountOf, accountOfRow, isEmpty, momentOf, requireSoundEntries } from './entry-input.ts'
import { EntryFaults } from './ledger-faults.ts'
import { addRows, holdAccounts, keyOfAccount, openEntriesOf, writeBalances, type Account } from './ledger-tables.ts'
import type { LedgerEntry, Pending, Reversal } from './pending-posts.ts'
import { requireLimits, requireZeroSum, storedLimits, type HeldAccount, type WorkedEntry } from './posting-limits.ts'
import type { ServedLedger } from './served-ledger.ts'
import { SourceHolds } from './source-holds.ts'

/** What one call posts to a ledger: entries and reversals in their order, worked out under the locks of their accounts. */
export class Posting {
  readonly #context: ModelContext
  readonly #ledger: ServedLedger
  readonly #faults: EntryFaults
  readonly #holds: SourceHolds
  readonly #accounts = new Map<string, HeldAccount>()
  #limits = new Map<number, AccountLimits>()

  constructor(context: ModelContext, ledger: ServedLedger) {
    this.#context = context
    this.#ledger = ledger
    this.#faults = new EntryFaults(context)
    this.#holds = new SourceHolds(context, ledger)
  }

  async run(pending: readonly Pending[]): Promise<void> {
    const { parts, holds, entries } = this.#ledger
    const posts = pending.flatMap((each) => ('post' in each ? [each.post] : []))
    const reversals = pending.flatMap((each) => ('reverse' in each ? [each.reverse] : []))
    const limited = pending.flatMap((each) => ('limits' in each ? [[each.limits]] : []))
    const reversed: StoredRow[] = []
    for (const each of reversals) reversed.push(...(await this.#openEntries(each)))
    const amounts = await requireSoundEntries(this.#context, this.#ledger, this.#faults, posts, reversed)
    await this.#hold([...posts.map((post) => accountOf(parts, post)), ...reversed.map((row) => accountOfRow(parts, row)), ...limited])
    if (holds) await this.#holds.read([...posts.flatMap(({ source }) => source ?? []), ...reversals.map(({ source }) => source)])
    const worked: WorkedEntry[] = []
    let segment: WorkedEntry[] = []
    for (const each of pending) {
      if ('post' in each) segment.push(this.#workOut(each.post, amounts.get(each.post)!))
      else if ('reverse' in each) {
        // What the same call has posted before is there to be reversed.
        await addRows(this.#context, entries, rowsOf(segment))
        worked.push(...segment)
        segment = await this.#reverse(each.reverse)
      }
    }
    worked.push(...segment)
    requireZeroSum(this.#context, this.#ledger, { worked, faults: this.#faults })
    const held = { accounts: this.#accounts, limits: this.#limits, worked, faults: this.#faults }
    await requireLimits(this.#context, this.#ledger, held, new Set(limited.map(([id]) => id!)))
    await this.#write(segment)
  }

  #openEntries({ source, entry }: Reversal): Promise<StoredRow[]> {
    return openEntriesOf(this.#context, this.#ledger, source, entry)
  }

  /** Holds accounts until the transaction ends, with their limits as they are then. */
  async #hold(accounts: readonly Account[]): Promise<void> {
    const { parts, account } = this.#ledger
    const missing = accounts.filter((ids) => !this.#accounts.has(keyOfAccount(ids)))
    const balances = await holdAccounts(this.#context, this.#ledger, missing)
    for (const ids of missing) {
      const before = balances.get(keyOfAccount(ids))!
      this.#accounts.set(keyOfAccount(ids), { ids, before, balances: before })
    }
    if (parts.limits.length === 0) return
    const ids = [...new Set([...this.#accounts.values()].map((held) => held.ids[0]!))]
    this.#limits = await readLimits(this.#context, this.#ledger, await selectAnyRows(this.#context, account, ids))
  }

  #workOut(post: LedgerEntry, amounts: Amounts): WorkedEntry {
    const { parts } = this.#ledger
    const kind = parts.kinds.get(post.entry)!
    const account = accountOf(parts, post)
    const at = momentOf(post.at)
    const row = {
      ...this.#columnsOf(account),
      ...(at !== undefined && { created_at: at }),
      ...(post.by !== undefined && { created_by: post.by }),
      source: post.source?.entity ?? null,
      source_id: post.source?.id ?? null,
      source_row: post.source?.row ?? 0,
      occasion: post.occasion ?? 0,
      effective_at: momentOf(post.effectiveAt) ?? at ?? this.#context.now.toISOString(),
      note: isEmpty(post.note) ? null : String(post.note).slice(0, 4000),
    }
    const changes = changesOfEntry(parts, kind, amounts, this.#holds.heldBy(kind.closes, row))
    return this.#move(kind, account, { amounts, changes, row, told: post })
  }

  #columnsOf(account: Account): Record<string, number> {
    return Object.fromEntries(this.#ledger.parts.accounts.map(({ column }, at) => [column, account[at]!]))
  }

  /** The opposites of the entries of a source that are still to be reversed, read again under the locks. */
  async #reverse(reversal: Reversal): Promise<WorkedEntry[]> {
    const { parts } = this.#ledger
    const rows = await this.#openEntries(reversal)
    await this.#hold(rows.map((row) => accountOfRow(parts, row)))
    return rows.map((original) => {
      const kind = parts.kinds.get(String(original.kind)) ?? { name: String(original.kind), changes: [], isHold: false, amounts: [] }
      const opposite = (names: Iterable<string>) =>
        Object.fromEntries([...names].flatMap((name) => (original[name] === null ? [] : [[name, negated(String(original[name]))]])))
      const account = accountOfRow(parts, original)
      const row = {
        ...this.#columnsOf(account),
        source: original.source,
        source_id: original.source_id,
        source_row: original.source_row,
        occasion: reversal.occasion ?? 0,
        effective_at: this.#context.now.toISOString(),
        reverses_id: original.id,
      }
      const [amounts, changes] = [opposite(Object.keys(parts.amounts)), opposite(Object.keys(parts.stored))]
      return this.#move(kind, account, { amounts, changes, row, told: reversal })
    })
  }

  /** Moves the balances of an account, and what the source of the entry holds. */
  #move(
    kind: EntryKind,
    account: Account,
    {
      amounts,
      changes,
      row,
      told: { pathOf, record },
    }: { amounts: Amounts; changes: Amounts; row: Record<string, unknown>; told: WorkedEntry['told'] },
  ): WorkedEntry {
    const { parts } = this.#ledger
    const held = this.#accounts.get(keyOfAccount(account))!
    const before = allBalances(parts, held.balances)
    held.balances = movedBy(held.balances, changes)
    const after = allBalances(parts, held.balances)
    const hold = kind.isHold ? kind.name : kind.closes
    if (hold !== undefined) this.#holds.move(hold, changes, row)
    const { now, caller } = this.#context
    const by = caller.user?.id ?? null
    const at = now.toISOString()
    const whole = {
      created_at: at,
      created_by: by,
      ...row,
      kind: kind.name,
      ...amounts,
      ...Object.fromEntries(Object.keys(parts.stored).map((balance) => [balance, canonicalDecimal(changes[balance] ?? '0')])),
      ...Object.fromEntries(Object.entries(after).map(([balance, value]) => [afterField(balance), value])),
      version: 1,
      updated_at: at,
      updated_by: by,
    }
    return { kind, account, changes, before, after, told: { pathOf, record }, row: whole }
  }

  async #write(segment: readonly WorkedEntry[]): Promise<void> {
    const accounts = [...this.#accounts.values()].map((held) => ({
      account: held.ids,
      balances: held.balances,
      limits: storedLimits(this.#ledger, held, this.#limits),
    }))
    try {
      await addRows(this.#context, this.#ledger.entries, rowsOf(segment))
      await this.#holds.write()
      await writeBalances(this.#context, this.#ledger, accounts)
    } catch (fault) {
      throw refusalOf(fault)
    }
  }
}

const rowsOf = (entries: readonly WorkedEntry[]): Record<string, unknown>[] => entries.map(({ row }) => row)

/** What the database refused, where somebody went past the ledger. */
function refusalOf(fault: unknown): unknown {
  const { code, constraint = '' } = fault as { code?: string; constraint?: string }
  if (code === '23505' && constraint.endsWith('_posting_key'))
    return new ApiError('precondition-failed', { userMessage: { key: 'errors.ledger_posted_already' } })
  if (code === '23505' && constraint.endsWith('_reversal_key'))
    return new ApiError('precondition-failed', { userMessage: { key: 'errors.ledger_reversed_already' } })
  if (code === '23514') return new ApiError('precondition-failed', { userMessage: { key: 'errors.ledger_limit' } })
  return fault
}
