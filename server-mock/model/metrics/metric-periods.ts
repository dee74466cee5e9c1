import { resolveRelativeDay } from '#schemas/rules/calendar/relative-day.ts'
import { calendarOf, type Calendar } from '#schemas/rules/calendar/calendar.ts'
import { periodStarts, shiftPeriod, startOfPeriod, type Period } from '#schemas/rules/calendar/calendar-periods.ts'
import { wholeInsertion } from '#schemas/rules/endpoints/inserted-names.ts'
import { metricLimits, periodChoice, usualCounts, type GroupPart } from '#schemas/rules/metrics/metric-parts.ts'
import { interpolate } from '#schemas/rules/text/interpolate.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { validationError } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import { badValue } from '#server/model/ids.ts'
import { dayIn, isDay, startOfDay } from '#server/model/list/day-range.ts'

type Params = Readonly<Record<string, string>>

/** The periods of a group, as the reader's calendar and zone have them. */
export interface MetricPeriods {
  period: Period
  calendar: Calendar
  /** First days of the periods. */
  starts: string[]
  /** Last days of the periods. */
  ends: string[]
  /** Bounds for `width_bucket`, one more than there are buckets: days of a `date`, else instants. */
  bounds: string[]
  /** The bucket of each period, from 1 on. */
  buckets: number[]
}

/** The length of the periods that a call asks for. @throws a 422 that names those that there are. */
export function askedPeriod(group: GroupPart, params: Params): Period {
  const choice = periodChoice(group)
  if (!choice) return group.by as Period
  const asked = params[choice.param] ?? ''
  if (asked === '') return choice.periods[0]!
  const period = choice.periods.find((each) => each === asked)
  if (period) return period
  throw validationError({
    [choice.param]: [{ key: 'errors.metric_period', values: { value: asked.slice(0, 80), periods: choice.periods.join(', ') } }],
  })
}

/**
 * The periods from the first to the last day of a group, or those that end with the present one. With `compares` the present one and as
 * much of the one before as has passed of it. @throws a 422 for a day that is none, and for more periods than are answered.
 */
export function periodsOf(
  { caller, now }: ModelContext,
  group: GroupPart,
  column: EntityColumn,
  params: Params,
  compares: boolean,
): MetricPeriods {
  const period = askedPeriod(group, params)
  const { locale, timezone } = caller
  const calendar = group.calendar === undefined || group.calendar === 'auto' ? calendarOf(locale) : group.calendar
  const of = { calendar, locale }
  const today = dayIn(timezone, now.getTime())
  const dayOf = (key: 'from' | 'to'): string | undefined => {
    const written = group[key]
    const text = written === undefined ? '' : interpolate(written, { params })
    if (text === '') return undefined
    const day = resolveRelativeDay(text, today)
    if (day !== undefined && isDay(day)) return day
    throw validationError({ [wholeInsertion(written, 'params') ?? key]: [badValue(text)] })
  }
  const last = compares ? today : (dayOf('to') ?? today)
  const count = compares ? 2 : (group.count ?? usualCounts[period])
  const from = (compares ? undefined : dayOf('from')) ?? shiftPeriod(startOfPeriod(last, period, of), 1 - count, period, of)
  const place = wholeInsertion(group.from, 'params') ?? periodChoice(group)?.param ?? 'from'
  if (from > last) throw validationError({ [place]: [badValue(from)] })
  const limits = periodStarts(from, last, period, of, metricLimits.periods)
  if (!limits) throw validationError({ [place]: [{ key: 'errors.metric_span', values: { most: metricLimits.periods } }] })
  const starts = limits.slice(0, -1)
  const ends = limits.slice(1).map((day) => shiftPeriod(day, -1, 'day', of))
  const boundOf = (day: string) => (column.kind === 'date' ? day : startOfDay(day, timezone).toISOString())
  const bounds = limits.map(boundOf)
  if (!compares) return { period, calendar, starts, ends, bounds, buckets: starts.map((_, at) => at + 1) }
  return {
    period,
    calendar,
    starts,
    ends,
    bounds: [bounds[0]!, reachedBound(bounds, now, column), bounds[1]!, bounds[2]!],
    buckets: [1, 3],
  }
}

/** How far the period before had come when as much of it had passed as of the present one; whole minutes, so that answers are kept. */
function reachedBound([before, present]: string[], now: Date, column: EntityColumn): string {
  const minuteMs = 60_000
  const passed = Math.floor((now.getTime() - Date.parse(present!)) / minuteMs) * minuteMs
  const reached = new Date(Math.min(Date.parse(before!) + Math.max(passed, minuteMs), Date.parse(present!))).toISOString()
  if (column.kind !== 'date') return reached
  // Of days, the present one counts as a whole.
  const next = new Date(Date.parse(reached) + 24 * 60 * minuteMs).toISOString().slice(0, 10)
  return next < present! ? next : present!
}
