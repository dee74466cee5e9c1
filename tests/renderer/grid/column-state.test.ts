import { describe, expect, test } from 'vitest'
import {
  chooseColumns,
  freezeColumn,
  isColumnStateEmpty,
  moveColumn,
  orderColumns,
  readColumnState,
  resizeColumn,
  shiftColumn,
  showColumn,
} from '#renderer/grid/columns/column-state.ts'
import { layoutColumns } from '#renderer/grid/columns/columns.ts'

const columns = ['a', 'b', 'c', 'd'].map((key) => ({ key, title: key, cell: 'text', ...(key === 'a' && { freeze: 'start' as const }) }))
const keysOf = (list: { key: string }[]) => list.map(({ key }) => key).join('')

describe('what somebody has set', () => {
  test('orders columns, and what it does not name follows', () => {
    expect(keysOf(chooseColumns(columns, { order: ['d', 'b', 'gone'] }))).toBe('adbc')
  })
  test('hides columns, but never all', () => {
    expect(keysOf(chooseColumns(columns, { hidden: ['b', 'd'] }))).toBe('ac')
    expect(keysOf(chooseColumns(columns, { hidden: ['a', 'b', 'c', 'd'] }))).toBe('a')
  })
  test("freezes and lets go, and says nothing where that is the document's", () => {
    const loose = freezeColumn({}, columns[0]!, null)
    expect(loose.frozen).toEqual({ a: 'none' })
    expect(keysOf(orderColumns(columns, { ...loose, order: ['b', 'a'] }))).toBe('bacd')
    expect(freezeColumn(loose, columns[0]!, 'start').frozen).toEqual({})
    expect(keysOf(orderColumns(columns, freezeColumn({}, columns[1]!, 'end')))).toBe('acdb')
  })
  test('moves a column past its neighbour that is shown, over what is hidden', () => {
    expect(shiftColumn(columns, { hidden: ['c'] }, 'b', 1).order).toEqual(['a', 'c', 'd', 'b'])
    expect(shiftColumn(columns, {}, 'd', 1)).toEqual({})
    expect(moveColumn(columns, {}, 'd', 0).order).toEqual(['d', 'a', 'b', 'c'])
    expect(moveColumn(columns, {}, 'gone', 0)).toEqual({})
  })
  test('is nothing again when all is taken back', () => {
    const set = showColumn(resizeColumn({}, 'a', 90), 'b', false)
    expect(isColumnStateEmpty(set)).toBe(false)
    expect(isColumnStateEmpty({ ...showColumn(set, 'b', true), widths: {} })).toBe(true)
  })
  test('is read without what cannot be meant', () => {
    expect(
      readColumnState({
        order: ['a', 3],
        hidden: 'b',
        widths: { a: 100, b: -4, c: '9' },
        frozen: { a: 'left', b: 'end' },
        density: 'tight',
        other: 1,
      }),
    ).toEqual({ order: ['a'], widths: { a: 100 }, frozen: { b: 'end' } })
    for (const value of [null, 3, 'x', [], [1]]) expect(isColumnStateEmpty(readColumnState(value))).toBe(true)
  })
})

describe('widths that somebody has set', () => {
  const none = { selectable: false, actionsWidth: 0 }
  test('hold, whatever the content or the document wants', () => {
    const {
      columns: [first],
      covered,
    } = layoutColumns(columns, { ...none, chosenWidths: { a: 70 }, needs: { a: { least: 300, whole: 300, fills: false } } })
    expect(first).toMatchObject({ width: 70, minWidth: 70 })
    expect(covered).toEqual({ start: 70, end: 0 })
  })
  test('make the table as wide as its columns when each has one', () => {
    const all = Object.fromEntries(columns.map(({ key }) => [key, 80]))
    expect(layoutColumns(columns, { ...none, chosenWidths: all })).toMatchObject({ isFixed: true, minWidth: 320 })
    expect(layoutColumns(columns, { ...none, chosenWidths: { a: 80 } }).isFixed).toBe(false)
  })
})
