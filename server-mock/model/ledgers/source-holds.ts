import { balancesOfHolds } from '#schemas/rules/ledgers/ledger-parts.ts'
import { addDecimal, compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { ModelContext } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { Amounts } from './entry-changes.ts'
import { addRows, changeHolds, holdsOf } from './ledger-tables.ts'
import type { Source } from './pending-posts.ts'
import type { ServedLedger } from './served-ledger.ts'

type Held = StoredRow & { isNew?: boolean; isChanged?: boolean }

/** What the sources of a posting hold: read before its entries are worked out, moved by them, and written at its end. */
export class SourceHolds {
  readonly #context: ModelContext
  readonly #ledger: ServedLedger
  readonly #rows = new Map<string, Held>()

  constructor(context: ModelContext, ledger: ServedLedger) {
    this.#context = context
    this.#ledger = ledger
  }

  async read(sources: readonly Source[]): Promise<void> {
    for (const row of await holdsOf(this.#context, this.#ledger, sources)) this.#rows.set(this.#keyOf(row.kind, row), row)
  }

  /** What the source of an entry holds by entries of a kind, by balance: `{ reserved: '2' }`. */
  heldBy(kind: string | undefined, entry: Record<string, unknown>): Amounts {
    const row = kind === undefined ? undefined : this.#rows.get(this.#keyOf(kind, entry))
    return Object.fromEntries(balancesOfHolds(this.#ledger.document).map((balance) => [balance, String(row?.[balance] ?? '0')]))
  }

  /** Moves what the source of an entry holds by entries of a kind. */
  move(kind: string, changes: Amounts, entry: Record<string, unknown>): void {
    const key = this.#keyOf(kind, entry)
    const before = this.#rows.get(key)
    const { parts } = this.#ledger
    const own = parts.kinds.get(kind)?.changes.map(({ balance }) => balance) ?? []
    const held = Object.fromEntries(
      Object.entries(this.heldBy(kind, entry)).map(([balance, amount]) => [
        balance,
        addDecimal(amount, own.includes(balance) ? (changes[balance] ?? '0') : '0'),
      ]),
    )
    if (!before && Object.values(held).every((amount) => compareDecimal(amount, '0') === 0)) return
    const { now, caller } = this.#context
    const stamps = { updated_at: now.toISOString(), updated_by: caller.user?.id ?? null }
    const columns = Object.fromEntries(
      [...parts.accounts.map(({ column }) => column), 'source', 'source_id', 'source_row'].map((name) => [name, entry[name]]),
    )
    this.#rows.set(key, {
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

  async write(): Promise<void> {
    if (!this.#ledger.holds) return
    const changed = [...this.#rows.values()].filter(({ isChanged }) => isChanged)
    await addRows(
      this.#context,
      this.#ledger.holds,
      changed.filter(({ isNew }) => isNew),
    )
    await changeHolds(
      this.#context,
      this.#ledger,
      changed.filter(({ isNew }) => !isNew),
    )
  }

  #keyOf(kind: unknown, row: Record<string, unknown>): string {
    const { parts } = this.#ledger
    return JSON.stringify([kind, row.source, row.source_id, row.source_row, ...parts.accounts.map(({ column }) => Number(row[column]))])
  }
}
