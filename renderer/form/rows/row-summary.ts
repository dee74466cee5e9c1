import type { LocaleFormats } from '#renderer/locale/use-locale.ts'
import { cellText } from '#renderer/form/fields/cell-text.ts'
import { type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import { choicesOf } from '#renderer/form/schema/widget-name.ts'
import { isRecord } from '#schemas/rules/is-record.ts'

const mostValues = 3

/** The first values of a row, for its one line when it is folded; each may be written in a direction of its own. */
export function rowSummary(row: unknown, schema: FieldSchema, uiSchema: Record<string, unknown>, formats: LocaleFormats): string[] {
  if (!isRecord(row)) return row === undefined || row === null ? [] : [String(row)]
  const names = Object.keys(schema.properties ?? row)
  return names
    .map((name) => {
      const field = schema.properties?.[name] ?? {}
      return typeof row[name] === 'object' || typeof row[name] === 'boolean'
        ? ''
        : cellText(row[name], field, choicesOf(field, uiOf(uiSchema[name])), formats)
    })
    .filter((text) => text !== '')
    .slice(0, mostValues)
}
