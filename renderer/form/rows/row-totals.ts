import { isRecord } from '#schemas/rules/is-record.ts'
import { toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { addScaled, formatScaled, parseScaled, type Scaled } from '#schemas/rules/numbers/scaled.ts'

const zero: Scaled = { units: 0n, scale: 0 }

/**
 * Sums fields of rows exactly, with as many decimals as the values have: `sumRows(['total'])([{ total: '20.00' }, { total: '7.5' }])` is
 * `['27.50']`. What is no number counts as nothing. A row that is the same object as before is not read again.
 */
export function sumRows(names: readonly string[]): (rows: unknown) => string[] {
  const known = new WeakMap<object, readonly (Scaled | undefined)[]>()
  const valuesOf = (row: Record<string, unknown>): readonly (Scaled | undefined)[] => {
    let values = known.get(row)
    if (!values) {
      values = names.map((name) => {
        const text = toDecimal(row[name])
        return text === undefined ? undefined : parseScaled(text)
      })
      known.set(row, values)
    }
    return values
  }
  return (rows) => {
    const sums = names.map(() => zero)
    for (const row of Array.isArray(rows) ? (rows as unknown[]) : [])
      if (isRecord(row))
        valuesOf(row).forEach((value, at) => {
          if (value) sums[at] = addScaled(sums[at]!, value)
        })
    return sums.map(formatScaled)
  }
}
