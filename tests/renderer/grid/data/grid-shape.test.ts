// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { readGridAnswer } from '#renderer/grid/data/grid-answer.ts'
import { keepShape, readShape, shapeOf, usualShape } from '#renderer/grid/data/grid-shape.ts'

const answer = readGridAnswer({
  pagination: {},
  grid: {
    name: 'a/b/c',
    columns: [{ key: 'title', title: 'Title', cell: 'link', width: 300, options: [{ value: 1, title: 'One' }] }],
    tabs: [{ key: 'all', title: 'All', count: 7 }, { key: 'new' }],
    bulk: [],
    row: [{ type: 'refresh', title: 'Look' }],
    filters: [{ key: 'title', title: 'Title', kind: 'text' }],
  },
})!

test('what a grid looks like is kept, and nothing of its rows', () => {
  keepShape('1 en a/b/c', shapeOf(answer))
  expect(readShape('1 en a/b/c')).toEqual({
    columns: [{ key: 'title', title: 'Title', cell: 'link', width: 300 }],
    tabs: [{ title: 'All', count: 7 }, { title: 'new' }],
    selectable: false,
    hasActions: true,
    hasFilters: true,
    hasViews: false,
    hasToolbar: false,
  })
})

test('a grid that was never seen, or that was kept by nobody in his right mind, is like most are', () => {
  expect(readShape('2 en a/b/c')).toBe(usualShape)
  for (const kept of ['{"x":5}', '{"x":{"columns":[null],"tabs":[]}}', 'no json', '[]']) {
    localStorage.setItem('pishkhan-grid-shapes', kept)
    expect(readShape('x')).toBe(usualShape)
  }
})

test('the shapes of forty grids are kept, the latest ones', () => {
  for (let at = 0; at < 45; at += 1) keepShape(`grid ${at}`, shapeOf(answer))
  expect([readShape('grid 4'), readShape('grid 5')]).toEqual([usualShape, expect.objectContaining({ hasActions: true, selectable: false })])
})
