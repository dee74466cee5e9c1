import { beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const hours = { weekdays: ['wednesday'], start_hour: 9, end_hour: 11, slot_minutes: 30, closed_dates: ['2030-01-09'] }

describe.each(databaseKinds)('consultations on %s', (kind) => {
  const { server } = sharedServer([], { kind, seed: ['consultations'] })
  const tokens = {} as Record<'operator' | 'staff' | 'customer', string>
  const as = (user: keyof typeof tokens, locale = 'en') => ({ token: tokens[user], headers: { 'x-locale': locale } })
  const timesOf = async (day: string) => (await server.get('consultation-times', { day }, as('operator'))).body
  const statusesOf = async (day: string) =>
    Object.fromEntries((await timesOf(day)).results.map(({ time, status }: Record<string, string>) => [time, status]))
  const book = (payload: object, user: keyof typeof tokens = 'operator') => server.post('consultation-time-book', payload, as(user))

  beforeAll(async () => {
    server.setClock(new Date('2030-01-01T08:00:00Z'))
    for (const user of ['operator', 'staff', 'customer'] as const) tokens[user] = await server.signIn(user)
    const saved = await server.post('consultation-settings-save', hours, as('operator'))
    expect(saved.status).toBe(200)
  })

  test('keep their settings', async () => {
    const { body } = await server.get('consultation-settings-fetch', {}, as('operator'))
    expect(body.results).toMatchObject(hours)
    const changed = await server.post('consultation-settings-save', { data: { end_hour: 12 } }, as('operator'))
    expect(changed.body.results).toMatchObject({ ...hours, end_hour: 12 })
    await server.post('consultation-settings-save', hours, as('operator'))
  })

  test('refuse settings that make no sense', async () => {
    const refused = async (data: object) =>
      Object.keys((await server.post('consultation-settings-save', { data }, as('operator'))).body.errors)
    expect(await refused({ end_hour: 8 })).toEqual(['end_hour'])
    expect(await refused({ end_hour: 9 })).toEqual(['end_hour'])
    expect(await refused({ start_hour: 11 })).toEqual(['end_hour'])
    expect(await refused({ slot_minutes: 0 })).toEqual(['slot_minutes'])
    expect((await refused({ weekdays: ['holiday'] }))[0]).toContain('weekdays')
    expect((await refused({ closed_dates: ['2030-02-30'] }))[0]).toContain('closed_dates')
  })

  test('open the days of the settings alone, sixty from today on', async () => {
    const { body } = await server.get('consultation-days', {}, as('operator'))
    expect(body.metadata).toMatchObject({ today: '2030-01-01', timezone: 'Asia/Tehran' })
    const days = body.results.map(({ day }: { day: string }) => day)
    expect(days).toEqual(['2030-01-02', '2030-01-16', '2030-01-23', '2030-01-30', '2030-02-06', '2030-02-13', '2030-02-20', '2030-02-27'])
    expect(body.results[1]).toEqual({ day: '2030-01-16', free: 4, total: 4 })
    const week = await server.get('consultation-days', { from: '2029-12-30', count: 7 }, as('operator'))
    expect(week.body.results.map(({ day }: { day: string }) => day)).toEqual(['2030-01-02'])
  })

  test('have no times left of a day that is over, though one was booked', async () => {
    expect((await book({ day: '2030-01-16', time: '09:00', name: 'Omid' })).status).toBe(200)
    // Noon in Tehran.
    server.setClock(new Date('2030-01-16T08:30:00Z'))
    const token = await server.signIn('operator')
    const { body } = await server.get('consultation-days', { count: 1 }, { token })
    server.setClock(new Date('2030-01-01T08:00:00Z'))
    expect(body.results).toEqual([{ day: '2030-01-16', free: 0, total: 0 }])
    const [{ id, version }] = (await timesOf('2030-01-16')).metadata.bookings
    await server.delete('consultation-booking-cancel', { id, version }, as('staff'))
  })

  test('are coming until their time is over, the next one first, and past from then on, the last one first', async () => {
    for (const time of ['09:00', '09:30', '10:00']) await book({ day: '2030-01-16', time, name: `At ${time}` })
    await book({ day: '2030-01-23', time: '09:00', name: 'At last' })
    // A quarter to ten in Tehran.
    server.setClock(new Date('2030-01-16T06:15:00Z'))
    const token = await server.signIn('operator')
    const grid = async (params: object) =>
      (await server.get('grid', { module: 'consultations', class: 'booking', part: 'list', ...params }, { token })).body
    const namesIn = async (tab: string, more = {}) =>
      (await grid({ tab, q: 'At', defaults: '1', sort: 'created_at', order: 'desc', ...more })).results.map(
        ({ name }: { name: string }) => name,
      )
    const coming = await namesIn('coming')
    const asked = await namesIn('coming', { defaults: undefined, sort: 'day', order: 'desc' })
    const past = await namesIn('past')
    const { metadata } = await grid({ tab: 'coming' })
    server.setClock(new Date('2030-01-01T08:00:00Z'))
    expect(coming).toEqual(['At 09:30', 'At 10:00', 'At last'])
    expect(asked).toHaveLength(3)
    expect(asked[0]).toBe('At last')
    expect(past).toEqual(['At 09:00'])
    expect(metadata.grid.tabs[0]).toMatchObject({ key: 'coming', default_sort: 'day,time', default_order: 'asc,asc', count: 3 })
    for (const day of ['2030-01-16', '2030-01-23'])
      for (const { id, version } of (await timesOf(day)).metadata.bookings)
        await server.delete('consultation-booking-cancel', { id, version }, as('staff'))
  })

  test('have four times of half an hour from nine to eleven, and none on other days', async () => {
    expect(await statusesOf('2030-01-23')).toEqual({ '09:00': 'free', '09:30': 'free', '10:00': 'free', '10:30': 'free' })
    for (const day of ['2030-01-22', '2030-01-24', '2030-01-09'])
      expect(await timesOf(day)).toMatchObject({ results: [], metadata: { is_open: false } })
  })

  test('are booked once, and can be booked again after they are cancelled', async () => {
    const booked = await book({ day: '2030-01-02', time: '09:30', name: 'Sara', phone: '09121234567', note: 'First' })
    expect(booked).toMatchObject({ status: 200, body: { results: { day: '2030-01-02', time: '09:30', minutes: 30, name: 'Sara' } } })
    expect(await statusesOf('2030-01-02')).toMatchObject({ '09:00': 'free', '09:30': 'taken' })
    const again = await book({ day: '2030-01-02', time: '09:30', name: 'Omid' }, 'staff')
    expect([again.status, again.body.errors]).toEqual([422, { time: ['This time is already booked. Choose another free time.'] }])
    const { bookings } = (await timesOf('2030-01-02')).metadata
    expect(bookings).toMatchObject([{ time: '09:30', until: '10:00', name: 'Sara', phone: '09121234567', note: 'First' }])
    const [{ id, version }] = bookings
    expect((await server.delete('consultation-booking-cancel', { id, version }, as('staff'))).status).toBe(200)
    expect(await statusesOf('2030-01-02')).toMatchObject({ '09:30': 'free' })
    expect((await book({ day: '2030-01-02', time: '9:30' }, 'staff')).body.results.name).toMatch(/\S/)
  })

  test('are refused off the slots, outside of the hours, on closed days and in the past', async () => {
    const errorOf = async (day: string, time: string) => (await book({ day, time, name: 'A' })).body.errors
    expect(await errorOf('2030-01-16', '09:10')).toEqual({ time: [expect.stringContaining('09:00')] })
    expect(await errorOf('2030-01-16', '11:00')).toEqual({ time: [expect.stringContaining('30 minutes')] })
    expect(await errorOf('2030-01-16', '08:30')).toHaveProperty('time')
    expect(await errorOf('2030-01-16', 'soon')).toHaveProperty('time')
    expect(await errorOf('2030-01-17', '09:00')).toEqual({ day: [expect.stringContaining('another day')] })
    expect(await errorOf('2030-01-09', '09:00')).toHaveProperty('day')
    expect(await errorOf('2030-02-30', '09:00')).toHaveProperty('day')
    expect(await errorOf('2020-01-01', '09:00')).toEqual({ time: [expect.stringContaining('over')] })
  })

  test('are past by the clock of the site, whatever zone the caller is in', async () => {
    // Half past nine in Tehran.
    server.setClock(new Date('2030-01-02T06:00:00Z'))
    const token = await server.signIn('operator')
    const call = { token, headers: { 'x-timezone': 'America/New_York' } }
    const { body } = await server.get('consultation-times', { day: '2030-01-02' }, call)
    server.setClock(new Date('2030-01-01T08:00:00Z'))
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual(['past', 'taken', 'free', 'free'])
  })

  test('go to one of fifty who book the same time at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => book({ day: '2030-01-30', time: '10:00', name: `N${index}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(body.errors).toEqual({ time: ['This time is already booked. Choose another free time.'] })
    expect((await timesOf('2030-01-30')).metadata.bookings).toHaveLength(1)
  })

  test('cannot be written past the rules', async () => {
    const data = { day: '2030-01-03', time: '03:00', minutes: 5, name: 'A' }
    expect((await server.post('save', { model: 'consultation_booking', data }, as('operator'))).status).toBeGreaterThanOrEqual(400)
  })

  test('say that they can be cancelled and not edited, in lists as by themselves', async () => {
    const { id } = (await book({ day: '2030-01-23', time: '10:00', name: 'B' })).body.results
    const flags = { id, can_edit: false, can_destroy: true }
    expect((await server.get('single', { model: 'consultation_booking', id }, as('operator'))).body.results).toMatchObject(flags)
    const grid = { module: 'consultations', class: 'booking', part: 'list', ids: id }
    expect((await server.get('grid', grid, as('operator'))).body.results).toMatchObject([flags])
  })

  test('have a ware with a price', async () => {
    const before = await server.get('consultation-ware-fetch', { id: 1 }, as('operator'))
    expect(before.body.results).toMatchObject({ id: 1, title: expect.any(String), price: expect.stringMatching(/^\d+/) })
    expect((await server.post('consultation-ware-save', { id: 1, price: '5250000' }, as('operator'))).status).toBe(200)
    expect((await server.get('consultation-ware-fetch', { id: 1 }, as('operator'))).body.results.price).toBe('5250000')
    const unfit = await server.post('consultation-ware-save', { id: 1, price: '5250000.50' }, as('operator'))
    expect([unfit.status, Object.keys(unfit.body.errors)]).toEqual([422, ['price']])
    const made = await server.post('consultation-ware-save', { price: '100' }, as('operator'))
    expect((await server.get('consultation-ware-fetch', { id: made.body.results.id }, as('operator'))).body.results.price).toBe('100')
  })

  test('are no business of customers, and their settings none of staff', async () => {
    for (const [name, params] of [
      ['consultation-days', {}],
      ['consultation-times', { day: '2030-01-02' }],
      ['consultation-ware-fetch', { id: 1 }],
    ] as const)
      expect((await server.get(name, params, as('customer'))).body.errorCode).toBe('permission-denied')
    expect((await book({ day: '2030-01-02', time: '10:00' }, 'customer')).status).toBe(403)
    expect((await server.post('consultation-settings-save', hours, as('staff'))).status).toBe(403)
    const flagOf = async (user: 'staff' | 'operator') =>
      (await server.get('consultation-settings-fetch', {}, as(user))).body.results.can_edit
    expect([await flagOf('staff'), await flagOf('operator')]).toEqual([false, true])
  })

  test('the telephone number of a booking is one, in one spelling', async () => {
    const at = { day: '2030-01-16', time: '10:00', name: 'Sara' }
    const refused = await book({ ...at, phone: 'after six' })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['phone']])
    const { status, body } = await book({ ...at, phone: '۰۲۱ ۸۸۷۷ ۶۶۵۵' })
    expect(status).toBe(200)
    const stored = (await server.get('single', { model: 'consultation_booking', id: body.results.id }, as('operator'))).body.results
    expect(stored).toMatchObject({ phone: '02188776655' })
  })
})

describe('the demo', () => {
  const { server, tokens } = sharedServer(['operator'], { seed: ['consultations'] })
  test('has bookings before and after its last day', async () => {
    const list = (where: string) => server.get('list', { model: 'consultation_booking', where, page_size: 1 }, { token: tokens.operator })
    expect((await list('day:between(2025-11-01,2026-10-31)')).body.metadata.pagination.total).toBeGreaterThan(60)
    expect((await list('day:between(2026-11-01,2027-01-31)')).body.metadata.pagination.total).toBeGreaterThan(40)
  })
})
