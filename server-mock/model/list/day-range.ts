/** First instant of a calendar day in a zone, also on days that begin at one o'clock because clocks went forward at midnight. */
export function startOfDay(day: string, timezone: string): Date {
  const hour = 3_600_000
  const noonless = Date.parse(`${day}T00:00:00Z`)
  const localDay = dayFormat(timezone)
  // Days only go forward, so the first instant that is `day` or later can be searched for; zones reach from -12 to +14.
  let low = noonless - 15 * hour
  let high = noonless + 15 * hour
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (localDay(middle) >= day) high = middle
    else low = middle
  }
  return new Date(high)
}

/** The calendar day that an instant is in, in a zone. */
export const dayIn = (timezone: string, instant: number): string => dayFormat(timezone)(instant)

/** The day after, as text: `2024-02-28` gives `2024-02-29`. */
export const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Whether the text is a day that the calendar has, of years that have four digits. */
export const isDay = (text: string): boolean =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) &&
  !text.startsWith('0000') &&
  text < '9999' &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

const formats = new Map<string, (instant: number) => string>()

function dayFormat(timezone: string): (instant: number) => string {
  let format = formats.get(timezone)
  if (!format) {
    const parts = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    format = (instant) => {
      const { year = '', month, day } = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]))
      return `${year.padStart(4, '0')}-${month}-${day}`
    }
    formats.set(timezone, format)
  }
  return format
}
