/**
 * A noun inside a sentence: it begins small there, but for German nouns and for abbreviations (`SEO`).
 */
export const nounInSentence = (noun: string, locale: string): string =>
  locale === 'de' || /^.\p{Lu}/u.test(noun) ? noun : noun.charAt(0).toLocaleLowerCase(locale) + noun.slice(1)

/**
 * A Persian noun before what it names, with its ezafe where that is written: `دسته` becomes `دستهٔ`, `کالا` becomes `کالای`.
 * A `ه` that is spoken, as in `فروشگاه` and `گروه`, carries none. Other locales have nothing of the kind.
 */
export function nounBeforeName(noun: string, locale: string): string {
  if (locale !== 'fa') return noun
  if (/[^او]ه$/.test(noun)) return `${noun}ٔ`
  return /[او]$/.test(noun) ? `${noun}ی` : noun
}

/** A sentence whose first word may have been inserted begins with a capital. */
export const asSentence = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
