import { formatDate, formatDateTime } from './calendar/calendar.ts'
import { localiseDigits } from './numbers/digits.ts'
import { formatNumber } from './numbers/money.ts'
import { formatFileSize, isFileSize } from './numbers/file-size.ts'
import { isRecord } from './is-record.ts'
import { isLocale, locales, type Locale } from './locales.ts'

type Table = Record<string, string>

const loaders: Record<Locale, () => Promise<{ default: Table }>> = {
  fa: () => import('./messages/fa.json'),
  en: () => import('./messages/en.json'),
  ar: () => import('./messages/ar.json'),
  fr: () => import('./messages/fr.json'),
  tr: () => import('./messages/tr.json'),
  es: () => import('./messages/es.json'),
  ru: () => import('./messages/ru.json'),
  de: () => import('./messages/de.json'),
  it: () => import('./messages/it.json'),
  zh: () => import('./messages/zh.json'),
}

const tables: Partial<Record<Locale, Table>> = {}

/** Loads the rule messages of some locales (all ten when left out), once; `ruleMessage` needs them. */
export async function loadRuleMessages(...wanted: string[]): Promise<void> {
  await Promise.all(
    (wanted.length > 0 ? wanted.filter(isLocale) : [...locales]).map(async (locale) => {
      tables[locale] ??= (await loaders[locale]()).default
    }),
  )
}

/**
 * The message of a failed rule, naming the field: `ruleMessage('en', 'rules.max', { label: 'Title', max: 3 })`. Without
 * a label it says "This field". A value `{ field: 'lines.0.count' }` is another field, which `labelOf` names; a moment is told
 * in `timeZone`. Falls back to English, then to the key.
 */
export function ruleMessage(
  locale: string,
  key: string,
  values: Record<string, unknown> = {},
  labelOf: (path: string) => string = (path) => path,
  timeZone = 'UTC',
): string {
  const table = (isLocale(locale) ? tables[locale] : undefined) ?? tables.en
  const text = textIn(table, key, values, locale) ?? textIn(tables.en, key, values, 'en')
  if (text === undefined) return key
  return text
    .replace(/\{([a-z_]+)\}/g, (_, name: string, at: number) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (name === 'label') return typeof value === 'string' && value !== '' ? value : thisField(table!['rules.this_field'] ?? '', at > 0)
      if (name === 'date') return dateText(value, { locale, timeZone })
      if (isField(value)) return labelOf(value.field)
      if (isFileSize(value)) return formatFileSize(value.bytes, locale, value)
      if (value === undefined || value === null) return ''
      return name === 'min' || name === 'max' ? limitText(String(value), locale) : localiseDigits(String(value), locale)
      // A date may end with the full stop of an abbreviation.
    })
    .replace(/\.\.$/, '.')
}

/** A limit in the groups of the locale; one of four digits may be a year. */
const limitText = (limit: string, locale: string): string =>
  /^-?\d{5,}([.]\d+)?$/.test(limit) ? formatNumber(limit, locale) : localiseDigits(limit, locale)

const isField = (value: unknown): value is { field: string } => isRecord(value) && typeof value.field === 'string'

/** The text of a key, or of `<key>_one` if that exists and the message counts one item. */
function textIn(table: Table | undefined, key: string, values: Record<string, unknown>, locale: string): string | undefined {
  if (!table) return undefined
  const single = `${key}_one`
  const counted = Object.hasOwn(table, single)
    ? Object.entries(values).find(([name, value]) => name !== 'label' && typeof value === 'number')
    : undefined
  const name = counted && new Intl.PluralRules(locale).select(counted[1] as number) === 'one' ? single : key
  return Object.hasOwn(table, name) ? table[name] : undefined
}

const thisField = (text: string, isInside: boolean): string => (isInside ? text.charAt(0).toLowerCase() + text.slice(1) : text)

const dateText = (value: unknown, format: { locale: string; timeZone: string }): string => {
  const text = String(value ?? '')
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? formatDate(text, { locale: format.locale })
    : /^\d{4}-\d{2}-\d{2}T/.test(text)
      ? formatDateTime(text, format)
      : localiseDigits(text, format.locale)
}
