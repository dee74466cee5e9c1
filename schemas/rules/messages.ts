import { formatDate, formatDateTime } from './calendar.ts'
import { localiseDigits } from './digits.ts'
import { isLocale, locales, type Locale } from './locales.ts'

type Table = Record<string, string>

const loaders: Record<Locale, () => Promise<{ default: Table }>> = {
  fa: () => import('./messages/fa.json'), en: () => import('./messages/en.json'), ar: () => import('./messages/ar.json'), fr: () => import('./messages/fr.json'), tr: () => import('./messages/tr.json'),
  es: () => import('./messages/es.json'), ru: () => import('./messages/ru.json'), de: () => import('./messages/de.json'), it: () => import('./messages/it.json'), zh: () => import('./messages/zh.json'),
}

const tables: Partial<Record<Locale, Table>> = {}

/** Loads the rule messages of some locales (all ten when left out), once; `ruleMessage` needs them. */
export async function loadRuleMessages(...wanted: string[]): Promise<void> {
  await Promise.all((wanted.length > 0 ? wanted.filter(isLocale) : [...locales]).map(async locale => { tables[locale] ??= (await loaders[locale]()).default }))
}

/**
 * The sentence of a failed rule, naming the field: `ruleMessage('en', 'rules.max', { label: 'Title', max: 3 })`. Without
 * a label it says "This field". Falls back to English, then to the key.
 */
export function ruleMessage(locale: string, key: string, values: Record<string, unknown> = {}): string {
  const table = (isLocale(locale) ? tables[locale] : undefined) ?? tables.en
  const text = table && Object.hasOwn(table, key) ? table[key]! : tables.en && Object.hasOwn(tables.en, key) ? tables.en[key]! : undefined
  if (text === undefined) return key
  return text.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (name === 'label') return typeof value === 'string' && value !== '' ? value : (table!['rules.this_field'] ?? '')
    if (name === 'date') return dateText(value, locale)
    return value === undefined || value === null ? '' : localiseDigits(String(value), locale)
  })
}

const dateText = (value: unknown, locale: string): string => {
  const text = String(value ?? '')
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text, { locale }) : /^\d{4}-\d{2}-\d{2}T/.test(text) ? formatDateTime(text, { locale }) : text
}
