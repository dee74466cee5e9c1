import { expect, it } from 'vitest'
import { readCell } from '#schemas/rules/values/read-cell.ts'
import { fitsFormat } from '#schemas/rules/json-schema/schema-formats.ts'

it.each(['08:30', '08:30:15', '08:30:15.25', '23:59', '08:30:00Z', '08:30:00+03:30'])('%s is a time', (text) =>
  expect(fitsFormat('time', text)).toBe(true),
)
it.each(['8:30', '24:00', '08:60', '08:30:60', '08:30Z', '08:30 PM', '08'])('%s is no time', (text) =>
  expect(fitsFormat('time', text)).toBe(false),
)
it('a moment has its offset all the same', () => expect(fitsFormat('date-time', '2024-03-20T08:30')).toBe(false))

const reading = { locale: 'fa', timeZone: 'Asia/Tehran', yes: 'بله', no: 'خیر' }
it.each([
  ['۸:۳۰', '08:30'],
  ['08:30:00', '08:30'],
  ['08:30:15', '08:30:15'],
  ['08:30:00Z', '08:30:00Z'],
])('a cell that says %s is %s', (text, value) =>
  expect(readCell(text, { type: 'string', format: 'time' }, undefined, reading)).toEqual({ value }),
)
it('a cell that says no time does not fit', () =>
  expect(readCell('25:00', { type: 'string', format: 'time' }, undefined, reading)).toBeUndefined())
