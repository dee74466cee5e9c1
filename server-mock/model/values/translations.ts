import { isLocale } from '#schemas/rules/locales.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { validationError } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'

/** Key of a record under which all texts of its translated fields stand: `{ title: { fa, en } }`. */
export const translationsKey = 'translations'

/** The text of the first locale of the order that has one; values of other fields as they are. */
export function localised(value: unknown, column: EntityColumn, order: readonly string[]): unknown {
  if (!column.translated || value === null || typeof value !== 'object') return value
  const texts = value as Record<string, unknown>
  for (const locale of [...order, ...Object.keys(texts)])
    if (Object.hasOwn(texts, locale) && texts[locale] !== null && texts[locale] !== '') return texts[locale]
  return null
}

/** All texts of the translated fields among the columns; undefined where there is no such field. */
export function translationsOf(columns: readonly EntityColumn[], row: Record<string, unknown>): Record<string, unknown> | undefined {
  const translated = columns.filter((column) => column.translated)
  return translated.length > 0 ? Object.fromEntries(translated.map((column) => [column.name, row[column.name] ?? {}])) : undefined
}

/**
 * A translated field's new map: a map replaces the texts of the locales that the panel has, a text sets the caller's
 * locale. Empty texts are taken out; those of a locale that is switched off stay.
 */
export function mergeTranslations(
  { caller, config }: Pick<ModelContext, 'caller' | 'config'>,
  key: string,
  value: unknown,
  stored: unknown,
): Record<string, unknown> | null {
  if (value === null) return null
  const before = (stored ?? {}) as Record<string, unknown>
  const unseen = Object.fromEntries(
    Object.entries(before).filter(([locale]) => config?.locales !== undefined && !config.locales.includes(locale)),
  )
  const map = typeof value === 'object' ? { ...unseen, ...(value as Record<string, unknown>) } : { ...before, [caller.locale]: value }
  for (const locale of Object.keys(map))
    if (!isLocale(locale))
      throw validationError({ [`${key}.${locale}`]: [{ key: 'errors.unknown_locale', values: { locale: locale.slice(0, 40) } }] })
  const filled = Object.entries(map).filter(([, text]) => text !== null && text !== '')
  return filled.length > 0 ? Object.fromEntries(filled) : null
}
