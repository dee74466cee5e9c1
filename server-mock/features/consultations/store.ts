import { sql } from 'kysely'
import type { CallContext } from '#server/feature.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import type { Condition } from '#server/model/list/text-conditions.ts'
import { findModel } from '#server/model/context.ts'
import type { Booked, Moment, Opening } from './slots.ts'

export interface StoredBooking extends Booked {
  id: number
  version: number
  name: string
  phone: string | null
  note: string | null
}

/** The stored settings, with the entity's defaults for what is not stored. */
export async function readOpening({ trx, registry }: Pick<CallContext, 'trx' | 'registry'>): Promise<Opening> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select weekdays, start_hour, end_hour, slot_minutes, closed_dates from data.consultation_settings limit 1`.execute(trx)
  const { properties } = findModel({ registry }, 'consultation_settings').document.schema
  const defaults = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, (schema as { default?: unknown }).default]))
  const stored = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null)
  return { ...defaults, ...Object.fromEntries(stored) } as unknown as Opening
}

/** What is booked from one day to another, both included, in the order of its times. */
export async function readBookings({ trx }: Pick<CallContext, 'trx'>, from: string, to: string): Promise<StoredBooking[]> {
  const { rows } = await sql<StoredBooking>`select id, version, to_char(day, 'YYYY-MM-DD') as day, time, minutes, name, phone, note
    from data.consultation_booking where day between ${from}::date and ${to}::date order by day, time`.execute(trx)
  return rows
}

/** Whether the time of a booking is over, for the tabs of their grid. */
export function conditionsOfTabs({ day, time }: Moment): ReadonlyMap<string, Condition> {
  const of = (name: string) => sql.ref(`${root}.${name}`)
  const isOver: Condition = sql`${of('day')} + ${of('time')}::time + ${of('minutes')} * interval '1 minute' <= ${`${day} ${time}`}::text::timestamp`
  return new Map([
    ['coming', sql`not (${isOver})`],
    ['past', isOver],
  ])
}
