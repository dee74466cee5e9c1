import { describe, expect, it } from 'vitest'
import { placeAmong, type Placed } from '#server/model/grid/place-among.ts'

const limits = { whole: true, min: 0, max: 100 }
const listOf = (...values: (number | null)[]): Placed[] => values.map((value, at) => ({ id: at + 1, value }))
const moved: Placed = { id: 99, value: 50 }
/** Order of all ids once the numbers are set. */
function ordered(others: Placed[], values: ReadonlyMap<number, number> | undefined): number[] {
  return [...others, moved]
    .map(({ id, value }) => ({ id, value: values?.get(id) ?? value }))
    .sort((a, b) => (a.value ?? Infinity) - (b.value ?? Infinity) || a.id - b.id)
    .map(({ id }) => id)
}

describe('a place in an order of whole numbers', () => {
  it('takes a number between its neighbours and changes nobody else', () => {
    expect(placeAmong(listOf(10, 20, 30), moved, 1, limits)).toEqual(new Map([[99, 15]]))
    expect(placeAmong(listOf(10, 20), moved, 0, limits)).toEqual(new Map([[99, 9]]))
    expect(placeAmong(listOf(10, 20), moved, 2, limits)).toEqual(new Map([[99, 21]]))
  })

  it('pushes on only those that have to make room', () =>
    expect(placeAmong(listOf(1, 2, 3, 9), moved, 1, limits)).toEqual(
      new Map([
        [99, 2],
        [2, 3],
        [3, 4],
      ]),
    ))

  it.each([[[0, 0, 0]], [[0, 1, 2]], [[null, null]], [[5, null, null]], [[3, 3, null, null]]])(
    'puts it where it was asked among %j',
    (values) => {
      const others = listOf(...values)
      for (let at = 0; at <= others.length; at += 1) {
        const ids = others.map(({ id }) => id)
        const order = ordered(others, placeAmong(others, moved, at, limits))
        expect(order.slice(0, at + 1)).toEqual([...ids.slice(0, at), 99])
      }
    },
  )

  it('finds no room beyond the limits', () => expect(placeAmong(listOf(100, 100), moved, 2, limits)).toBeUndefined())
})

it('takes fractions where the numbers are not whole, until they are used up', () => {
  const decimals = { whole: false, min: 0, max: 100 }
  expect(placeAmong(listOf(1, 2), moved, 1, decimals)).toEqual(new Map([[99, 1.5]]))
  const close = [
    { id: 1, value: 1 },
    { id: 2, value: 1 + Number.EPSILON },
  ]
  expect(ordered(close, placeAmong(close, moved, 1, decimals))).toEqual([1, 99, 2])
})
