import { parseDate } from '#schemas/rules/calendar.ts'
import { foldText, parseNumber } from '#schemas/rules/digits.ts'
import { typeOf, type FieldSchema } from './json-schema.ts'
import type { Choice } from './widget-name.ts'

export interface Reading {
  locale: string
  /** Words for true and false in the locale, beside those of spreadsheets. */
  yes: string
  no: string
}

/**
 * A text from a spreadsheet as the value of a field: numbers in any digits, days of the locale's calendar or ISO,
 * choices by title or value, yes and no. An empty text is no value; undefined when the text does not fit.
 */
export function readCell(text: string, schema: FieldSchema, choices: readonly Choice[] | undefined, { locale, yes, no }: Reading): { value: unknown } | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return { value: undefined }
  if (choices) {
    const wanted = foldText(trimmed)
    const found = choices.find((choice) => foldText(choice.title) === wanted) ?? choices.find((choice) => foldText(String(choice.value)) === wanted)
    return found && !found.disabled ? { value: found.value } : undefined
  }
  const type = typeOf(schema)
  if (type === 'boolean') {
    const word = foldText(trimmed)
    if (['true', '1', 'yes', '✓', 'x', foldText(yes)].includes(word)) return { value: true }
    return ['false', '0', 'no', '✗', '-', foldText(no)].includes(word) ? { value: false } : undefined
  }
  if (type === 'integer' || type === 'number' || schema.format === 'decimal') {
    const number = parseNumber(trimmed.replaceAll(/\p{Sc}/gu, '').trim(), locale)
    if (number === undefined || (type === 'integer' && /\.\d*[1-9]/.test(number))) return undefined
    return { value: type === 'string' ? number : Number(number) }
  }
  if (schema.format === 'date') {
    const day = parseDate(trimmed.replace(/[T\s]+[\d۰-۹٠-٩]{1,2}:[\d۰-۹٠-٩:.]+Z?$/, ''), { locale })
    return day === undefined ? undefined : { value: day }
  }
  return type === 'string' ? { value: text } : undefined
}
