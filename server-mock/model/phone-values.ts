import { toLatinDigits } from '#schemas/rules/digits.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { ModelEntity } from './context.ts'
import { placesOf, type Node } from './formatted-places.ts'

const isTelephone = ({ format }: Node): boolean => format === 'mobile' || format === 'phone'

const inLatin = (value: unknown): unknown => (typeof value === 'string' ? toLatinDigits(value) : value)

/** Keeps telephone numbers in Latin digits, in whatever digits they were sent, as a form sends them. Changes `values`. */
export function writePhones(entity: ModelEntity, values: Record<string, unknown>): void {
  for (const { value, put } of placesOf(entity, values, isTelephone))
    put(isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inLatin(part)])) : inLatin(value))
}
