import { expect, test } from 'vitest'
import type { ObservedStep } from '#schemas/fixtures/observe-steps.ts'
import { withoutOpening } from '#renderer/report/without-opening.ts'

type Step = ObservedStep['step']
const press = (role: string, name: string): Step => ({ do: 'press', on: { role, name } })
const key = (name: string): Step => ({ do: 'key', key: name })
const left = (steps: Step[], opener: 'menu' | 'palette' | 'keys') =>
  withoutOpening(
    steps.map((step) => ({ step, isContinued: false, isPassword: false })),
    opener,
    'Search',
  ).map(({ step }) => step)
const save = press('button', 'Save')

test.each([
  ['menu', 'the menu and its entry', [save, press('button', 'Menu of Sara'), press('menuitem', 'Report a problem')]],
  ['menu', 'the menu by keys', [save, press('button', 'Menu of Sara'), key('ArrowDown'), key('Enter')]],
  [
    'palette',
    'the palette by its keys',
    [save, key('Control+k'), { do: 'type', on: { role: 'combobox', name: 'Search' }, text: 'report' }, key('Enter')],
  ],
  ['palette', 'the palette by its button', [save, press('button', 'Search'), press('option', 'Report a problem')]],
  ['keys', 'the keys of the report', [save, key('Alt+P')]],
] as const)('a report from the %s leaves out %s', (opener, _, steps) => {
  expect(left([...steps] as Step[], opener)).toEqual([save])
})

test('a palette that was used for something else stays', () => {
  expect(left([save], 'palette')).toEqual([save])
})
