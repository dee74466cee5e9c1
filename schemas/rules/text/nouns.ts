/** A noun inside a sentence: in lower case, except German nouns and abbreviations (`SEO`). */
export const nounInSentence = (noun: string, locale: string): string =>
  locale === 'de' || /^.\p{Lu}/u.test(noun) ? noun : noun.charAt(0).toLocaleLowerCase(locale) + noun.slice(1)

/**
 * A Persian noun before a name, with its ezafe where that is written: `دسته` becomes `دستهٔ`, `کالا` becomes `کالای`. A
 * spoken `ه`, as in `فروشگاه` and `گروه`, has none. Other locales are unchanged.
 */
export function nounBeforeName(noun: string, locale: string): string {
  if (locale !== 'fa') return noun
  if (/[^او]ه$/.test(noun)) return `${noun}ٔ`
  return /[او]$/.test(noun) ? `${noun}ی` : noun
}

/** A sentence with a capital at its start, since its first word may have been inserted. */
export const asSentence = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
