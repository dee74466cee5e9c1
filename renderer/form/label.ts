import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import type { FieldSchema } from './json-schema.ts'
import type { PathList } from './path.ts'

/** `first_name` as `First name`, for a schema that brings no title. */
export function humanise(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a field is called: by the form, by its schema, by its place in a list, else by its name. */
export function labelOf(schema: FieldSchema, ui: FormDocumentFieldUi, path: PathList, name: string, t: (key: string, values?: Record<string, unknown>) => string): string {
  const last = path.at(-1)
  return ui.title ?? schema.title ?? (typeof last === 'number' ? t('form.item', { number: last + 1 }) : humanise(String(last ?? name)))
}
