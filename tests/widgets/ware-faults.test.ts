import { expect, test } from 'vitest'
import { holdsCode, missingCodes, payloadOf, withoutFaults, type Draft, type InventoryWare } from '#widgets/ware-inventory/change.ts'

const part = { id: 1, title: 'One', selected: true, alter: '', fee: '' }
const draft: Draft = { kind: 3, reason: null, alter: '', fee: '', path: null, description: '', codes: [], parts: [part], returns: null }
const faults = { alter: ['Quantity is required.'], path_id: ['Path is required.'], 'dependent_wares.0.alter': ['Too much.'] }

test('what is typed takes the fault of its own field away', () => {
  expect(Object.keys(withoutFaults(faults, draft, { alter: '1' }))).toEqual(['path_id', 'dependent_wares.0.alter'])
  expect(Object.keys(withoutFaults(faults, draft, { parts: [{ ...part, alter: '2' }] }))).toEqual(['alter', 'path_id'])
  expect(Object.keys(withoutFaults(faults, draft, { parts: [{ ...part, fee: '2' }] }))).toEqual(Object.keys(faults))
})

test('another kind takes all faults away', () => {
  expect(withoutFaults(faults, draft, { kind: 1 })).toEqual({})
  expect(Object.keys(withoutFaults(faults, draft, { kind: 3 }))).toEqual(Object.keys(faults))
})

test('as many codes are picked as there are pieces: some are missing, or too many; without a quantity none are', () => {
  expect(missingCodes({ alter: '۳', codes: ['A1'] }, 'fa')).toBe(2)
  expect(missingCodes({ alter: '1', codes: ['A1', 'A2'] }, 'en')).toBe(-1)
  expect(missingCodes({ alter: '', codes: ['A1'] }, 'en')).toBe(0)
})

test('a code is picked once, in whatever digits and case', () => {
  expect(holdsCode(['T12-6'], 't12-۶')).toBe(true)
  expect(holdsCode(['T12-6'], 'T12-7')).toBe(false)
})

test('quantities are read as they are typed in a locale, and what is no number is sent as it is', () => {
  const ware = { id: 7, inventory_type: 'standalone' } as InventoryWare
  const typed = (alter: string, locale: string) => payloadOf(ware, { ...draft, alter }, new Date(0), locale).alter
  expect([typed('2,5', 'de'), typed('۲/۵', 'fa'), typed('1,250', 'en'), typed('two', 'en'), typed(' ', 'en')]).toEqual([
    '2.5',
    '2.5',
    '1250',
    'two',
    null,
  ])
})
