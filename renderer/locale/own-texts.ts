import { use, useMemo } from 'react'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { useLocale } from './use-locale.ts'

type Texts = Record<string, string>
type Files = Record<string, () => Promise<Texts>>
export type Say = (key: string, values?: Record<string, string | number>) => string

/**
 * A hook that reads the texts of a part that loads late, which come with it and not with the panel's own:
 * `ownTexts(import.meta.glob('./messages/*.json', { import: 'default' }))`. Suspends until they are there; its `load` waits for them.
 */
export function ownTexts(files: Files): (() => Say) & { load: (locale: string) => Promise<Say> } {
  const loaded = new Map<string, Promise<Texts>>()
  const load = (locale: string): Promise<Texts> => {
    const present = loaded.get(locale)
    if (present) return present
    const texts = (files[`./messages/${locale}.json`] ?? files['./messages/en.json']!)()
    loaded.set(locale, texts)
    return texts
  }
  function useTexts() {
    const { locale } = useLocale()
    const texts = use(load(locale))
    return useMemo(() => sayOf(texts, locale), [texts, locale])
  }
  return Object.assign(useTexts, { load: async (locale: string) => sayOf(await load(locale), locale) })
}

/** Numbers among the values are said in the digits of the reader. */
const sayOf =
  (texts: Texts, locale: string): Say =>
  (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole
      return typeof value === 'number' ? localiseDigits(value, locale) : value
    })
