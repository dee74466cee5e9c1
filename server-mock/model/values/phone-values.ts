import { isRecord } from '#schemas/rules/is-record.ts'
import { phoneKindIn, storedPhoneParts, storedPhoneText } from '#schemas/rules/values/stored-phone.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { placesOf, type Node } from './formatted-places.ts'

const isTelephone = (schema: Node): boolean => phoneKindIn(schema) !== undefined

/** Stores telephone numbers in one spelling each, however they were written. Changes `values`. */
export function writePhones(entity: ModelEntity, values: Record<string, unknown>): void {
  for (const { value, schema, put } of placesOf(entity, values, isTelephone)) {
    const kind = phoneKindIn(schema)!
    if (isRecord(value)) put(storedPhoneParts(value, kind))
    else if (typeof value === 'string' && value !== '') put(storedPhoneText(value, kind, schema))
  }
}

/**
 * The texts that a text compared with a field stands for: for a telephone number also its stored spelling, because people write it in
 * any way, and older records may have another spelling.
 */
export function phoneSpellings({ document }: ModelEntity, field: string, text: string): string[] {
  const schema: unknown = document.schema.properties[field]
  const kind = isRecord(schema) ? phoneKindIn(schema) : undefined
  return kind === undefined ? [text] : [...new Set([text, storedPhoneText(text, kind, schema as Node)])]
}
