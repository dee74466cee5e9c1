import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import type { FormAnswer, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { activeLocale } from '#renderer/locale/active-locale.ts'
import { translate } from '#renderer/locale/translate.ts'
import { schemaAt, type FieldSchema } from './json-schema.ts'
import { formatUiPath, type PathList } from '#renderer/form/data/path.ts'

/** `first_name` as `First name`, for a schema that brings no title. */
export function humanise(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a field is called: by the form, by its schema, by its place in a list, counted from 1, else by its name. */
export function labelOf(
  schema: FieldSchema,
  ui: FormDocumentFieldUi,
  path: PathList,
  name: string,
  t: (key: string, values?: Record<string, unknown>) => string,
): string {
  const last = path.at(-1)
  return (
    ui.title ??
    schema.title ??
    (typeof last === 'number' ? t('form.item', { number: localiseDigits(last + 1, activeLocale()) }) : humanise(String(last ?? name)))
  )
}

/** The same of a place in a form, for sentences. */
export const labelAt = ({ schema, ui }: Pick<FormAnswer, 'schema' | 'ui'>, path: PathList): string =>
  labelOf(schemaAt(schema as FieldSchema, path) ?? {}, ui?.[formatUiPath(path)] ?? {}, path, '', translate)
