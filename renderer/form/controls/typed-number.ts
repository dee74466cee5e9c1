import { addDecimal, compareDecimal, toDecimal } from '#schemas/rules/decimal.ts'
import { localiseDigits, parseNumber, toLatinDigits } from '#schemas/rules/digits.ts'
import { numberSeparators } from '#schemas/rules/money.ts'

/** How a number is typed and shown. What is typed is kept as `-1234.5`, unfinished too: `-`, `1.`, `.5`, ``. */
export interface NumberShape {
  locale: string
  grouping: boolean
  negative: boolean
  /** Most digits behind the separator; with 0 no separator is taken. */
  decimals: number
}

/** What was typed as it is shown: digits and separators of the locale, grouped by thousands. */
export function showTyped(typed: string, { locale, grouping }: NumberShape): string {
  const [whole = '', fraction] = typed.replace('-', '').split('.')
  const { group, decimal } = numberSeparators(locale)
  const grouped = grouping ? whole.replace(/\B(?=(?:\d{3})+$)/g, group) : whole
  return localiseDigits(`${typed.startsWith('-') ? '-' : ''}${grouped}${fraction === undefined ? '' : decimal + fraction}`, locale)
}

/** The typed text as a decimal string; undefined while it is none. A separator with nothing behind it is left out. */
export const readTyped = (typed: string): string | undefined => parseNumber(typed.replace(/\.$/, '').replace(/^(-?)\./, '$10.'))

/** What counts of a shown text: digits, minus, the locale's separator; grouping does not. */
function counted(shown: string, decimal: string): string {
  let kept = ''
  for (const character of toLatinDigits(shown)) {
    if (/\d/.test(character)) kept += character
    else if (/[-−]/.test(character)) kept += '-'
    else if (character === decimal) kept += '.'
  }
  return kept
}

interface Edit {
  /** What stood there, and what stands there after a key, a paste, a deletion; `caret` is behind it. */
  shown: string
  raw: string
  caret: number
  /** The deletion took what is behind the caret. */
  forward?: boolean
}

/**
 * What an edit of the shown text leaves typed, and where the caret is then in `showTyped` of it. Letters, a second
 * separator, decimals beyond the most and a minus that is not allowed are not taken; point, slash, `٫` and, where one is
 * written, the decimal comma all mean the separator. What is pasted may be grouped in any way. Deleting a grouping mark
 * deletes the digit beyond it.
 */
export function editTyped({ shown, raw, caret, forward = false }: Edit, shape: NumberShape): { typed: string; caret: number } {
  const { decimal } = numberSeparators(shape.locale)
  const isKept = shown.endsWith(raw.slice(caret))
  const rest = isKept ? raw.slice(caret) : ''
  const before = isKept ? shown.slice(0, shown.length - rest.length) : ''
  const after = raw.slice(0, isKept ? caret : raw.length)
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same++
  let head = counted(before.slice(0, same), decimal)
  let tail = counted(rest, decimal)
  const inserted = after.slice(same)
  const removed = before.slice(same)
  if (inserted === '' && removed !== '' && counted(removed, decimal) === '') {
    if (forward) tail = tail.slice(1)
    else head = head.slice(0, -1)
  }
  head += taken(inserted, head, tail, shape, decimal === ',')
  const typed = cut(head + tail, shape.decimals)
  return { typed, caret: caretBehind(showTyped(typed, shape), Math.min(head.length, typed.length), decimal) }
}

function taken(inserted: string, head: string, tail: string, shape: NumberShape, commaSeparates: boolean): string {
  const text = [...inserted].length > 1 ? (pasted(inserted, shape.locale) ?? inserted) : inserted
  let kept = ''
  for (const character of toLatinDigits(text)) {
    if (/\d/.test(character)) { if (!tail.startsWith('-')) kept += character }
    else if (/[-−]/.test(character)) { if (shape.negative && head === '' && kept === '' && !tail.startsWith('-')) kept = '-' }
    else if (/[./٫]/.test(character) || (character === ',' && commaSeparates)) { if (shape.decimals > 0 && !(head + kept + tail).includes('.')) kept += '.' }
  }
  return kept
}

/** A pasted text as a decimal string, its currency and its grouping left out, an exponent written out. */
function pasted(text: string, locale: string): string | undefined {
  const latin = toLatinDigits(text).trim()
  if (/^[+-]?\d+(\.\d+)?e[+-]?\d{1,3}$/i.test(latin)) return toDecimal(Number(latin))
  return parseNumber(latin.replace(/[\p{L}\p{Sc}]+[.]?/gu, '').trim(), locale)
}

const cut = (typed: string, decimals: number): string => typed.replace(/^([^.]*\.)(.*)$/, (_, whole: string, fraction: string) => whole + fraction.slice(0, decimals))

/** Place in a shown text behind so many characters that count. */
function caretBehind(shown: string, count: number, decimal: string): number {
  let place = 0
  for (let left = count; left > 0 && place < shown.length; place++) if (counted(shown[place] ?? '', decimal) !== '') left--
  return place
}

/** A number so much above or below another, or nought where there is none, within its bounds. */
export function stepTyped(from: string | undefined, by: string, { min, max }: { min?: string; max?: string }): string {
  const next = addDecimal(from ?? '0', by)
  if (min !== undefined && compareDecimal(next, min) < 0) return min
  return max !== undefined && compareDecimal(next, max) > 0 ? max : next
}

/** A JSON number holds this exactly, so that what is read is what is stored. */
export const isExact = (decimal: string): boolean => {
  const held = toDecimal(Number(decimal))
  return held !== undefined && compareDecimal(held, decimal) === 0
}
