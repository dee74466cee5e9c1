import { parseDate } from '#schemas/rules/calendar/calendar.ts'
import { foldText, toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { parseListText } from '#schemas/rules/text/list-text.ts'
import { safePattern } from '#schemas/rules/pattern/pattern-safety.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import { isIdentifierFormat, parseIdentifierCell } from '#schemas/rules/values/identifiers.ts'
import { numberText, readInternational } from '#schemas/rules/values/phone.ts'
import { readCell, type Reading } from '#schemas/rules/values/read-cell.ts'
import { phoneKindIn, storedPhoneText } from '#schemas/rules/values/stored-phone.ts'
import { joinInstant } from '#schemas/rules/calendar/zoned-time.ts'
import type { FieldMessage } from '#server/errors.ts'
import { maxCellLength, type Cell } from '#server/spreadsheet/cells.ts'
import { cellText } from '#server/spreadsheet/read-table.ts'
import type { ImportField } from './import-fields.ts'

/** How the cells of one file are read. */
export interface FileReading extends Reading {
  /** Numbers of files whose fields are told apart by commas have a decimal point, whatever the language. */
  numberLocale: string
  /** Words for true and false in all languages, folded. */
  truths: ReadonlyMap<string, boolean>
  /** Field by which a row finds its record: spaces around it are left out. */
  key?: string
  /** Id of the record that a text names; undefined for none, null for several. */
  find: (entity: string, text: string) => Promise<number | null | undefined>
}

/** What a cell says that does not fit its field, a text that names several records, or one that was cut to the room of a cell. */
export type Misread = { bad: string } | { ambiguous: string } | { cut: number }

const isMisread = (value: unknown): value is Misread =>
  value !== null && typeof value === 'object' && ('bad' in value || 'ambiguous' in value || 'cut' in value)

/** The value that a field gets from a cell; `{}` for an empty one, which leaves it as it is. */
export async function readValue(cell: Cell | undefined, field: ImportField, reading: FileReading): Promise<{ value?: unknown } | Misread> {
  const text = cellText(cell)
  if (cell === undefined || cell === null || cell === '') return {}
  // Spaces alone are a text where any text is one, and nothing elsewhere.
  if (text === '') return !field.isList && isFreeText(cell, field, reading) ? { value: cell } : {}
  if (!field.isList) {
    const value = await readOne(cell, field, reading)
    return isMisread(value) ? value : { value }
  }
  const values: unknown[] = []
  for (const part of parseListText(text)) {
    // Only a quoted item can be of spaces alone: it was written so.
    const value = part.trim() === '' && isFreeText(part, field, reading) ? part : await readOne(part, field, reading)
    if (isMisread(value)) return value
    values.push(value)
  }
  return { value: values }
}

async function readOne(cell: Exclude<Cell, null>, field: ImportField, reading: FileReading): Promise<unknown> {
  const text = cellText(cell)
  if (field.references !== undefined) {
    const id = await reading.find(field.references, text)
    return id === null ? { ambiguous: text } : (id ?? { bad: text })
  }
  const isFree = isFreeText(cell, field, reading)
  // An export says so of a text that is longer than a cell of a spreadsheet.
  if (isFree && cell.length >= maxCellLength - 1 && cell.endsWith('…')) return { cut: maxCellLength }
  const { value } = typed(cell, field, reading) ?? readText(isFree ? cell : text, field, reading) ?? {}
  // Of a whole number that is too long for one, other digits would be kept.
  return value === undefined || (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    ? { bad: text }
    : value
}

/** A text of any letters stays as it is, with the spaces around it. */
const isFreeText = (cell: Exclude<Cell, null>, field: ImportField, reading: FileReading): cell is string =>
  typeof cell === 'string' &&
  typesOf(field.schema).includes('string') &&
  field.references === undefined &&
  field.schema.format === undefined &&
  field.schema.enum === undefined &&
  !field.options &&
  field.name !== reading.key

const typesOf = ({ type }: ImportField['schema']) => [type].flat()

/** Choices that are named in a sentence. */
const namedChoices = 6

/** What a field expects in place of what a cell says: `errors.import_…`. */
export function expectation(text: string, { schema, options, references }: ImportField): FieldMessage {
  const value = clip(text, 80)
  const fault = (key: string, values?: Record<string, unknown>): FieldMessage => ({ key: `errors.${key}`, values: { value, ...values } })
  if (references !== undefined) return fault('import_not_found')
  const choices = options?.map(({ title, value: own }) => title ?? String(own)) ?? schema.enum?.filter((own) => own !== null).map(String)
  if (choices)
    return fault(choices.length > namedChoices ? 'import_not_choice_of_many' : 'import_not_choice', {
      choices: choices.slice(0, namedChoices).join(' | '),
    })
  const types = typesOf(schema)
  if (types.includes('boolean')) return fault('import_not_truth')
  if (types.includes('integer') || types.includes('number') || schema.format === 'decimal') {
    if (/^[+-]?\d{16,}$/.test(toLatinDigits(text))) return fault('import_too_long')
    return fault(types.includes('integer') ? 'import_not_whole' : 'import_not_number')
  }
  return fault(typeof schema.format === 'string' ? (datedKeys[schema.format] ?? 'bad_value') : 'bad_value')
}

const datedKeys: Readonly<Record<string, string>> = { date: 'import_not_day', 'date-time': 'import_not_moment', time: 'import_not_time' }

/** A cell that is a number, a day, a moment or a truth already. */
function typed(cell: Exclude<Cell, null>, { schema, options }: ImportField, { timeZone }: FileReading): { value: unknown } | undefined {
  if (typeof cell === 'string' || options) return undefined
  const types = [schema.type].flat()
  if (typeof cell === 'boolean') return types.includes('boolean') ? { value: cell } : undefined
  if ('number' in cell) {
    const isWhole = /^-?\d+$/.test(cell.number)
    if (types.includes('boolean')) return ['0', '1'].includes(cell.number) ? { value: cell.number === '1' } : undefined
    if (schema.format === 'decimal') return { value: cell.number }
    if (types.includes('number') || (types.includes('integer') && isWhole)) return { value: Number(cell.number) }
    return undefined
  }
  const [day = '', time] = ('day' in cell ? cell.day : cell.moment).split(' ')
  if (schema.format === 'date') return { value: day }
  if (schema.format === 'time' && time !== undefined) return { value: time.replace(/:00$/, '') }
  if (schema.format !== 'date-time') return undefined
  const instant = joinInstant(day, (time ?? '00:00').slice(0, 5), timeZone)
  return instant === undefined ? undefined : { value: instant }
}

const yearBefore = 1600

/** As the form reads what is pasted into it; days of the Jalali calendar in any language. */
function readText(
  text: string,
  { schema, options, optionsElsewhere = [] }: ImportField,
  reading: FileReading,
): { value: unknown } | undefined {
  const choices =
    (options && [...options, ...optionsElsewhere].map(({ value, title }) => ({ value, title: title ?? String(value) }))) ??
    schema.enum?.filter((value) => value !== null).map((value) => ({ value, title: String(value) }))
  const types = [schema.type].flat()
  const truth = choices || !types.includes('boolean') ? undefined : reading.truths.get(foldText(text))
  if (truth !== undefined) return { value: truth }
  const written = choices || !types.includes('string') ? undefined : writtenAs(text, schema)
  if (written !== undefined) return { value: written }
  const isNumber = schema.format === 'decimal' || types.includes('integer') || types.includes('number')
  const isDated = schema.format === 'date' || schema.format === 'date-time'
  const year = isDated ? Number(/\d{4}/.exec(toLatinDigits(text))?.[0] ?? 0) : 0
  const locale = isNumber ? reading.numberLocale : isDated && year > 0 && year < yearBefore ? 'fa' : reading.locale
  const read = readCell(text, schema as Parameters<typeof readCell>[1], choices, { ...reading, locale })
  return (
    read ??
    (isDated && parseDate(text, { locale: 'en' }) !== undefined
      ? readCell(text, schema as Parameters<typeof readCell>[1], undefined, { ...reading, locale: 'en' })
      : undefined)
  )
}

/** Telephone numbers in their one spelling, and what has a pattern of Latin digits, in those; undefined for any other text. */
function writtenAs(text: string, schema: ImportField['schema'] & { pattern?: unknown; rules?: unknown }): string | undefined {
  const { format, pattern } = schema
  const kind = phoneKindIn(schema)
  if (kind !== undefined) {
    const isNumber = readInternational(text) !== undefined || numberText(text, kind) !== undefined
    return isNumber ? storedPhoneText(text, kind, schema) : undefined
  }
  if (isIdentifierFormat(format)) return parseIdentifierCell(format, text)
  const latin = toLatinDigits(text)
  const expression = typeof pattern === 'string' && latin !== text ? safePattern(pattern) : undefined
  return expression && !expression.test(text) && expression.test(latin) ? latin : undefined
}

/** Compares titles of records. */
export const sameTitle = (text: string): string => foldText(text)
