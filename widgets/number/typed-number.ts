import { parseNumber, toLatinDigits } from '#schemas/rules/digits.ts'

const separators = /[./٫,]/

/**
 * What of a typed text a number field takes: digits of the three sets, one decimal separator (point, slash, `٫`, comma),
 * a minus in front. The rest is not taken. `keepTyped('1.2.3', { decimals: true })` is `1.23`.
 */
export function keepTyped(text: string, { decimals, negative }: { decimals: boolean; negative: boolean }): string {
  let separated = false
  let kept = ''
  for (const character of text.trim()) {
    if (/[0-9۰-۹٠-٩]/.test(character)) kept += character
    else if (/[-−]/.test(character) && negative && kept === '') kept += '-'
    else if (separators.test(character) && decimals && !separated) { separated = true; kept += character }
  }
  return kept
}

/** The typed text as a decimal string; a separator without decimals after it is left out. */
export function readTyped(text: string): string | undefined {
  const latin = toLatinDigits(text).replace(/[/٫,]/, '.').replace(/\.$/, '').replace(/^(-?)\./, '$10.')
  return parseNumber(latin)
}
