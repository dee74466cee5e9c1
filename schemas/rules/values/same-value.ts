/** A text that is equal for two values exactly when JSON Schema treats them as equal: the order of properties does not matter. */
export function valueKey(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value !== 'object') return String(value === 0 ? 0 : value)
  if (Array.isArray(value)) return `[${value.map(valueKey).join()}]`
  return `{${Object.keys(value)
    .filter((key) => (value as Record<string, unknown>)[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${valueKey((value as Record<string, unknown>)[key])}`)
    .join()}}`
}

/** Whether a number is a multiple of another, by their decimal notation: `0.3` is a multiple of `0.1`. */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isInteger(value / step)) return true
  const [whole, exponent] = decimalParts(value)
  const [unit, unitExponent] = decimalParts(step)
  const shift = exponent - unitExponent
  if (unit === 0n || Math.abs(shift) > 700) return false
  return shift >= 0 ? (whole * 10n ** BigInt(shift)) % unit === 0n : whole % (unit * 10n ** BigInt(-shift)) === 0n
}

/** `1.25e-3` is 125 at the exponent -5. */
function decimalParts(value: number): [digits: bigint, exponent: number] {
  const [mantissa = '0', power = '0'] = String(value).split('e')
  const [front = '0', back = ''] = mantissa.split('.')
  return [BigInt(front + back), Number(power) - back.length]
}
