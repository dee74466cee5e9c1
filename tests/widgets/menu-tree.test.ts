import { expect, test } from 'vitest'
import { chunk, readChosen, withLabels } from '#widgets/folder-tags/chosen-labels.ts'
import { addItem, canStep, flatten, moveTo, readMenu, removeItem, step } from '#widgets/menu-tree/tree-moves.ts'

const menu = readMenu([
  {
    id: 1,
    label: 'A',
    children: [
      { id: 2, label: 'B' },
      { id: 3, label: 'C' },
    ],
  },
  { id: 4, type: 'divider' },
  { id: 5, label: 'D' },
])
const outline = (items: ReturnType<typeof readMenu>) => flatten(items).map(({ item, path }) => `${path.length}:${item.id}`)

test('an entry is indented beneath the one above, and outdented behind it', () => {
  const within = step(menu, [0, 1], 'indent')!
  expect(outline(within.items)).toEqual(['1:1', '2:2', '3:3', '1:4', '1:5'])
  expect(within.path).toEqual([0, 0, 0])
  expect(outline(step(menu, [0, 0], 'outdent')!.items)).toEqual(['1:1', '2:3', '1:2', '1:4', '1:5'])
})

test('steps up and down stay among siblings, whose order is numbered anew', () => {
  const moved = step(menu, [2], 'up')!
  expect(outline(moved.items)).toEqual(['1:1', '2:2', '2:3', '1:5', '1:4'])
  expect(moved.items.map(({ order }) => order)).toEqual([1, 2, 3])
  expect(step(menu, [0], 'up')).toBeNull()
  expect(step(menu, [2], 'down')).toBeNull()
})

test('a step is offered exactly where it can be made', () => {
  for (const { path } of flatten(menu))
    for (const way of ['up', 'down', 'indent', 'outdent'] as const)
      expect(canStep(menu, path, way), `${path.join('.')} ${way}`).toBe(step(menu, path, way) !== null)
})

test('nothing goes within itself or beneath a line', () => {
  expect(moveTo(menu, [0], [0, 1], 'after')).toBeNull()
  expect(moveTo(menu, [2], [1], 'inside')).toBeNull()
  expect(step(menu, [2], 'indent')).toBeNull()
})

test('an entry is dragged to another level in both directions', () => {
  expect(outline(moveTo(menu, [2], [0, 0], 'before')!.items)).toEqual(['1:1', '2:5', '2:2', '2:3', '1:4'])
  expect(outline(moveTo(menu, [0, 0], [2], 'after')!.items)).toEqual(['1:1', '2:3', '1:4', '1:5', '1:2'])
})

test('a new entry comes right after the present one, with an id of its own', () => {
  const added = addItem(menu, 'heading', [0, 0])
  expect(outline(added.items)).toEqual(['1:1', '2:2', '2:6', '2:3', '1:4', '1:5'])
  expect(outline(removeItem(added.items, [0]))).toEqual(['1:4', '1:5'])
})

test('chosen labels are a map of ids, without empty folders', () => {
  expect(readChosen({ brands: ['1', 2, 'x'], topics: 'no' })).toEqual({ brands: [1, 2] })
  expect(withLabels({ brands: [1], topics: [3] }, 'brands', [])).toEqual({ topics: [3] })
  expect(chunk).toBe(5)
})
