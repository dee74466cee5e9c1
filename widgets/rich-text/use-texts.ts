import { use, useCallback } from 'react'
import { useLocale } from '#renderer'

type Texts = Record<string, string>
const files = import.meta.glob<Texts>('./messages/*.json', { import: 'default' })
const loaded = new Map<string, Promise<Texts>>()

function load(locale: string): Promise<Texts> {
  const present = loaded.get(locale)
  if (present) return present
  const file = files[`./messages/${locale}.json`] ?? files['./messages/en.json']!
  const texts = file()
  loaded.set(locale, texts)
  return texts
}

export type Say = (key: string, values?: Record<string, string | number>) => string

/** The editor's own texts in the reader's language, fetched with it. */
export function useTexts(): Say {
  const { locale } = useLocale()
  const texts = use(load(locale))
  return useCallback<Say>((key, values = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)), [texts])
}
