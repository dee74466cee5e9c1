import { describe, expect, test } from 'vitest'
import { layoutColumns, selectionWidth } from '#renderer/grid/columns/columns.ts'

const column = (key: string, rest: object = {}) => ({ key, title: key, cell: 'text', ...rest })

describe('columns', () => {
  test('frozen columns stand at their edge, the others keep their order', () => {
    const { columns } = layoutColumns([column('a'), column('b', { freeze: 'end' }), column('c', { freeze: 'start' }), column('d')], {
      selectable: false,
      actionsWidth: 0,
    })
    expect(columns.map((entry) => entry.column.key)).toEqual(['c', 'a', 'd', 'b'])
  })
  test('a frozen column is offset by what stands outside of it', () => {
    const { columns } = layoutColumns(
      [
        column('a', { freeze: 'start', width: 100 }),
        column('b', { freeze: 'start' }),
        column('c'),
        column('d', { freeze: 'end' }),
        column('e', { freeze: 'end', width: 80 }),
      ],
      { selectable: true, actionsWidth: 94 },
    )
    expect(columns.map((entry) => entry.sticky)).toEqual([
      { side: 'start', offset: selectionWidth },
      { side: 'start', offset: selectionWidth + 100 },
      null,
      { side: 'end', offset: 94 + 80 },
      { side: 'end', offset: 94 },
    ])
    expect(columns.at(-1)?.width).toBe(80)
  })
  test('numbers end-align and a column may say otherwise', () => {
    const { columns } = layoutColumns([column('n', { cell: 'number' }), column('m', { cell: 'money', align: 'center' })], {
      selectable: false,
      actionsWidth: 0,
    })
    expect(columns.map((entry) => entry.align)).toEqual(['end', 'center'])
  })
  test('some column always takes what is left', () => {
    const { columns } = layoutColumns([column('n', { cell: 'number' }), column('d', { cell: 'date' })], {
      selectable: false,
      actionsWidth: 0,
    })
    expect(columns.filter((entry) => entry.width === undefined)).toHaveLength(1)
  })
  test.each([-5, 0, Number.NaN, Number.POSITIVE_INFINITY])('a width of %d is no width', (width) => {
    expect(layoutColumns([column('a', { width })], { selectable: false, actionsWidth: 0 }).minWidth).toBe(160)
  })
  test('a cell of another name is laid out like text', () => {
    expect(layoutColumns([column('x', { cell: 'constructor' })], { selectable: false, actionsWidth: 0 }).columns[0]).toMatchObject({
      minWidth: 160,
      align: 'start',
    })
  })
})

test('a table with too little room pads its cells less and shows the menu of each row alone, before it scrolls sideways', () => {
  const columns = [column('a'), column('b', { cell: 'date' })]
  const needs = { a: { least: 104, whole: 300, fills: true }, b: { least: 168, whole: 168, fills: false } }
  const laid = (room: number) => layoutColumns(columns, { selectable: true, actionsWidth: 96, leastActionsWidth: 40, room, needs })
  expect(laid(412)).toMatchObject({ isTight: false, actionsWidth: 96 })
  expect(laid(411)).toMatchObject({ isTight: true, actionsWidth: 40 })
  expect(laid(340)).toMatchObject({ minWidth: 340, columns: [{ width: 96 }, { width: 160 }] })
})
