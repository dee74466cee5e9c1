import { compareDecimal, subtractDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'

/** What a side lacks for the record to balance: `"40"` for the creditor of a difference of 40; undefined where it lacks nothing. */
export function missingAmount(side: 'debtor' | 'creditor', difference: unknown): string | undefined {
  const amount = toDecimal(difference)
  if (amount === undefined) return undefined
  const missing = side === 'creditor' ? amount : subtractDecimal('0', amount)
  return compareDecimal(missing, '0') > 0 ? missing : undefined
}
