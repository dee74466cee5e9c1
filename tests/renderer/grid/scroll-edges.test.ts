import { expect, test } from 'vitest'
import { scrollEdges } from '#renderer/grid/table/use-scroll-edges.ts'

const edges = (scrollLeft: number) => scrollEdges({ scrollLeft, scrollWidth: 900, clientWidth: 400 })

test('what is hidden is told for both reading directions, and a pixel of rounding is nothing', () => {
  expect(edges(0)).toEqual({ before: false, after: true })
  expect(edges(-250)).toEqual({ before: true, after: true })
  expect(edges(499.5)).toEqual({ before: true, after: false })
  expect(scrollEdges({ scrollLeft: 0, scrollWidth: 400, clientWidth: 400 })).toEqual({ before: false, after: false })
})
