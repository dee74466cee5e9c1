import { expect, it } from 'vitest'
import { readFilters, writeFilters } from '#widgets/audit-log/filters.ts'

it.each([
  ['user=7&model=post&from=2026-01-02', { user: 7, model: 'post', from: '2026-01-02' }],
  ['user=x&record=-1&action=', {}],
  ['record=1e3&tab=activity', { record: 1000 }],
])('an address %s is read as filters', (address, filters) => expect(readFilters(new URLSearchParams(address))).toEqual(filters))

it('filters are written over those that an address has, and leave the rest of it', () => {
  const search = new URLSearchParams('tab=activity&user=7&model=post')
  expect(writeFilters(search, { record: 3, user: 9 }).toString()).toBe('tab=activity&user=9&record=3')
})
