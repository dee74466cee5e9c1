import { evaluateFormula } from '#schemas/formula/evaluate-formula.ts'
import type { EntryKind, LedgerParts } from '#schemas/rules/ledgers/ledger-parts.ts'
import { addDecimal, canonicalDecimal, compareDecimal, roundDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { negateScaled, formatScaled, parseScaled } from '#schemas/rules/numbers/scaled.ts'
import type { FieldMessage } from '#server/errors.ts'

export type Amounts = Record<string, string>

export const negated = (amount: string): string => formatScaled(negateScaled(parseScaled(amount)))
const least = (a: string, b: string): string => (compareDecimal(a, b) < 0 ? a : b)

/** Digits that an amount has at most, before its decimals and with them. */
const maxDigits = 30

/** An amount that somebody told, or what is wrong with it. */
export function readAmount(value: unknown, scale: number): { amount: string } | { fault: FieldMessage } {
  if (value === null || value === undefined || value === '') return { fault: { key: 'rules.required' } }
  const text = toDecimal(value)
  if (text === undefined) return { fault: { key: 'errors.ledger_amount_number' } }
  const amount = canonicalDecimal(text)
  if (compareDecimal(amount, '0') <= 0) return { fault: { key: 'errors.ledger_amount_positive' } }
  const [whole = '', decimals = ''] = amount.split('.')
  if (decimals.length > scale)
    return { fault: scale === 0 ? { key: 'errors.ledger_amount_whole' } : { key: 'errors.ledger_amount_decimals', values: { scale } } }
  return whole.length > maxDigits ? { fault: { key: 'errors.ledger_amount_digits', values: { max: maxDigits } } } : { amount }
}

/**
 * By how much an entry changes each balance. What it closes of a hold is at most what is held: `held` by balance, empty where its source
 * holds nothing.
 */
export function changesOfEntry(parts: LedgerParts, kind: EntryKind, amounts: Amounts, held: Readonly<Amounts>): Amounts {
  const evaluated = (of: EntryKind): Amounts =>
    Object.fromEntries(
      of.changes.map(({ balance, tree }) => [
        balance,
        canonicalDecimal(roundDecimal(evaluateFormula(tree, amounts) ?? '0', parts.stored[balance] ?? 0)),
      ]),
    )
  const changes = evaluated(kind)
  const hold = kind.closes === undefined ? undefined : parts.kinds.get(kind.closes)
  if (!hold) return changes
  for (const [balance, opened] of Object.entries(evaluated(hold))) {
    const asked = balance in changes ? negated(changes[balance]!) : opened
    changes[balance] = negated(least(asked, held[balance] ?? '0'))
  }
  return changes
}

/** Balances after some changes. */
export const movedBy = (balances: Readonly<Amounts>, changes: Readonly<Amounts>): Amounts => ({
  ...balances,
  ...Object.fromEntries(
    Object.entries(changes).map(([balance, change]) => [balance, canonicalDecimal(addDecimal(balances[balance] ?? '0', change))]),
  ),
})

/** All balances of an account, with those that are formulas; null for a formula without a result. */
export function allBalances({ stored, formulas }: LedgerParts, kept: Readonly<Amounts>): Record<string, string | null> {
  const computed = Object.entries(formulas).map(([balance, tree]) => [balance, evaluateFormula(tree, kept)])
  return { ...Object.fromEntries(Object.keys(stored).map((name) => [name, kept[name] ?? '0'])), ...Object.fromEntries(computed) }
}
