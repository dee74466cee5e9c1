import { isInstant } from './zoned-time.ts'

/** A period of days or moments: `{ from, to }`, or `2024-01-01..2024-02-01` as text. Either end may be missing. */
export function readPeriod(value: unknown): { from?: string; to?: string } {
  if (typeof value === 'string') {
    const [from, to] = value.split('..')
    return { from: from || undefined, to: to || undefined }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const { from, to } = value as Record<string, unknown>
  return { from: typeof from === 'string' && from !== '' ? from : undefined, to: typeof to === 'string' && to !== '' ? to : undefined }
}

/** Whether a value is a period of ISO dates or moments that does not end before it begins. */
export function isPeriod(value: unknown): boolean {
  if (typeof value === 'string' && !value.includes('..')) return false
  const { from, to } = readPeriod(value)
  const [begin, end] = [from, to].map((time) => (time === undefined ? undefined : Date.parse(time)))
  if (Number.isNaN(begin) || Number.isNaN(end)) return false
  return begin === undefined || end === undefined || begin <= end
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** A period as people read it, `1 May 2024 – 2 May 2024`; undefined for a value that is none. A missing end is `…`. */
export function formatPeriod(
  value: unknown,
  { date, datetime }: { date: (day: string) => string | null; datetime: (moment: string) => string | null },
): string | undefined {
  const isText = typeof value === 'string' && value.includes('..')
  const isObject = typeof value === 'object' && value !== null && Object.keys(value).every((name) => name === 'from' || name === 'to')
  if (!isText && !isObject) return undefined
  const { from, to } = readPeriod(value)
  if ((from ?? to) === undefined || ![from, to].every((end) => end === undefined || isInstant(end))) return undefined
  const text = (end: string | undefined) => (end === undefined ? '…' : ((isDay(end) ? date(end) : datetime(end)) ?? end))
  return `${text(from)} – ${text(to)}`
}
