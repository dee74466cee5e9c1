import { afterField, balancesOfHolds, type EntryKind, type LedgerLimit } from '#schemas/rules/ledgers/ledger-parts.ts'
import { addDecimal, canonicalDecimal, compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { isBeyond, limitColumns, readLimits, type AccountLimits } from './account-limits.ts'
import { allBalances, changesOfEntry, movedBy, negated, readAmount, type Amounts } from './entry-changes.ts'
import { EntryFaults, limitMessage, told } from './ledger-faults.ts'
import {
  addRows,
  changeHolds,
  holdAccounts,
  holdsOf,
  keyOfAccount,
  openEntriesOf,
  shareRecords,
  writeBalances,
  type Account,
} from './ledger-tables.ts'
import { collect, maxEntries, takePosts, type LedgerEntry, type Pending, type Reversal, type Source } from './pending-posts.ts'
import { requireUnpostedFields } from './posted-records.ts'
import { limitColumn } from '#server/database/tables/ledger-sql.ts'
import { servedLedger, type ServedLedger } from './served-ledger.ts'

/**
 * Posts entries to a ledger, with the change that is open or, where none is, at once. The entries of a call are posted together: what
 * counts is what an account comes to.
 * @throws a 422 at each amount and account that cannot be, and where a balance would go beyond its limit
 */
export async function postEntries(context: ModelContext, ledger: string, entries: readonly LedgerEntry[]): Promise<void> {
  const { parts } = servedLedger(context, ledger)
  const isLater = collect(
    context,
    entries.map((post) => ({ ledger: parts.name, post })),
  )
  if (!isLater) await postPending(context)
}

/** Takes back what a source has posted to a ledger and what is not reversed yet, by opposite entries. */
export async function reverseEntries(context: ModelContext, ledger: string, reverse: Reversal): Promise<void> {
  const { parts } = servedLedger(context, ledger)
  if (!collect(context, [{ ledger: parts.name, reverse }])) await postPending(context)
}

/** Posts what was collected: ledger by ledger in the order of their names, and accounts in the order of their ids. */
export async function postPending(context: ModelContext): Promise<void> {
  const pending = takePosts(context.trx)
  await requireUnpostedFields(context, pending)
  if (pending.filter((each) => 'post' in each).length > maxEntries)
    throw validationError({ entries: [{ key: 'errors.too_many_entries', values: { max: maxEntries } }] })
  const names = [...new Set(pending.map(({ ledger }) => ledger))].sort()
  for (const name of names) await new Posting(context, servedLedger(context, name)).run(pending.filter(({ ledger }) => ledger === name))
}

/** An entry that was worked out. */
interface Worked {
  kind: EntryKind
  account: Account
  amounts: Amounts
  changes: Amounts
  before: Record<string, string | null>
  after: Record<string, string | null>
  told: Pick<LedgerEntry, 'pathOf' | 'record'>
  row: Record<string, unknown>
}

type Held = StoredRow & { isNew?: boolean; isChanged?: boolean }

class Posting {
  readonly #context: ModelContext
  readonly #ledger: ServedLedger
  readonly #faults: EntryFaults
  /** Balances of the held accounts: as they were, and as they are so far. */
  readonly #before = new Map<string, Amounts>()
  readonly #balances = new Map<string, Amounts>()
  readonly #accounts = new Map<string, Account>()
  readonly #holds = new Map<string, Held>()
  #limits = new Map<number, AccountLimits>()

  constructor(context: ModelContext, ledger: ServedLedger) {
    this.#context = context
    this.#ledger = ledger
    this.#faults = new EntryFaults(context)
  }

  async run(pending: readonly Pending[]): Promise<void> {
    const posts = pending.flatMap((each) => ('post' in each ? [each.post] : []))
    const reversals = pending.flatMap((each) => ('reverse' in each ? [each.reverse] : []))
    const limited = pending.flatMap((each) => ('limits' in each ? [[each.limits]] : []))
    const reversed: StoredRow[] = []
    for (const each of reversals) reversed.push(...(await this.#openEntries(each)))
    await this.#requireAccounts(posts, reversed)
    await this.#hold([...posts.map((post) => this.#accountOf(post)), ...reversed.map((row) => this.#accountOfRow(row)), ...limited])
    if (this.#ledger.holds)
      await this.#readHolds([...posts.flatMap(({ source }) => source ?? []), ...reversals.map(({ source }) => source)])
    const worked: Worked[] = []
    let segment: Worked[] = []
    for (const each of pending) {
      if ('post' in each) segment.push(this.#workOut(each.post))
      else if ('reverse' in each) {
        this.#faults.raise()
        // What the same call has posted before is there to be reversed.
        await addRows(
          this.#context,
          this.#ledger.entries,
          segment.map(({ row }) => row),
        )
        worked.push(...segment)
        segment = await this.#reverse(each.reverse)
      }
    }
    this.#faults.raise()
    worked.push(...segment)
    this.#requireZeroSum(worked)
    await this.#requireLimits(worked, new Set(limited.map(([id]) => id!)))
    await this.#write(segment)
  }

  /**
   * Holds the records of the accounts against changes of them, as records are held before balances.
   * @throws a 422 at the account that there is not, or that lies in the trash
   */
  async #requireAccounts(posts: readonly LedgerEntry[], reversed: readonly StoredRow[]): Promise<void> {
    const { parts } = this.#ledger
    for (const { entity, column } of parts.accounts) {
      const ids = posts.map((post) => idOf(post.account, entity)).filter((id) => id !== undefined)
      const found = await shareRecords(this.#context, entity, [...ids, ...reversed.map((row) => Number(row[column]))])
      for (const post of posts) {
        const id = idOf(post.account, entity)
        const row = id === undefined ? undefined : found.get(id)
        if (id === undefined && isEmpty(post.account[entity] ?? post.account[`${entity}_id`]))
          this.#faults.add(post, entity, { key: 'rules.required' })
        else if (!row) this.#faults.add(post, entity, { key: 'errors.unknown_reference' })
        else if (row.isTrashed) this.#faults.add(post, entity, { key: 'errors.ledger_account_in_trash' })
      }
    }
    for (const post of posts) this.#readAmounts(post)
    this.#faults.raise()
  }

  #accountOf(post: LedgerEntry): Account {
    return this.#ledger.parts.accounts.map(({ entity }) => idOf(post.account, entity)!)
  }
  #accountOfRow(row: StoredRow): Account {
    return this.#ledger.parts.accounts.map(({ column }) => Number(row[column]))
  }

  #readAmounts(post: LedgerEntry): Amounts {
    const { parts } = this.#ledger
    const kind = parts.kinds.get(post.entry)
    const amounts: Amounts = {}
    if (!kind) {
      const values = { kinds: [...parts.kinds.keys()].join(', ') }
      this.#faults.add(post, 'entry', { key: 'errors.ledger_unknown_kind', values })
      return amounts
    }
    for (const name of Object.keys(parts.amounts)) {
      if (!kind.amounts.includes(name) && isEmpty(post.amounts[name])) continue
      const read = readAmount(post.amounts[name], parts.amounts[name]!)
      if ('fault' in read) this.#faults.add(post, name, read.fault)
      else amounts[name] = read.amount
    }
    return amounts
  }

  #openEntries({ source, entry }: Reversal): Promise<StoredRow[]> {
    return openEntriesOf(this.#context, this.#ledger, source, entry)
  }

  /** Holds accounts until the transaction ends, with their limits as they are then. */
  async #hold(accounts: readonly Account[]): Promise<void> {
    const missing = accounts.filter((account) => !this.#before.has(keyOfAccount(account)))
    for (const account of missing) this.#accounts.set(keyOfAccount(account), account)
    for (const [key, balances] of await holdAccounts(this.#context, this.#ledger, missing)) {
      this.#before.set(key, balances)
      this.#balances.set(key, balances)
    }
    if (this.#ledger.parts.limits.length === 0) return
    const ids = [...new Set([...this.#accounts.values()].map(([id]) => id!))]
    const rows = await selectAnyRows(this.#context, this.#ledger.account, ids)
    this.#limits = await readLimits(this.#context, this.#ledger, rows)
  }

  async #readHolds(sources: readonly Source[]): Promise<void> {
    for (const row of await holdsOf(this.#context, this.#ledger, sources)) this.#holds.set(this.#holdKey(row.kind, row), row)
  }

  #holdKey(kind: unknown, row: Record<string, unknown>): string {
    const { parts } = this.#ledger
    return JSON.stringify([kind, row.source, row.source_id, row.source_row, ...parts.accounts.map(({ column }) => Number(row[column]))])
  }

  #workOut(post: LedgerEntry): Worked {
    const kind = this.#ledger.parts.kinds.get(post.entry)!
    const account = this.#accountOf(post)
    const amounts = this.#readAmounts(post)
    const { now } = this.#context
    const at = momentOf(post.at)
    const row = {
      ...this.#columnsOf(account),
      ...(at !== undefined && { created_at: at }),
      ...(post.by !== undefined && { created_by: post.by }),
      source: post.source?.entity ?? null,
      source_id: post.source?.id ?? null,
      source_row: post.source?.row ?? 0,
      occasion: post.occasion ?? 0,
      effective_at: momentOf(post.effectiveAt) ?? at ?? now.toISOString(),
      note: isEmpty(post.note) ? null : String(post.note).slice(0, 4000),
    }
    const hold = kind.closes === undefined ? undefined : this.#holds.get(this.#holdKey(kind.closes, row))
    const held = Object.fromEntries(balancesOfHolds(this.#ledger.document).map((balance) => [balance, String(hold?.[balance] ?? '0')]))
    return this.#move(kind, account, amounts, changesOfEntry(this.#ledger.parts, kind, amounts, held), row, post)
  }

  #columnsOf(account: Account): Record<string, number> {
    return Object.fromEntries(this.#ledger.parts.accounts.map(({ column }, at) => [column, account[at]!]))
  }

  /** The opposites of the entries of a source that are still to be reversed, read again under the locks. */
  async #reverse(reversal: Reversal): Promise<Worked[]> {
    const { parts } = this.#ledger
    const rows = await this.#openEntries(reversal)
    await this.#hold(rows.map((row) => this.#accountOfRow(row)))
    return rows.map((original) => {
      const kind = parts.kinds.get(String(original.kind)) ?? { name: String(original.kind), changes: [], isHold: false, amounts: [] }
      const opposite = (names: Iterable<string>) =>
        Object.fromEntries([...names].flatMap((name) => (original[name] === null ? [] : [[name, negated(String(original[name]))]])))
      const account = this.#accountOfRow(original)
      const row = {
        ...this.#columnsOf(account),
        source: original.source,
        source_id: original.source_id,
        source_row: original.source_row,
        occasion: reversal.occasion ?? 0,
        effective_at: this.#context.now.toISOString(),
        reverses_id: original.id,
      }
      return this.#move(kind, account, opposite(Object.keys(parts.amounts)), opposite(Object.keys(parts.stored)), row, reversal)
    })
  }

  /** Moves the balances of an account, and what its source holds. */
  #move(
    kind: EntryKind,
    account: Account,
    amounts: Amounts,
    changes: Amounts,
    row: Record<string, unknown>,
    { pathOf, record }: Pick<LedgerEntry, 'pathOf' | 'record'>,
  ): Worked {
    const { parts } = this.#ledger
    const key = keyOfAccount(account)
    const kept = this.#balances.get(key)!
    const moved = movedBy(kept, changes)
    this.#balances.set(key, moved)
    const [before, after] = [allBalances(parts, kept), allBalances(parts, moved)]
    const hold = kind.isHold ? kind.name : kind.closes
    if (hold !== undefined) this.#moveHold(hold, changes, row)
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
    return { kind, account, amounts, changes, before, after, told: { pathOf, record }, row: whole }
  }

  #moveHold(kind: string, changes: Amounts, entry: Record<string, unknown>): void {
    const key = this.#holdKey(kind, entry)
    const before = this.#holds.get(key)
    const { parts, document } = this.#ledger
    const own = parts.kinds.get(kind)?.changes.map(({ balance }) => balance) ?? []
    const held = Object.fromEntries(
      balancesOfHolds(document).map((balance) => [
        balance,
        addDecimal(String(before?.[balance] ?? '0'), own.includes(balance) ? (changes[balance] ?? '0') : '0'),
      ]),
    )
    if (!before && Object.values(held).every((amount) => compareDecimal(amount, '0') === 0)) return
    const { now, caller } = this.#context
    const stamps = { updated_at: now.toISOString(), updated_by: caller.user?.id ?? null }
    const columns = Object.fromEntries(
      [...parts.accounts.map(({ column }) => column), 'source', 'source_id', 'source_row'].map((name) => [name, entry[name]]),
    )
    this.#holds.set(key, {
      ...(before ?? {
        ...columns,
        id: 0,
        kind,
        created_at: entry.created_at ?? stamps.updated_at,
        created_by: entry.created_by ?? stamps.updated_by,
        isNew: true,
      }),
      ...stamps,
      ...held,
      version: before && !before.isChanged ? before.version + 1 : (before?.version ?? 1),
      is_open: Object.values(held).some((amount) => compareDecimal(amount, '0') !== 0),
      isChanged: true,
    } as Held)
  }

  /** @throws a 422 where what one occasion posts does not add up to nothing */
  #requireZeroSum(worked: readonly Worked[]): void {
    if (!this.#ledger.parts.isZeroSum) return
    const sums = new Map<string, { sum: Amounts; first: Worked }>()
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
          this.#faults.add(first.told, name, { key: 'errors.ledger_not_zero', values: { amount: told(this.#context, amount) } })
        }
    this.#faults.raise()
  }

  /** @throws a 422 at the entry that takes a balance beyond its limit, with the limit's own sentence */
  async #requireLimits(worked: readonly Worked[], limited: ReadonlySet<number>): Promise<void> {
    const { parts, account } = this.#ledger
    for (const [key, ids] of this.#accounts) {
      const before = allBalances(parts, this.#before.get(key)!)
      const after = allBalances(parts, this.#balances.get(key)!)
      const own = worked.filter((each) => keyOfAccount(each.account) === key)
      for (const balance of parts.held) {
        if (!(balance in parts.stored) || compareDecimal(after[balance]!, '0') >= 0) continue
        const own = parts.limits.find((limit) => limit.balance === balance && limit.side === 'floor')
        await this.#refuse(worked, key, ids, balance, before[balance]!, 'floor', own && { limit: own, value: '0' }, '0')
      }
      for (const limit of parts.limits) {
        const [value, from] = [after[limit.balance], before[limit.balance]]
        const bound = this.#limits.get(ids[0]!)?.get(limit)
        if (bound == null || value == null || !isBeyond(limit.side, value, bound)) continue
        if (limited.has(ids[0]!) && own.length === 0) {
          const [field = 'id'] = [...limitColumns(this.#ledger)]
          throw validationError({
            [account.shape.byName.get(field)?.field ?? field]: [
              { key: 'errors.ledger_beyond_limit', values: { balance: told(this.#context, value), limit: told(this.#context, bound) } },
            ],
          })
        }
        // What is beyond already may come back, but not go further.
        if (from != null && isBeyond(limit.side, from, bound) && !isBeyond(limit.side, value, from)) continue
        if (
          limit.on &&
          !own.some(
            ({ kind, before: b, after: a }) => limit.on!.includes(kind.name) && goes(limit.side, b[limit.balance], a[limit.balance]),
          )
        )
          continue
        await this.#refuse(worked, key, ids, limit.balance, from ?? '0', limit.side, { limit, value: bound }, bound)
      }
    }
    this.#faults.raise()
  }

  async #refuse(
    worked: readonly Worked[],
    key: string,
    ids: Account,
    balance: string,
    before: string,
    side: LedgerLimit['side'],
    limit: { limit: LedgerLimit; value: string } | undefined,
    bound: string,
  ): Promise<void> {
    const own = worked.filter((each) => keyOfAccount(each.account) === key && goes(side, each.before[balance], each.after[balance]))
    const blamed = own.find(({ after }) => after[balance] != null && isBeyond(side, after[balance]!, bound)) ?? own.at(-1)
    const message = await limitMessage(this.#context, this.#ledger, ids[0]!, { amount: before, limit })
    this.#faults.add(blamed?.told ?? {}, blamed?.kind.amounts[0] ?? balance, message)
  }

  async #write(segment: readonly Worked[]): Promise<void> {
    const context = this.#context
    const ledger = this.#ledger
    try {
      await addRows(
        context,
        ledger.entries,
        segment.map(({ row }) => row),
      )
      if (ledger.holds) {
        const holds = [...this.#holds.values()].filter(({ isChanged }) => isChanged)
        await addRows(
          context,
          ledger.holds,
          holds.filter(({ isNew }) => isNew),
        )
        await changeHolds(
          context,
          ledger,
          holds.filter(({ isNew }) => !isNew),
        )
      }
      const accounts = [...this.#accounts].map(([key, account]) => ({
        account,
        balances: this.#balances.get(key)!,
        limits: this.#limitsOf(key, account),
      }))
      await writeBalances(context, ledger, accounts)
    } catch (fault) {
      throw refusalOf(fault)
    }
  }

  /** The limits that the database holds an account to; one that lies beyond already is held to what it has. */
  #limitsOf(key: string, [id]: Account): Record<string, string | null> {
    const after = allBalances(this.#ledger.parts, this.#balances.get(key)!)
    return Object.fromEntries(
      this.#ledger.parts.limits.flatMap((limit) => {
        if (limit.on) return []
        const bound = this.#limits.get(id!)?.get(limit) ?? null
        const value = after[limit.balance]
        const own = bound !== null && value != null && isBeyond(limit.side, value, bound) ? value : bound
        return [[limitColumn(limit.balance, limit.side), own]]
      }),
    )
  }
}

/** Whether a balance moves towards a limit. */
const goes = (side: LedgerLimit['side'], before: string | null | undefined, after: string | null | undefined): boolean =>
  after != null && (before == null || (side === 'floor' ? compareDecimal(after, before) < 0 : compareDecimal(after, before) > 0))

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

function idOf(account: LedgerEntry['account'], entity: string): number | undefined {
  const value = account[entity] ?? account[`${entity}_id`]
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  const number = typeof id === 'string' && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : id
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function momentOf(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined
  const moment = new Date(String(value))
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

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
