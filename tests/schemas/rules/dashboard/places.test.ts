import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changePlace, compactPlaces, dashboardColumns, packPlaces, type Placed } from '#schemas/rules/dashboard/places.ts'

const sized = fc.array(fc.record({ w: fc.integer({ min: 2, max: 12 }), h: fc.integer({ min: 1, max: 3 }) }), { maxLength: 14 })
const packed = (widgets: { w: number; h: number }[]) => packPlaces(widgets.map((size, id) => ({ id, ...size })))

function expectWhole(places: readonly Placed[], count: number) {
  expect(places).toHaveLength(count)
  for (const one of places) {
    expect(one.x).toBeGreaterThanOrEqual(0)
    expect(one.x + one.w).toBeLessThanOrEqual(dashboardColumns)
    for (const other of places)
      if (one !== other)
        expect(one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h).toBe(false)
  }
}

it('widgets never overlap and never leave the columns, however they are packed, moved and sized', () => {
  const step = fc.constantFrom({ x: 1 }, { x: -1 }, { y: 1 }, { y: -1 }, { w: 1 }, { w: -3 }, { h: 1 }, { h: -1 })
  fc.assert(
    fc.property(sized, fc.array(fc.tuple(fc.nat(13), step)), (widgets, steps) => {
      let places = packed(widgets)
      expectWhole(places, widgets.length)
      for (const [id, change] of steps) places = changePlace(places, id, change)
      expectWhole(places, widgets.length)
      expect(compactPlaces(places)).toEqual(compactPlaces(compactPlaces(places)))
    }),
    { numRuns: 60 },
  )
})

it('a widget changes places with the one below it, and back', () => {
  const places = packed([
    { w: 12, h: 1 },
    { w: 12, h: 3 },
  ])
  const down = changePlace(places, 0, { y: 1 })
  expect(down.find(({ id }) => id === 0)!.y).toBe(3)
  expect(changePlace(down, 0, { y: -1 }).find(({ id }) => id === 0)!.y).toBe(0)
})
