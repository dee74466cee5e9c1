import type { LocaleFormats } from '#renderer/locale/use-locale.ts'
import type { FieldSchema } from './json-schema.ts'
import { typeOf } from './json-schema.ts'
import { isEmpty } from './path.ts'
import type { Choice } from './widget-name.ts'

/** A value of a cell as people read it: title of its choice, digits and calendar of the locale; nothing for nothing. */
export function cellText(value: unknown, schema: FieldSchema, choices: readonly Choice[] | undefined, { t, formatNumber, formatDate, formatDateTime }: LocaleFormats): string {
  if (isEmpty(value)) return ''
  const chosen = choices?.find((choice) => choice.value === value)
  if (chosen) return chosen.title
  if (typeof value === 'boolean') return t(value ? 'form.yes' : 'form.no')
  if (typeof value === 'number' || (schema.format === 'decimal' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))) return formatNumber(value, { decimals: String(value).split('.')[1]?.length ?? 0 })
  if (typeof value === 'string' && schema.format === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value, { pattern: 'YYYY/MM/DD' })
  if (typeof value === 'string' && schema.format === 'date-time' && !Number.isNaN(Date.parse(value))) return formatDateTime(value)
  return typeof value === 'object' || typeOf(schema) === 'object' ? JSON.stringify(value) : String(value)
}
