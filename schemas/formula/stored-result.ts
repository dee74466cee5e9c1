import { roundDecimal } from '#schemas/rules/numbers/decimal.ts'
import { FormulaOverflow, divisionScale } from './formula.ts'

/**
 * The result of a formula as its field stores it: rounded to `scale` decimals (without one it keeps its own, 20 at most), a text for a
 * decimal, else a number.
 * @throws FormulaOverflow where it has more digits than are stored.
 */
export function storedResult(kind: string, value: string, scale: number | undefined): string | number {
  const rounded = roundDecimal(value, scale ?? Math.min(divisionScale, value.split('.')[1]?.length ?? 0))
  if (kind === 'decimal') {
    if (rounded.replace(/\D/g, '').replace(/^0+/, '').length > 40 + (scale ?? divisionScale)) throw new FormulaOverflow('too many digits')
    return rounded
  }
  const number = Number(rounded)
  if (kind === 'integer' && !Number.isSafeInteger(number)) throw new FormulaOverflow('too many digits')
  return number
}
