import { expect, test } from 'vitest'
import { stopOf } from '#renderer/grid/table/tab-stop.ts'

const rows = [{ id: 1 }, { id: 2 }]
const head = (key: string, id: number) => ({ key, row: { id }, count: 1, more: false, collapsed: true })

test('the stop stays where the focus was while that is there', () => {
  expect(stopOf({ area: 'line', id: 2, cell: 3 }, rows, undefined, 1)).toEqual({ area: 'line', id: 2, cell: 3 })
  expect(stopOf({ area: 'head', cell: 2 }, rows, undefined, 1)).toEqual({ area: 'head', cell: 2 })
})

test('of a line that went the first one takes its place, in the same column', () => {
  expect(stopOf({ area: 'line', id: 9, cell: 3 }, rows, undefined, 1)).toEqual({ area: 'line', id: 1, cell: 3 })
})

test('where no line is shown, the first group has it, else the head', () => {
  const groups = { rows: [], before: new Map(), after: [head('a', 1), head('b', 2)] }
  expect(stopOf(null, [], groups, 1)).toEqual({ area: 'group', key: 'a' })
  expect(stopOf({ area: 'group', key: 'b' }, [], groups, 1)).toEqual({ area: 'group', key: 'b' })
  expect(stopOf(null, [], undefined, 1)).toEqual({ area: 'head', cell: 1 })
})
