import { expect, it } from 'vitest'
import { placeIn } from '#renderer/grid/reorder/move-dialog.tsx'

it('a place is read in whatever digits, and is one of the list', () => {
  expect([placeIn('3', 12, 'en'), placeIn(' ۱۲ ', 12, 'fa'), placeIn('٧', 12, 'en')]).toEqual([3, 12, 7])
  expect(['0', '13', '-1', '2.5', '', 'x', '1e1'].map((text) => placeIn(text, 12, 'fa'))).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
