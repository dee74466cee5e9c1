import { useMemo } from 'react'
import { formatDate, formatDateTime, relativeTime, type DateFormat } from '#schemas/rules/calendar/calendar.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { directionOf } from '#schemas/rules/locales.ts'
import { formatMoney, formatNumber } from '#schemas/rules/numbers/money.ts'
import { useSessionStore } from '#renderer/session/session.ts'
import { useActiveLocale } from './active-locale.ts'
import { translate } from './translate.ts'

type Instant = string | number | Date
type DateOptions = Pick<DateFormat, 'pattern' | 'calendar'>

/** Texts and formats of a locale; dates are shown in the zone that is given, amounts are in rial where no currency is named. */
export function localeFormats(locale: string, timeZone: string) {
  return {
    locale,
    timeZone,
    dir: directionOf(locale),
    t: translate,
    formatNumber: (value: string | number, options?: { decimals?: number; grouping?: boolean }) => formatNumber(value, locale, options),
    formatDigits: (text: string | number) => localiseDigits(text, locale),
    formatDate: (value: Instant, options: DateOptions = {}) => formatDate(value, { ...options, locale, timeZone }),
    formatDateTime: (value: Instant, options: DateOptions = {}) => formatDateTime(value, { ...options, locale, timeZone }),
    formatRelative: (value: Instant, now: Instant = Date.now()) => relativeTime(value, now, locale),
    formatMoney: (amount: string | number, currency?: string, decimals?: number) => formatMoney(amount, currency, locale, decimals),
  }
}

export type LocaleFormats = ReturnType<typeof localeFormats>

let zoneHere: string | undefined

/** The browser's time zone, cached because every text on a page needs it. */
const timeZoneHere = (): string => (zoneHere ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Those of this moment, for notices outside of a component. */
export const activeFormats = (): LocaleFormats =>
  localeFormats(useActiveLocale.getState().locale, useSessionStore.getState().auth.timezone ?? timeZoneHere())

/** Texts and formats of the active locale in the session's time zone. */
export function useLocale(): LocaleFormats {
  const locale = useActiveLocale((state) => state.locale)
  const timezone = useSessionStore((state) => state.auth.timezone)
  return useMemo(() => localeFormats(locale, timezone ?? timeZoneHere()), [locale, timezone])
}
