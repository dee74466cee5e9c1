import { fieldsOfFormula, type FormulaNode } from '#schemas/formula/formula.ts'
import { parseFormula } from '#schemas/formula/parse-formula.ts'
import type { LedgerDocument } from '#schemas/types/contract.d.ts'

/** A record whose balance is kept: its entity, and the keys under which entries name it. */
export interface AccountField {
  entity: string
  /** Column of the entry: `ware_id` for the entity `ware`. */
  column: string
}

/** By how much a kind of entry changes one balance. */
export interface BalanceChange {
  balance: string
  tree: FormulaNode
}

/** A kind of entry. */
export interface EntryKind {
  name: string
  changes: readonly BalanceChange[]
  isHold: boolean
  /** Kind of hold that it closes. */
  closes?: string
  /** Amounts that it names, each of which an entry has to be told. */
  amounts: readonly string[]
}

/** A floor or a ceiling of a balance. */
export interface LedgerLimit {
  balance: string
  side: 'floor' | 'ceiling'
  /** A number, or the path of a field of the account. */
  limit: string
  isPath: boolean
  onlyIf?: object
  /** Kinds of entry that it holds for; all when left out. */
  on?: readonly string[]
  message: string
}

/** A ledger as the server posts to it. */
export interface LedgerParts {
  name: string
  accounts: readonly AccountField[]
  amounts: Readonly<Record<string, number>>
  /** Balances that are kept, with their decimals. */
  stored: Readonly<Record<string, number>>
  /** Balances that are formulas of those. */
  formulas: Readonly<Record<string, FormulaNode>>
  kinds: ReadonlyMap<string, EntryKind>
  /** Balances that holds open and that their closers take from: never below zero. */
  held: ReadonlySet<string>
  limits: readonly LedgerLimit[]
  isZeroSum: boolean
}

const plainName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** Name of a ledger in names of tables: `coupon_use` for `coupon-use`. */
export const ledgerBase = (name: string): string => plainName(name).replaceAll('-', '_')

/** Entity of the entries of a ledger. */
export const entriesName = (ledger: string): string => `${ledgerBase(ledger)}_entry`

/** Entity of the holds of a ledger. */
export const holdsName = (ledger: string): string => `${ledgerBase(ledger)}_hold`

/** Field of an entry that tells a balance as it is after it. */
export const afterField = (balance: string): string => `${balance}_after`

/** The entities whose records are the accounts of a ledger. */
export const accountEntities = ({ of }: Pick<LedgerDocument, 'of'>): string[] => [of].flat().map((name) => plainName(String(name)))

/** Kinds of entry that are holds. */
export const holdKinds = ({ entries }: LedgerDocument): string[] =>
  Object.entries(entries).flatMap(([name, { hold }]) => (hold === true ? [name] : []))

/** The formulas of a kind of entry, by the balance that each changes. */
export const changesOf = (kind: Readonly<Record<string, unknown>>): [balance: string, formula: string][] =>
  Object.entries(kind).flatMap(([key, value]): [string, string][] =>
    key === 'hold' || key === 'closes' || typeof value !== 'string' ? [] : [[key, value]],
  )

/** Balances with decimals of their own; the others are formulas. */
export const storedBalances = ({ balances }: Pick<LedgerDocument, 'balances'>): [name: string, scale: number][] =>
  Object.entries(balances).flatMap(([name, balance]): [string, number][] => (typeof balance === 'string' ? [] : [[name, balance.scale]]))

/** Balances that the holds of a ledger change. */
export const balancesOfHolds = (ledger: LedgerDocument): string[] => [
  ...new Set(holdKinds(ledger).flatMap((kind) => changesOf(ledger.entries[kind]!).map(([balance]) => balance))),
]

const known = new WeakMap<LedgerDocument, LedgerParts>()

/** A published ledger, read once per document. */
export function ledgerParts(ledger: LedgerDocument): LedgerParts {
  let parts = known.get(ledger)
  if (!parts) known.set(ledger, (parts = readParts(ledger)))
  return parts
}

function readParts(ledger: LedgerDocument): LedgerParts {
  const kinds = new Map(Object.entries(ledger.entries).map(([name, kind]): [string, EntryKind] => [name, readKind(ledger, name, kind)]))
  const closers = [...kinds.values()].filter(({ isHold, closes }) => isHold || closes !== undefined)
  return {
    name: plainName(ledger.name),
    accounts: accountEntities(ledger).map((entity) => ({ entity, column: `${entity}_id` })),
    amounts: Object.fromEntries(Object.entries(ledger.amounts).map(([name, { scale }]) => [name, scale])),
    stored: Object.fromEntries(storedBalances(ledger)),
    formulas: Object.fromEntries(
      Object.entries(ledger.balances).flatMap(([name, balance]) => (typeof balance === 'string' ? [[name, parseFormula(balance)]] : [])),
    ),
    kinds,
    held: new Set(closers.flatMap(({ changes }) => changes.map(({ balance }) => balance))),
    limits: [
      ...Object.entries(ledger.never_below ?? {}).map(([balance, { floor, ...rest }]) => limitOf(balance, 'floor', floor, rest)),
      ...Object.entries(ledger.never_above ?? {}).map(([balance, { ceiling, ...rest }]) => limitOf(balance, 'ceiling', ceiling, rest)),
    ],
    isZeroSum: ledger.zero_sum === true,
  }
}

function readKind(ledger: LedgerDocument, name: string, kind: LedgerDocument['entries'][string]): EntryKind {
  const changes = changesOf(kind).map(([balance, formula]) => ({ balance, tree: parseFormula(formula) }))
  const hold = kind.closes === undefined ? undefined : ledger.entries[kind.closes]
  const ofHold = hold ? changesOf(hold).map(([, formula]) => parseFormula(formula)) : []
  const amounts = [...new Set([...changes.map(({ tree }) => tree), ...ofHold].flatMap((tree) => fieldsOfFormula(tree)))]
  return { name, changes, isHold: kind.hold === true, closes: kind.closes, amounts }
}

function limitOf(
  balance: string,
  side: LedgerLimit['side'],
  limit: string,
  { only_if, on, message }: { only_if?: object; on?: string[]; message: string },
): LedgerLimit {
  return { balance, side, limit, isPath: /^[a-z]/.test(limit), onlyIf: only_if, on, message }
}
