import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { Check } from './computed-words.ts'
import { evaluateFormula } from './evaluate-formula.ts'
import { FormulaOverflow } from './formula.ts'

/** Whether the value of a check's formula is within its limits. An empty one is; one with too many digits is not. */
export function meetsCheck({ tree, atLeast, atMost }: Pick<Check, 'tree' | 'atLeast' | 'atMost'>, view: Record<string, unknown>): boolean {
  try {
    const value = evaluateFormula(tree, view)
    if (value === null) return true
    return (atLeast === undefined || compareDecimal(value, atLeast) >= 0) && (atMost === undefined || compareDecimal(value, atMost) <= 0)
  } catch (fault) {
    if (fault instanceof FormulaOverflow) return false
    throw fault
  }
}
