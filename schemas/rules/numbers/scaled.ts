/** Decimal numbers as an integer and how many of its digits are decimals: `12.50` is 1250 at scale 2. */

const pattern = /^-?(?:\d+|\d*[.]\d+)$/

export const isDecimal = (value: unknown): boolean => typeof value === 'string' && value.length <= 400 && pattern.test(value)

export interface Scaled {
  units: bigint
  scale: number
}

/** @throws RangeError where the text is no decimal number. */
export function parseScaled(value: string): Scaled {
  if (!isDecimal(value)) throw new RangeError(`not a decimal number: ${value.slice(0, 40)}`)
  const [whole = '', fraction = ''] = value.split('.')
  return { units: BigInt(`${whole === '' || whole === '-' ? `${whole}0` : whole}${fraction}`), scale: fraction.length }
}

/** There is no `-0`; `-0.5` keeps its sign because the units carry it. */
export function formatScaled({ units, scale }: Scaled): string {
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`
}

export const tenTo = (power: number): bigint => 10n ** BigInt(power)

export const absolute = (units: bigint): bigint => (units < 0n ? -units : units)

/** The same number with more decimals. */
const unitsAt = ({ units, scale }: Scaled, wanted: number): bigint => (wanted === scale ? units : units * tenTo(wanted - scale))

/** Two numbers in units of the same size. */
export function alignScaled(left: Scaled, right: Scaled): { a: bigint; b: bigint; scale: number } {
  const scale = Math.max(left.scale, right.scale)
  return { a: unitsAt(left, scale), b: unitsAt(right, scale), scale }
}

export function addScaled(left: Scaled, right: Scaled): Scaled {
  const { a, b, scale } = alignScaled(left, right)
  return { units: a + b, scale }
}

export const negateScaled = ({ units, scale }: Scaled): Scaled => ({ units: -units, scale })

export const multiplyScaled = (left: Scaled, right: Scaled): Scaled => ({
  units: left.units * right.units,
  scale: left.scale + right.scale,
})

/** Negative, zero or positive. */
export function compareScaled(left: Scaled, right: Scaled): number {
  const { a, b } = alignScaled(left, right)
  return a < b ? -1 : a > b ? 1 : 0
}

/** To exactly `scale` decimals, halves away from zero. */
export function roundScaled(value: Scaled, scale: number): Scaled {
  if (value.scale <= scale) return { units: unitsAt(value, scale), scale }
  return { units: divideHalfAway(value.units, tenTo(value.scale - scale)), scale }
}

/** To exactly `scale` decimals, halves away from zero; undefined where the divisor is zero. */
export function divideScaled(left: Scaled, right: Scaled, scale: number): Scaled | undefined {
  if (right.units === 0n) return undefined
  const { a, b } = alignScaled(left, right)
  return { units: divideHalfAway(a * tenTo(scale), b), scale }
}

function divideHalfAway(numerator: bigint, divisor: bigint): bigint {
  const [a, b] = [absolute(numerator), absolute(divisor)]
  const quotient = (2n * a + b) / (2n * b)
  return numerator < 0n === divisor < 0n ? quotient : -quotient
}
