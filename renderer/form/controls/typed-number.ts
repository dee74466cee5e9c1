import { addDecimal, compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { localiseDigits, parseNumber, toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { numberSeparators } from '#schemas/rules/numbers/money.ts'

/** How a number is typed and shown. The typed text is stored as `-1234.5`, also while it is incomplete: `-`, `1.`, `.5`, ``. */
export interface NumberShape {
  locale: string
  grouping: boolean
  negative: boolean
  /** Most digits behind the separator; with 0 no separator is taken. */
  decimals: number
}

/** The typed number with the locale's digits and separators, grouped by thousands. */
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
  /** Text before and after a key, a paste or a deletion; `caret` is the position in the new text. */
  shown: string
  raw: string
  caret: number
  /** The deletion removed text after the caret. */
  forward?: boolean
}

/** `typed` is formatted by `showTyped`; `held` is text that stays as typed because it is not a valid number. */
export type Edited = { typed: string; caret: number } | { held: string }

/**
 * Applies an edit of the displayed text and returns the typed number and the caret. Letters, a second separator and
 * extra decimals are ignored. A point, slash, `٫` and, in locales that use it, the comma are decimal separators. A typed
 * grouping mark waits for its group: `1,` and `1,5` are held, `1,500` is a number. Pasted text may be grouped in any
 * way, with a currency. Deleting a grouping mark deletes the digit next to it. An edit that would result in another
 * number than was meant (a separator in whole numbers, a minus where it is not allowed, pasted text that is not a
 * number) is held as it is.
 */
export function editTyped({ shown, raw, caret, forward = false }: Edit, shape: NumberShape): Edited {
  const { decimal } = numberSeparators(shape.locale)
  const isTailUnchanged = shown.endsWith(raw.slice(caret))
  const rest = isTailUnchanged ? raw.slice(caret) : ''
  const before = isTailUnchanged ? shown.slice(0, shown.length - rest.length) : ''
  const after = raw.slice(0, isTailUnchanged ? caret : raw.length)
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
  const isPasted = [...inserted].length > 1
  const text = isPasted ? pasted(inserted, shape) : inserted
  if (text === undefined || (!isPasted && changesMeaning(text, head + tail, shape))) return { held: raw }
  head += taken(text, head, tail, shape, decimal === ',')
  const typed = cut(head + tail, shape.decimals)
  return { typed, caret: caretBehind(showTyped(typed, shape), Math.min(head.length, typed.length), decimal) }
}

/** A typed character that cannot be ignored without changing the number. */
function changesMeaning(character: string, others: string, { decimals, negative, locale }: NumberShape): boolean {
  if (/[-−]/.test(character)) return !negative && others === ''
  // Somebody may mean `1.5` by `1,5`; once the group is whole, it is one.
  if (/[,٬،]/.test(character)) return !separates(character, locale)
  return decimals === 0 && separates(character, locale)
}

/** What may be wrong with a text in the place of a number. */
export type NumberFault = 'none' | 'whole' | 'negative' | 'decimals'

/** Reads a held text again: returns the number that it has become, or its error. */
export function readHeld(text: string, shape: NumberShape): { typed: string } | { fault: NumberFault } {
  const latin = toLatinDigits(text).trim()
  const isOpen = separates(latin.slice(-1), shape.locale)
  const number = parseNumber(isOpen ? latin.slice(0, -1) : latin, shape.locale)
  if (number === undefined) return { fault: 'none' }
  if (number.startsWith('-') && !shape.negative) return { fault: 'negative' }
  const fraction = number.split('.')[1] ?? ''
  if (shape.decimals === 0 && (fraction !== '' || isOpen)) return { fault: 'whole' }
  return fraction.length > shape.decimals ? { fault: 'decimals' } : { typed: number }
}

/** A character that no number has: letters are not typed into one. */
export const isForeign = (character: string): boolean => !/[\d.,/٫٬،'’\s\u2212-]/u.test(toLatinDigits(character))

const separates = (character: string, locale: string): boolean => /[./٫]/.test(character) || character === numberSeparators(locale).decimal

/** A separator that is typed to a text with one; while that is held, one of grouping has no place in it either. */
export function isSecondSeparator(character: string, others: string, locale: string): boolean {
  return (separates(character, locale) || /[,٬،]/.test(character)) && [...others].some((other) => separates(other, locale))
}

function taken(text: string, head: string, tail: string, shape: NumberShape, commaSeparates: boolean): string {
  let kept = ''
  for (const character of toLatinDigits(text)) {
    if (/\d/.test(character)) {
      if (!tail.startsWith('-')) kept += character
    } else if (/[-−]/.test(character)) {
      if (shape.negative && head === '' && kept === '' && !tail.startsWith('-')) kept = '-'
    } else if (/[./٫]/.test(character) || (character === ',' && commaSeparates)) {
      if (shape.decimals > 0 && !(head + kept + tail).includes('.')) kept += '.'
    }
  }
  return kept
}

/** A currency or a unit around a number; letters of other scripts may follow it directly. */
const around = /^(?:[\p{Sc}\s]|\p{L}+[.]?\s)*|(?:[\p{Sc}\s]|\s\p{L}+[.]?|(?:(?![a-z])\p{L})+[.]?)*$/giu

/** A pasted text as it would be typed, its currency and its grouping left out; undefined when it is no such number. */
function pasted(text: string, shape: NumberShape): string | undefined {
  const plain = toLatinDigits(text)
    .replace(/[\u200b-\u200f\u061c\u2066-\u2069]/g, '')
    .replace(around, '')
  const number = parseNumber(plain, shape.locale)
  if (number === undefined || (number.startsWith('-') && !shape.negative)) return undefined
  const exact = number.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  return (exact.split('.')[1] ?? '').length > shape.decimals
    ? undefined
    : shape.decimals === 0
      ? exact
      : number.replace(/^(-?)0+(?=\d)/, '$1')
}

const cut = (typed: string, decimals: number): string =>
  typed.replace(/^([^.]*\.)(.*)$/, (_, whole: string, fraction: string) => whole + fraction.slice(0, decimals))

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

/** Whether a JSON number can hold this decimal exactly. */
export const isExact = (decimal: string): boolean => {
  const stored = toDecimal(Number(decimal))
  return stored !== undefined && compareDecimal(stored, decimal) === 0
}
