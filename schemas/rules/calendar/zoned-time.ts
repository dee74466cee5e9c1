import { formatDate } from './calendar.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

/** Whether a text is a moment or a day in ISO 8601. `Date.parse` alone would also accept `2` and `2024`. */
export const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/i.test(text) && !Number.isNaN(Date.parse(text))

/** Wall clock of an instant in a zone: `{ day: '2024-03-20', time: '12:00' }`; undefined if the text is not an instant. */
export function splitInstant(instant: string | undefined, timeZone: string): { day: string; time: string } | undefined {
  if (!instant || !isInstant(instant)) return undefined
  const [day = '', time = ''] = formatDate(instant, { locale: 'en', timeZone, calendar: 'gregorian', pattern: 'YYYY-MM-DD HH:mm' }).split(
    ' ',
  )
  return { day, time }
}

/** The instant of a wall clock in a zone, as ISO 8601 UTC. An hour that the zone skips becomes the hour after it. */
export function joinInstant(day: string, time: string, timeZone: string): string | undefined {
  const text = `${day}T${time}:00Z`
  if (!isInstant(text)) return undefined
  const wanted = Date.parse(text)
  let instant = wanted
  for (let round = 0; round < 2; round += 1) {
    const wall = splitInstant(new Date(instant).toISOString(), timeZone)
    if (!wall) return undefined
    instant += wanted - Date.parse(`${wall.day}T${wall.time}:00Z`)
  }
  return new Date(instant).toISOString()
}

/** Reads a typed time (`8:5`, `8`, `۰۸:۰۵`, `0805`) as `08:05`; undefined if the text is not a time. */
export function parseTime(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[:.\s]?(\d{1,2}))?$/.exec(toLatinDigits(text).trim())
  if (!match) return undefined
  const hour = Number(match[1])
  const minute = Number(match[2] ?? 0)
  return hour < 24 && minute < 60 ? `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` : undefined
}

/** The next or previous full step of a time: `stepTime('08:05', 15) === '08:15'`. It wraps at midnight. */
export function stepTime(time: string, stepMinutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const size = Math.abs(stepMinutes)
  const now = hour * 60 + minute
  const next = stepMinutes > 0 ? (Math.floor(now / size) + 1) * size : (Math.ceil(now / size) - 1) * size
  const inDay = ((next % 1440) + 1440) % 1440
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}
