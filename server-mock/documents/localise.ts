import { textKey } from '#schemas/rules/text/text-key.ts'
import { mapSchemaTexts, mapTexts } from '#schemas/rules/text/map-texts.ts'
import type { DocumentRegistry } from './registry.ts'

/**
 * Text of a string as a document writes it: `$key` is looked up, `$module/key` in another module, `$$` stands for a dollar, anything else
 * is literal.
 */
export function localiseText(registry: DocumentRegistry, module: string, locale: string, text: string): string {
  if (text.startsWith('$$')) return text.slice(1)
  const named = textKey(text)
  return named === undefined ? text : registry.message(named.module ?? module, locale, named.key)
}

/** A copy of part of a document with its `$keys` resolved; values, conditions and schemas keep their data as it is. */
export const localise = <T>(registry: DocumentRegistry, module: string, locale: string, node: T): T =>
  mapTexts(node, (text) => localiseText(registry, module, locale, text))

/** A copy of a JSON Schema with the `$keys` of its titles and descriptions resolved, and nothing else. */
export const localiseSchema = <T>(registry: DocumentRegistry, module: string, locale: string, schema: T): T =>
  mapSchemaTexts(schema, (text) => localiseText(registry, module, locale, text))
