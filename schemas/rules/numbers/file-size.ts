import { intlTag } from '#schemas/rules/locales.ts'
import { numberSeparators } from './money.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size as a value of a message; for `atLeast` see `formatFileSize`. */
export interface FileSize {
  bytes: number
  atLeast?: number
}

export const isFileSize = (value: unknown): value is FileSize =>
  typeof value === 'object' && value !== null && typeof (value as { bytes?: unknown }).bytes === 'number'

/**
 * A size in the digits and units of a locale: `11.3 MB`, `۱۱/۳ مگابایت`, `301 bytes`. A megabyte has 1024 × 1024 bytes.
 * With `atLeast` the text must not read the same as that size: a file a few bytes above the limit is rounded up.
 */
export function formatFileSize(bytes: number, locale: string, { atLeast }: { atLeast?: number } = {}): string {
  const step = Math.min(units.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** step
  // The short unit of bytes has no plural in English; Persian and Arabic use the long names.
  const unitDisplay = step === 0 || locale === 'fa' || locale === 'ar' ? 'long' : 'short'
  const format = (maximumFractionDigits: number, options: object = {}) =>
    new Intl.NumberFormat(intlTag(locale), { style: 'unit', unit: units[step], unitDisplay, maximumFractionDigits, ...options })
      .formatToParts(amount)
      .map(({ type, value }) => (type === 'decimal' ? numberSeparators(locale).decimal : value))
      .join('')
  const digits = step === 0 ? 0 : amount < 10 ? 2 : 1
  const formatted = format(digits)
  const limit = atLeast !== undefined && bytes > atLeast ? formatFileSize(atLeast, locale) : undefined
  if (formatted !== limit) return formatted
  const more = Array.from({ length: 10 }, (_, at) => format(digits + at, { roundingMode: 'ceil' }))
  return more.find((text) => text !== limit) ?? formatted
}
