import { expect, it } from 'vitest'
import { idleMinutes, idleState } from '#renderer/session/idle.ts'

it.each([
  [0, 'active'],
  [8 * 60_000, 'active'],
  [9 * 60_000, 'warning'],
  [10 * 60_000, 'over'],
  [99 * 60_000, 'over'],
])('of ten minutes, %d ms without activity are %s', (idle, state) => expect(idleState(idle, 10 * 60_000)).toBe(state))

it('a short limit warns for half of it', () => {
  expect(idleState(29_000, 60_000)).toBe('active')
  expect(idleState(31_000, 60_000)).toBe('warning')
})

it.each([
  ['15', 15],
  ['0', undefined],
  [null, undefined],
  ['soon', undefined],
])('the setting %s is %s minutes', (setting, minutes) => expect(idleMinutes(setting)).toBe(minutes))
