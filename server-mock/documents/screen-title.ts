import { textOf, type Reader } from './expansion.ts'
import type { DocumentRegistry } from './registry.ts'

/**
 * What a screen is called where none of its records is open: its title, else where its breadcrumbs end, else its name. A text that inserts
 * a record says nothing there.
 */
export function screenTitle(registry: DocumentRegistry, reader: Reader, name: string): string {
  const { module, document } = registry.screens.get(name)!
  const texts = [document.title, document.breadcrumbs?.at(-1)?.title].map((text) => textOf({ registry, reader, module }, text ?? ''))
  return texts.find((text) => text !== '' && !text.includes('{')) ?? name
}
