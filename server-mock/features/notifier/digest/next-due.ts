import { joinInstant, splitInstant } from '#schemas/rules/calendar/zoned-time.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The next moment after `now` at which it is that hour in a zone; an hour that the zone skips is the one after it. */
export function nextDue(now: Date, hour: number, timeZone: string): Date {
  const { day } = splitInstant(now.toISOString(), timeZone)!
  const at = (of: string) => new Date(joinInstant(of, `${String(hour).padStart(2, '0')}:00`, timeZone)!)
  const today = at(day)
  return today > now ? today : at(new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10))
}
