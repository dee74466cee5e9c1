import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

const alphabet = [
  'آ',
  'اأإٱ',
  'ء',
  'ب',
  'پ',
  'ت',
  'ث',
  'ج',
  'چ',
  'ح',
  'خ',
  'د',
  'ذ',
  'ر',
  'ز',
  'ژ',
  'س',
  'ش',
  'ص',
  'ض',
  'ط',
  'ظ',
  'ع',
  'غ',
  'ف',
  'ق',
  'کك',
  'گ',
  'ل',
  'م',
  'ن',
  'وؤ',
  'هةۀہە',
  'یيىئے',
]

/** A Persian letter's position in the alphabet, as one code point of the Arabic block, so that it sorts after Latin. */
const place = new Map(
  alphabet.flatMap((letters, index) => [...letters].map((letter) => [letter, String.fromCharCode(0x0601 + index)] as const)),
)

/**
 * A key whose bytewise order (COLLATE "C") is the order that a Persian reader expects: spaces, signs, digits of any
 * script by value, Latin without case and accents, then the Persian alphabet with پ چ ژ گ in their places and Arabic
 * letters next to their Persian forms. PostgreSQL's own collations get this wrong or do not exist in PGlite.
 */
export function sortKey(text: string): string {
  let key = ''
  for (const letter of toLatinDigits(text).normalize('NFKC').trim().toLowerCase()) {
    const known = place.get(letter)
    if (known !== undefined) {
      key += known
      continue
    }
    for (const part of letter.normalize('NFKD')) key += weight(part)
  }
  return key.replace(/ +/g, ' ')
}

function weight(letter: string): string {
  if (/[a-z0-9]/.test(letter)) return letter
  if (/\s/.test(letter)) return ' '
  if (/[\p{Mn}\p{Cf}\p{Cc}\u0640]/u.test(letter)) return ''
  const latin = { ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ø: 'o', ł: 'l' }[letter]
  if (latin !== undefined) return latin
  if (!/[\p{L}\p{N}]/u.test(letter)) return `!${letter}`
  return /[\u0600-\u06ff]/.test(letter) ? `\u06ff${letter}` : letter
}
