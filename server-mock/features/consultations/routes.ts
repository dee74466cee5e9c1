import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, Feature, Handler } from '#server/feature.ts'
import { gridAnswer } from '#server/model/grid/grid-answer.ts'
import { isDay } from '#server/model/list/day-range.ts'
import { trusted, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { moduleText } from '#server/module-text.ts'
import { defaultTimezone } from '#server/plugins/request-locale.ts'
import { seedConsultations } from './seed.ts'
import { isPast, momentIn, shiftDay, slotsOf, slotTimes, untilOf, type Slot } from './slots.ts'
import { conditionsOfTabs, readBookings, readOpening } from './store.ts'

const say = moduleText('consultations')
const usualCount = 60

/** @throws a 422 for a day that the calendar does not have */
function requireDay(name: string, day: string): void {
  if (!isDay(day) || day > '9990') throw validationError({ [name]: [{ key: 'rules.date' }] })
}

const days: Handler<'consultation-days'> = async (context) => {
  const { from, count = usualCount } = context.params
  if (from !== undefined) requireDay('from', from)
  const now = momentIn(defaultTimezone, context.now)
  const first = from !== undefined && from > now.day ? from : now.day
  // A window that began in the past ends where it would have.
  const last = shiftDay(from ?? now.day, count - 1)
  const [opening, booked] = [await readOpening(context), await readBookings(context, first, last)]
  const results = []
  for (let day = first; day <= last; day = shiftDay(day, 1)) {
    const slots = slotsOf(
      opening,
      day,
      booked.filter((one) => one.day === day),
      now,
    )
    const coming = slots.filter(({ time }) => !isPast(now, day, time))
    if (slots.length > 0) results.push({ day, free: coming.filter(({ status }) => status === 'free').length, total: coming.length })
  }
  return { results, metadata: { today: now.day, timezone: defaultTimezone } }
}

const times: Handler<'consultation-times'> = async (context) => {
  const { day } = context.params
  requireDay('day', day)
  const booked = await readBookings(context, day, day)
  const slots = slotsOf(await readOpening(context), day, booked, momentIn(defaultTimezone, context.now))
  const bookings = booked.map(({ day: _, ...booking }) => ({ ...booking, until: untilOf(booking) }))
  return { results: slots, metadata: { day, is_open: slots.length > 0, bookings } }
}

const grid: Handler<'consultation-bookings-grid'> = (context) =>
  gridAnswer(context, 'consultations/booking/list', context.params, {
    tabConditions: conditionsOfTabs(momentIn(defaultTimezone, context.now)),
  })

/** `9:30` and `09:30:00` are the same time as `09:30`. */
const fullTime = (time: string): string =>
  time
    .trim()
    .slice(0, 8)
    .replace(/^(\d):/, '0$1:')
    .replace(/^(\d\d:\d\d):00$/, '$1')

/** @throws a 422 at `day` or `time` that says why it cannot be booked */
async function requireFree(context: CallContext, day: string, time: string): Promise<Slot & { minutes: number }> {
  requireDay('day', day)
  const opening = await readOpening(context)
  const slots = slotsOf(opening, day, await readBookings(context, day, day), momentIn(defaultTimezone, context.now))
  if (slots.length === 0) throw validationError({ day: [say(context, 'day_closed')] })
  const slot = slots.find((one) => one.time === time)
  if (!slot)
    throw validationError({ time: [say(context, 'time_unknown', { first: slotTimes(opening)[0], minutes: opening.slot_minutes })] })
  if (slot.status !== 'free') throw validationError({ time: [say(context, slot.status === 'taken' ? 'time_taken' : 'time_past')] })
  return { ...slot, minutes: opening.slot_minutes }
}

const book: Handler<'consultation-time-book'> = async (context) => {
  const { day, phone = null, note = null } = context.payload
  const { time, minutes } = await requireFree(context, day, fullTime(context.payload.time))
  const name = context.payload.name?.trim() || context.caller.user!.name_full
  const data = { day, time, minutes, name, phone, note }
  const record = await writeRecord(context, 'consultation_booking', { data }, trusted).catch((fault: unknown) => {
    // Of two who book at once, the unique index refuses one.
    if (fault instanceof ApiError && fault.errors?.time) throw validationError({ time: [say(context, 'time_taken')] })
    throw fault
  })
  return { results: recordResults(record), metadata: { toast: say(context, 'booked') } }
}

/** Consultations: which days and times the settings open, and the booking of a time by one person alone. */
export const consultations: Feature = {
  module: 'consultations',
  handlers: { 'consultation-bookings-grid': grid, 'consultation-days': days, 'consultation-times': times, 'consultation-time-book': book },
  seed: seedConsultations,
}
