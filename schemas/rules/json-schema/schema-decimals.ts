import { canonicalDecimal, compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { valueKey } from '#schemas/rules/values/same-value.ts'
import type { SchemaNode } from './schema-index.ts'

/** Keywords that compare an exact decimal with a limit: whether the sign of the comparison keeps the limit. */
const decimalLimits = {
  minimum: (sign) => sign >= 0,
  maximum: (sign) => sign <= 0,
  exclusiveMinimum: (sign) => sign > 0,
  exclusiveMaximum: (sign) => sign < 0,
  formatMinimum: (sign) => sign >= 0,
  formatMaximum: (sign) => sign <= 0,
  formatExclusiveMinimum: (sign) => sign > 0,
  formatExclusiveMaximum: (sign) => sign < 0,
} as const satisfies Record<string, (sign: number) => boolean>

export type DecimalLimit = keyof typeof decimalLimits
export const decimalLimitNames = Object.keys(decimalLimits) as DecimalLimit[]

/** Whether a schema describes exact decimals, which are strings in JSON. */
export const isDecimalSchema = (schema: SchemaNode): boolean => schema.format === 'decimal'

/** Whether a decimal string keeps a limit (a number or a decimal string). True if either of them is not a number. */
export function keepsDecimalLimit(keyword: DecimalLimit, limit: unknown, value: unknown): boolean {
  const [number, bound] = [toDecimal(value), toDecimal(limit)]
  return number === undefined || bound === undefined || decimalLimits[keyword](compareDecimal(number, bound))
}

/** Whether a decimal string has no more decimals than the `scale` of its schema; zeros at the end do not count. True for no number. */
export function keepsScale({ scale }: SchemaNode, value: unknown): boolean {
  const number = typeof scale === 'number' ? toDecimal(value) : undefined
  return number === undefined || (canonicalDecimal(number).split('.')[1]?.length ?? 0) <= (scale as number)
}

/** A text that is equal for two values exactly when `const` and `enum` treat them as equal; for decimals `'0'` equals `'0.00'`. */
export function equalityKey(schema: SchemaNode, value: unknown): string {
  const number = isDecimalSchema(schema) ? toDecimal(value) : undefined
  return number === undefined ? valueKey(value) : canonicalDecimal(number)
}
