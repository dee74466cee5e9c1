import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { placesOf, type Node } from './formatted-places.ts'

const isTelephone = ({ format }: Node): boolean => format === 'mobile' || format === 'phone'

const inLatin = (value: unknown): unknown => (typeof value === 'string' ? toLatinDigits(value) : value)

/** Stores telephone numbers in Latin digits, whatever digits were sent. Changes `values`. */
export function writePhones(entity: ModelEntity, values: Record<string, unknown>): void {
  for (const { value, put } of placesOf(entity, values, isTelephone))
    put(isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inLatin(part)])) : inLatin(value))
}
