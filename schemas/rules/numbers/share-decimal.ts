import { absolute, formatScaled, parseScaled, tenTo } from './scaled.ts'

/**
 * Splits an amount by weights into parts of `scale` decimals that add up to it exactly. What rounding leaves goes to the largest
 * remainders, to the first of equal ones: `shareDecimal('100', ['1', '1', '1'], 2)` is `['33.34', '33.33', '33.33']`. Where all weights
 * are zero, the first part is the whole amount.
 * @throws RangeError where a weight is negative, there are no weights for an amount, or the amount has more decimals than its parts.
 */
export function shareDecimal(amount: string, weights: readonly string[], scale: number): string[] {
  const whole = parseScaled(amount)
  const shift = scale - whole.scale
  if (shift < 0 && whole.units % tenTo(-shift) !== 0n) throw new RangeError(`${amount} has more than ${scale} decimals`)
  const units = shift < 0 ? whole.units / tenTo(-shift) : whole.units * tenTo(shift)
  return shareUnits(units, weightUnits(weights)).map((part) => formatScaled({ units: part, scale }))
}

function weightUnits(weights: readonly string[]): bigint[] {
  const parsed = weights.map(parseScaled)
  const negative = parsed.findIndex(({ units }) => units < 0n)
  if (negative >= 0) throw new RangeError(`the weight ${weights[negative]!} is negative`)
  const scale = Math.max(0, ...parsed.map((weight) => weight.scale))
  return parsed.map((weight) => weight.units * tenTo(scale - weight.scale))
}

function shareUnits(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0 && amount !== 0n) throw new RangeError('nobody gets a part of the amount')
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  if (total === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n))
  const size = absolute(amount)
  const parts = weights.map((weight, index) => ({ index, units: (size * weight) / total, remainder: (size * weight) % total }))
  const left = Number(size - parts.reduce((sum, { units }) => sum + units, 0n))
  const byRemainder = [...parts].sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1))
  for (const part of byRemainder.slice(0, left)) part.units += 1n
  return parts.map(({ units }) => (amount < 0n ? -units : units))
}
