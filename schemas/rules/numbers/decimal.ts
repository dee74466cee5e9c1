/** Exact arithmetic on decimal strings (`'-12.50'`), as numeric columns do it; no floats. */

const pattern = /^-?(?:\d+|\d*[.]\d+)$/

export const isDecimal = (value: unknown): boolean => typeof value === 'string' && value.length <= 400 && pattern.test(value)

interface Scaled {
  units: bigint
  scale: number
}

function parse(value: string): Scaled {
  if (!isDecimal(value)) throw new RangeError(`not a decimal number: ${value.slice(0, 40)}`)
  const [whole = '', fraction = ''] = value.split('.')
  return { units: BigInt(`${whole === '' || whole === '-' ? `${whole}0` : whole}${fraction}`), scale: fraction.length }
}

/** There is no `-0`; `-0.5` keeps its sign because the units carry it. */
function format({ units, scale }: Scaled): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`
}

function aligned(left: string, right: string): { a: bigint; b: bigint; scale: number } {
  const a = parse(left)
  const b = parse(right)
  const scale = Math.max(a.scale, b.scale)
  return { a: a.units * 10n ** BigInt(scale - a.scale), b: b.units * 10n ** BigInt(scale - b.scale), scale }
}

export function addDecimal(left: string, right: string): string {
  const { a, b, scale } = aligned(left, right)
  return format({ units: a + b, scale })
}

export function subtractDecimal(left: string, right: string): string {
  const { a, b, scale } = aligned(left, right)
  return format({ units: a - b, scale })
}

export function multiplyDecimal(left: string, right: string): string {
  const a = parse(left)
  const b = parse(right)
  return format({ units: a.units * b.units, scale: a.scale + b.scale })
}

/** Negative, zero or positive, as `sort` expects. */
export function compareDecimal(left: string, right: string): number {
  const { a, b } = aligned(left, right)
  return a < b ? -1 : a > b ? 1 : 0
}

/** Rounds to exactly `scale` decimals, halves away from zero: `roundDecimal('2.345', 2) === '2.35'`. */
export function roundDecimal(value: string, scale: number): string {
  const { units, scale: had } = parse(value)
  if (had <= scale) return format({ units: units * 10n ** BigInt(scale - had), scale })
  const divisor = 10n ** BigInt(had - scale)
  const half = (units < 0n ? -divisor : divisor) / 2n
  return format({ units: (units + half) / divisor, scale })
}

/** As a numeric column returns it: `'007.50'` is `'7.50'`, `'.5'` is `'0.5'`, `'-0.0'` is `'0.0'`. Its decimal places stay. */
export const storedDecimal = (value: string): string => format(parse(value))

/** Without trailing zeros in the fraction: `'2.500'` is `'2.5'`. */
export const trimDecimal = (value: string): string => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)

/** One text for each number: `'007.50'` is `'7.5'`, `'-0.00'` is `'0'`. */
export const canonicalDecimal = (value: string): string => trimDecimal(storedDecimal(value))

/** A number or numeric text as a decimal string without exponent; undefined for anything else. */
export function toDecimal(value: unknown): string | undefined {
  if (typeof value === 'string') return isDecimal(value) ? value : undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  const text = String(value)
  if (!/e/i.test(text)) return text
  const [mantissa = '0', exponent = '0'] = text.split(/e/i)
  const shift = Number(exponent)
  const { units, scale } = parse(mantissa)
  return shift >= scale ? format({ units: units * 10n ** BigInt(shift - scale), scale: 0 }) : format({ units, scale: scale - shift })
}
