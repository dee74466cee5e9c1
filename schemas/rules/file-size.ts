const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/**
 * A size as people read it, in the digits and units of a locale: `11.25 MB`, `۱۱٫۲۵ مگابایت`. A megabyte has 1024 × 1024
 * bytes. `atLeast`: a size that must not read as that one, e.g. the limit that it passes by a few bytes.
 */
export function formatFileSize(bytes: number, locale: string, { atLeast }: { atLeast?: number } = {}): string {
  const step = Math.min(units.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** step
  // Persian has no short names for these units, and the short one of the byte has no plural.
  const format = (digits: number, options: object = {}) => new Intl.NumberFormat(locale, { style: 'unit', unit: units[step], unitDisplay: locale === 'fa' || step === 0 ? 'long' : 'short', maximumFractionDigits: digits, ...options }).format(amount)
  const shown = format(step === 0 ? 0 : amount < 10 ? 2 : 1)
  return atLeast !== undefined && bytes > atLeast && shown === formatFileSize(atLeast, locale) ? format(6, { roundingMode: 'ceil' }) : shown
}
