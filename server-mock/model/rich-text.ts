import { createHtmlSanitiser, type HtmlSanitiser } from '#schemas/rules/rich-html.ts'
import type { ModelEntity } from './context.ts'
import { placesOf, type Node } from './formatted-places.ts'

const isHtml = ({ format }: Node): boolean => format === 'html'

let made: Promise<HtmlSanitiser> | undefined

/** A document of its own to read markup with; it comes with the first text that has any. */
async function makeSanitiser(): Promise<HtmlSanitiser> {
  const { JSDOM } = await import('jsdom')
  return createHtmlSanitiser(new JSDOM('').window)
}

/**
 * Takes out of formatted text (schemas of the format `html`) whatever could run or ask, by the list that the editor keeps
 * what it does not know by. Text without anything of that is stored letter for letter. Changes `values`.
 */
export async function cleanRichText(entity: ModelEntity, values: Record<string, unknown>): Promise<void> {
  for (const { value, put } of placesOf(entity, values, isHtml)) {
    if (typeof value === 'string' && /[<&]/.test(value)) put((await (made ??= makeSanitiser())).sanitise(value))
  }
}
