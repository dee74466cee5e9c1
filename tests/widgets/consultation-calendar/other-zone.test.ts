import { expect, test } from 'vitest'
import { otherZone } from '#widgets/consultation-calendar/other-zone.ts'

test('a reader in another zone is told whose times these are, in his language', () => {
  expect(otherZone('Asia/Tehran', 'America/Los_Angeles', 'en')).toBe('Iran Standard Time')
  expect(otherZone('Asia/Tehran', 'America/Los_Angeles', 'fa')).toContain('ایران')
})

test('nothing is told in the same zone, or before the zone is known', () => {
  expect(otherZone('Asia/Tehran', 'Asia/Tehran', 'en')).toBeUndefined()
  expect(otherZone(undefined, 'Asia/Tehran', 'en')).toBeUndefined()
})
