import type { ModelContext } from '#server/model/context.ts'
import { noteOthers } from '#server/model/write/write-log.ts'

/** What brings an entry about: a record, and one of its rows. */
export interface Source {
  entity: string
  id: number
  row?: number
}

/** An entry as it is to be posted. */
export interface LedgerEntry {
  /** Kind of entry. */
  entry: string
  /** Ids of the account by entity: `{ ware: 5 }`. */
  account: Readonly<Record<string, unknown>>
  /** Amounts as decimals, each greater than zero. */
  amounts: Readonly<Record<string, unknown>>
  source?: Source
  /** Audit of the change that posts it: one occasion posts a kind once for each source. */
  occasion?: number
  /** Moment that it counts for in reports; now when left out. */
  effectiveAt?: unknown
  note?: unknown
  /** When it was posted, and by whom: now and by the caller when left out. */
  at?: Date | string
  by?: number | null
  /** Where faults are told: by the name of an amount or of an account. */
  pathOf?: (name: string) => string
  /** Of an effect of another record than the one that is written: its title, under which faults are told. */
  record?: string
}

/** What of a source is taken back: all that is not reversed yet, or the entries of one kind. */
export interface Reversal {
  source: Source
  entry?: string
  occasion?: number
  record?: string
}

export type Pending = { ledger: string } & ({ post: LedgerEntry } | { reverse: Reversal } | { limits: number })

/** Entries that one call may post. */
export const maxEntries = 10_000

interface Collected {
  depth: number
  pending: Pending[]
}
const collected = new WeakMap<object, Collected>()

function ofCall(trx: object): Collected {
  let own = collected.get(trx)
  if (!own) collected.set(trx, (own = { depth: 0, pending: [] }))
  return own
}

/** Marks the begin of a change at whose end entries are posted together; answers how deep inside of others it is. */
export const openPosts = (trx: object): number => ofCall(trx).depth++

/** Marks its end. What is left of one that failed is forgotten. */
export function closePosts(trx: object): void {
  const own = ofCall(trx)
  own.depth -= 1
  if (own.depth === 0) own.pending = []
}

/** Collects what is to be posted; answers whether a change is open at whose end it is. */
export function collect({ trx }: Pick<ModelContext, 'trx'>, pending: readonly Pending[]): boolean {
  // An import that writes again what it has tried has to post again too.
  noteOthers(trx)
  const own = ofCall(trx)
  own.pending.push(...pending)
  return own.depth > 0
}

/** What is to be posted now; nothing of it is left. */
export const takePosts = (trx: object): Pending[] => collected.get(trx)?.pending.splice(0) ?? []
