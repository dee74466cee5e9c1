/** Exact arithmetic on decimal strings (`'-12.50'`), as numeric columns do it; no floats. */

import {
  addScaled,
  compareScaled,
  divideScaled,
  formatScaled,
  isDecimal,
  multiplyScaled,
  negateScaled,
  parseScaled,
  roundScaled,
  tenTo,
} from './scaled.ts'

export { isDecimal }

export const addDecimal = (left: string, right: string): string => formatScaled(addScaled(parseScaled(left), parseScaled(right)))

export const subtractDecimal = (left: string, right: string): string =>
  formatScaled(addScaled(parseScaled(left), negateScaled(parseScaled(right))))

export const multiplyDecimal = (left: string, right: string): string => formatScaled(multiplyScaled(parseScaled(left), parseScaled(right)))

/**
 * Rounds to exactly `scale` decimals, halves away from zero: `divideDecimal('2', '3', 2) === '0.67'`. Nothing is a number divided by zero:
 * undefined.
 */
export function divideDecimal(left: string, right: string, scale: number): string | undefined {
  const quotient = divideScaled(parseScaled(left), parseScaled(right), scale)
  return quotient && formatScaled(quotient)
}

/** Negative, zero or positive, as `sort` expects. */
export const compareDecimal = (left: string, right: string): number => compareScaled(parseScaled(left), parseScaled(right))

/** Rounds to exactly `scale` decimals, halves away from zero: `roundDecimal('2.345', 2) === '2.35'`. */
export const roundDecimal = (value: string, scale: number): string => formatScaled(roundScaled(parseScaled(value), scale))

/** As a numeric column returns it: `'007.50'` is `'7.50'`, `'.5'` is `'0.5'`, `'-0.0'` is `'0.0'`. Its decimal places stay. */
export const storedDecimal = (value: string): string => formatScaled(parseScaled(value))

/** Without trailing zeros in the fraction: `'2.500'` is `'2.5'`. */
export const trimDecimal = (value: string): string => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)

/** One text for each number: `'007.50'` is `'7.5'`, `'-0.00'` is `'0'`. */
export const canonicalDecimal = (value: string): string => trimDecimal(storedDecimal(value))

/**
 * A JSON number as a decimal string, where both say the same: `9` is `'9'`, `12.5` is `'12.5'`. Undefined for any other value, and for a
 * number with more than 15 digits, of which a float may have lost some.
 */
export function decimalOfNumber(value: unknown): string | undefined {
  const text = typeof value === 'number' ? toDecimal(value) : undefined
  return text !== undefined && text.replace(/^-?0*[.]?0*/, '').replace('.', '').length <= 15 ? text : undefined
}

/** A number or numeric text as a decimal string without exponent; undefined for anything else. */
export function toDecimal(value: unknown): string | undefined {
  if (typeof value === 'string') return isDecimal(value) ? value : undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  const text = String(value)
  if (!/e/i.test(text)) return text
  const [mantissa = '0', exponent = '0'] = text.split(/e/i)
  const shift = Number(exponent)
  const { units, scale } = parseScaled(mantissa)
  return shift >= scale ? formatScaled({ units: units * tenTo(shift - scale), scale: 0 }) : formatScaled({ units, scale: scale - shift })
}
