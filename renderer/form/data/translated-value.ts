import { activeLocale } from '#renderer/locale/active-locale.ts'
import { type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { getAt } from './path.ts'

/** Whether the field is a text per locale. */
export const isTranslated = (schema: FieldSchema): boolean => schema['x-translated'] === true

/**
 * The map of locales of a translated field. In a record it is in `translations`, or in the field itself; a single text
 * is that of the reader's locale. Locales that the form does not show are left out.
 */
export function translatedValue(schema: FieldSchema, name: string, record: Record<string, unknown>): unknown {
  const value = getAt(record, [name])
  const all = getAt(record.translations, [name])
  const texts = isRecord(value)
    ? value
    : isRecord(all)
      ? all
      : typeof value === 'string' && value !== ''
        ? { [activeLocale()]: value }
        : value
  if (!isRecord(texts) || schema.additionalProperties !== false) return texts
  return Object.fromEntries(Object.entries(texts).filter(([locale]) => Object.hasOwn(schema.properties ?? {}, locale)))
}
