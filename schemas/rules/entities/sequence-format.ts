import type { Calendar } from '#schemas/rules/calendar/calendar.ts'
import { isRecord } from '#schemas/rules/is-record.ts'

export type YearCalendar = Calendar

/** Words of a scope that count numbers by the years of a calendar. */
export const calendarYears: Readonly<Record<string, YearCalendar>> = { 'year.jalali': 'jalali', 'year.gregorian': 'gregorian' }

/** A year by which numbers are counted; it begins on `from` (`07-01`) where that is not the first day of the calendar's. */
export interface CountedYear {
  calendar: YearCalendar
  from?: string
}

/** The year of a word of a scope; undefined for the path of a field. */
export function yearOf(word: unknown): CountedYear | undefined {
  if (typeof word === 'string') return Object.hasOwn(calendarYears, word) ? { calendar: calendarYears[word]! } : undefined
  const year: unknown = isRecord(word) ? word.year : undefined
  if (!isRecord(year) || (year.calendar !== 'jalali' && year.calendar !== 'gregorian') || typeof year.from !== 'string') return undefined
  return year.from === '01-01' ? { calendar: year.calendar } : { calendar: year.calendar, from: year.from }
}

/** The number of the year that a day is in: of one that begins later, that of its first day. */
export function countedYear({ from }: CountedYear, { year, month, day }: { year: number; month: number; day: number }): number {
  if (from === undefined) return year
  const [firstMonth, firstDay] = from.split('-').map(Number) as [number, number]
  return month < firstMonth || (month === firstMonth && day < firstDay) ? year - 1 : year
}

/** A part of a format: a text that every number has, or what is inserted. */
export type FormatPart = { text: string } | { insert: string }

/** Texts and insertions of a format: `{cart.code}-{n}` is `cart.code`, `-`, `n`. */
export function formatParts(format: string): FormatPart[] {
  const parts: FormatPart[] = []
  let from = 0
  for (const match of format.matchAll(/\{([^{}]*)\}/g)) {
    if (match.index > from) parts.push({ text: format.slice(from, match.index) })
    parts.push({ insert: match[1]! })
    from = match.index + match[0].length
  }
  if (from < format.length) parts.push({ text: format.slice(from) })
  return parts
}

/** What a format inserts. */
export const formatInsertions = (format: string): string[] => formatParts(format).flatMap((part) => ('insert' in part ? [part.insert] : []))

/** Insertions of a format that are fields. */
export const formatFields = (format: string): string[] => formatInsertions(format).filter((name) => name !== 'n' && name !== 'year')

/** What stands before and behind `{n}` in a number. */
export function aroundNumber(format: string, values: ReadonlyMap<string, string>): { before: string; after: string } {
  const parts = formatParts(format)
  const place = parts.findIndex((part) => 'insert' in part && part.insert === 'n')
  const textOf = (some: readonly FormatPart[]) =>
    some.map((part) => ('text' in part ? part.text : (values.get(part.insert) ?? ''))).join('')
  return { before: textOf(parts.slice(0, place)), after: textOf(parts.slice(place + 1)) }
}
