import { formatDate, formatDateTime, relativeTime } from '#schemas/rules/calendar/calendar.ts'
import { toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { currencyDecimals, decimalsOf, formatMoney, formatNumber } from '#schemas/rules/numbers/money.ts'
import type { Action, GridRow, Target } from '#schemas/types/contract.d.ts'

/**
 * Formats values for one locale and time zone. Each function returns null for a value that it cannot format; the cell
 * then shows the value as it is.
 */
export interface CellFormats {
  locale: string
  /** Name of the document that contains the cells, for notices. */
  document?: string
  t: (key: string, values?: Record<string, unknown>) => string
  number: (value: string | number) => string | null
  /** In the site's currency where none is named; a bare number where it is null. `round` leaves out what the currency is not counted in. */
  money: (value: string | number, currency?: string | null, round?: boolean) => string | null
  date: (value: string) => string | null
  datetime: (value: string) => string | null
  relative: (value: string) => string | null
  /** A time of day: `17:05`, or `17:05:30` if the seconds are not zero. */
  time: (value: string) => string | null
  actionTitle: (action: Action, row?: GridRow) => string
  /** Path of a link's target with the row's values in it; null when it leads nowhere. */
  href: (to: Target, row: GridRow) => string | null
}

export interface FormatOptions {
  locale: string
  timeZone: string
  t: CellFormats['t']
  actionTitle: CellFormats['actionTitle']
  href: CellFormats['href']
  now?: () => number
  /** Of amounts whose column names none. */
  currency?: string
  /** Of amounts. */
  amountDecimals?: number
}

const timePattern = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/

const isDateLike = (value: string) => /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value))

/** Formats of the cells of a page; the same date on many rows is formatted once. */
export function createCellFormats({
  locale,
  timeZone,
  t,
  actionTitle,
  href,
  now = Date.now,
  currency: siteCurrency,
  amountDecimals,
}: FormatOptions): CellFormats {
  const dated = (format: (value: string) => string) => {
    const known = new Map<string, string>()
    return (value: string) => {
      if (!isDateLike(value)) return null
      let shown = known.get(value)
      if (shown === undefined) {
        if (known.size > 2000) known.clear()
        known.set(value, (shown = format(value)))
      }
      return shown
    }
  }
  return {
    locale,
    t,
    actionTitle,
    href,
    number: (value) => (toDecimal(value) === undefined ? null : formatNumber(value, locale)),
    money: (value, named, round = false) => {
      if (toDecimal(value) === undefined) return null
      if (named === null)
        return formatNumber(value, locale, { decimals: round ? currencyDecimals(undefined) : decimalsOf(value, undefined) })
      const currency = named ?? siteCurrency
      const least = named === undefined ? amountDecimals : undefined
      return formatMoney(value, currency, locale, round ? (least ?? currencyDecimals(currency)) : decimalsOf(value, currency, least))
    },
    date: dated((value) => formatDate(value, { locale, timeZone })),
    datetime: dated((value) => formatDateTime(value, { locale, timeZone })),
    time: (value) => {
      const [, time, seconds = '00'] = timePattern.exec(value) ?? []
      return time === undefined ? null : localiseDigits(seconds === '00' ? time : `${time}:${seconds}`, locale)
    },
    relative: (value) => (isDateLike(value) ? relativeTime(value, now(), locale) : null),
  }
}
