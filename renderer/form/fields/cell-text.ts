import { formatIdentifier, isIdentifierFormat } from '#schemas/rules/values/identifiers.ts'
import { phoneText } from '#schemas/rules/values/phone.ts'
import type { LocaleFormats } from '#renderer/locale/use-locale.ts'
import { isInstant } from '#schemas/rules/calendar/zoned-time.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { typeOf } from '#renderer/form/schema/json-schema.ts'
import { isEmpty } from '#renderer/form/data/path.ts'
import type { Choice } from '#renderer/form/schema/widget-name.ts'

/** More is never seen of a cell. */
const mostCharacters = 500

/** Keeps a telephone number in its order among letters that run the other way. */
const apart = (text: string): string => `\u2066${text}\u2069`

/** A value of a cell as people read it: title of its choice, digits and calendar of the locale; nothing for nothing. */
export function cellText(
  value: unknown,
  schema: FieldSchema,
  choices: readonly Choice[] | undefined,
  { t, formatDigits, formatNumber, formatDate, formatDateTime }: LocaleFormats,
): string {
  if (isEmpty(value) || value === null || value === undefined) return ''
  const chosen = choices?.find((choice) => choice.value === value)
  if (chosen) return chosen.title
  if (typeof value === 'boolean') return t(value ? 'form.yes' : 'form.no')
  if (typeof value === 'number' || (schema.format === 'decimal' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)))
    return formatNumber(value, { decimals: String(value).split('.')[1]?.length ?? 0 })
  if (typeof value === 'string' && schema.format === 'date' && /^\d{4}-\d\d-\d\d$/.test(value))
    return formatDate(value, { pattern: 'YYYY/MM/DD' })
  if (typeof value === 'string' && schema.format === 'date-time' && isInstant(value)) return formatDateTime(value)
  if (typeof value === 'string' && isIdentifierFormat(schema.format)) return apart(formatDigits(formatIdentifier(value)))
  const phone = typeof value === 'object' ? phoneText(value) : undefined
  if (phone !== undefined) return apart(phone)
  const text = typeof value === 'object' || typeOf(schema) === 'object' ? JSON.stringify(value) : String(value)
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}
