import { expect, it } from 'vitest'
import { dropPlace, neighbourOf } from '#renderer/grid/reorder/row-order.ts'

const rows = [4, 8, 2, 6].map((id) => ({ id }))

it('lets a row go behind what it passes downwards, and before what it passes upwards', () => {
  expect(dropPlace(rows, 0, 2)).toEqual({ id: 2, side: 'after' })
  expect(dropPlace(rows, 3, 1)).toEqual({ id: 8, side: 'before' })
})

it('names the neighbour in the order of the records, whichever way the list is sorted', () => {
  expect(neighbourOf(rows, 4, { id: 2, side: 'after' }, 'asc')).toEqual({ after: 2 })
  expect(neighbourOf(rows, 4, { id: 2, side: 'after' }, 'desc')).toEqual({ before: 2 })
  expect(neighbourOf(rows, 6, { id: 8, side: 'before' }, 'asc')).toEqual({ before: 8 })
  expect(neighbourOf(rows, 6, { id: 8, side: 'before' }, 'desc')).toEqual({ after: 8 })
})

it('asks for nothing where the row stays', () => {
  for (const [id, over, side] of [
    [4, 8, 'before'],
    [8, 4, 'after'],
    [8, 8, 'after'],
  ] as const)
    expect(neighbourOf(rows, id, { id: over, side }, 'asc')).toBeNull()
})
