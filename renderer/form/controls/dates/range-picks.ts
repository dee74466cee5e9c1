import type { Calendar } from '#schemas/rules/calendar/calendar.ts'
import type { QuickPick } from './day-grid.tsx'
import { monthOf, shiftDays } from './month-table.tsx'

/** Periods that are often wanted, counted from today: today, the last seven days, this month and the last one. */
export function rangePicks(today: string, calendar: Calendar, t: (key: string) => string): QuickPick[] {
  const month = monthOf(today, calendar)
  const last = monthOf(today, calendar, -1)
  return [
    { title: t('form.date.today'), from: today, to: today },
    { title: t('form.date.last_week'), from: shiftDays(today, -6), to: today },
    { title: t('form.date.this_month'), from: month.first, to: month.last },
    { title: t('form.date.last_month'), from: last.first, to: last.last },
  ]
}
