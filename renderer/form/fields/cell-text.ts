import { formatIdentifier, isIdentifierFormat } from '#schemas/rules/values/identifiers.ts'
import { phoneText } from '#schemas/rules/values/phone.ts'
import { decimalsOf } from '#schemas/rules/numbers/money.ts'
import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
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

/** The currency that a field's amounts are in, if it is always the same one. */
export const currencyOf = (schema: FieldSchema, ui: FormDocumentFieldUi = {}): string | undefined =>
  [ui.currency_by === undefined ? ui.currency : undefined, schema.currency].find((currency) => typeof currency === 'string')

/** A decimal as it is read: with the decimals of its currency, else with its own. */
export function amountText(value: string, currency: string | undefined, { formatNumber }: Pick<LocaleFormats, 'formatNumber'>): string {
  return formatNumber(value, { decimals: currency === undefined ? (value.split('.')[1]?.length ?? 0) : decimalsOf(value, currency) })
}

/** A value of a cell as people read it: title of its choice, digits and calendar of the locale; nothing for nothing. */
export function cellText(
  value: unknown,
  schema: FieldSchema,
  choices: readonly Choice[] | undefined,
  { t, formatDigits, formatNumber, formatDate, formatDateTime }: LocaleFormats,
  currency = currencyOf(schema),
): string {
  if (isEmpty(value) || value === null || value === undefined) return ''
  const chosen = choices?.find((choice) => choice.value === value)
  if (chosen) return chosen.title
  if (typeof value === 'boolean') return t(value ? 'form.yes' : 'form.no')
  if (typeof value === 'number' || (schema.format === 'decimal' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)))
    return amountText(String(value), currency, { formatNumber })
  if (typeof value === 'string' && schema.format === 'date' && /^\d{4}-\d\d-\d\d$/.test(value))
    return formatDate(value, { pattern: 'YYYY/MM/DD' })
  if (typeof value === 'string' && schema.format === 'date-time' && isInstant(value)) return formatDateTime(value)
  if (typeof value === 'string' && isIdentifierFormat(schema.format)) return apart(formatDigits(formatIdentifier(value)))
  const phone = typeof value === 'object' ? phoneText(value) : undefined
  if (phone !== undefined) return apart(phone)
  const text = typeof value === 'object' || typeOf(schema) === 'object' ? JSON.stringify(value) : String(value)
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}
