import { expect, test } from 'vitest'
import { layoutColumns } from '#renderer/grid/columns/columns.ts'
import { cardCells } from '#renderer/grid/table/card-cells.ts'
import type { GridColumn } from '#schemas/types/contract.d.ts'

const column = (key: string, rest: Partial<GridColumn> = {}): GridColumn => ({ key, title: key, cell: 'text', ...rest })
const keys = (columns: GridColumn[], row: object = {}) => {
  const all = Object.fromEntries(columns.map(({ key }) => [key, 'x']))
  const { title, lines, rest } = cardCells(layoutColumns(columns, { selectable: true, actionsWidth: 94 }).columns, {
    id: 1,
    ...all,
    ...row,
  })
  return [title, lines, rest].map((part) => part.map((entry) => entry.column.key).join(''))
}
const letters = [...'abcdefghij'].map((key) => column(key))

test('six lines are seen, the rest unfolds; what is empty takes no line', () => {
  expect(keys(letters)).toEqual(['', 'abcdef', 'ghij'])
  expect(keys(letters, { b: null, d: [] })).toEqual(['', 'acefgh', 'ij'])
})

test('nothing unfolds a single line', () => expect(keys(letters.slice(0, 7))).toEqual(['', 'abcdefg', '']))

test('the document names the title, what is always seen and what is left out', () => {
  const named = letters.map((one) => ({
    ...one,
    ...(one.key === 'c' && { card: 'title' as const }),
    ...(one.key === 'j' && { card: 'line' as const }),
    ...(one.key === 'a' && { card: false as const }),
  }))
  expect(keys(named)).toEqual(['c', 'bdefgj', 'hi'])
})

test('what is frozen at the start is the title, where no column says so; there is always something', () => {
  expect(keys([column('a'), column('b', { freeze: 'start' })])).toEqual(['b', 'a', ''])
  expect(keys([column('a', { card: false })])).toEqual(['', 'a', ''])
})

test('a value that only a case of its column shows has its line, as has the one of its document', () => {
  const value = column('value', {
    cases: [
      { when: { properties: { kind: { const: 'text' } } }, key: 'text', cell: 'text' },
      { when: { properties: { kind: { const: 'image' } } }, key: 'value', cell: 'image', default: '/logo.svg' },
    ],
  })
  expect(keys([value], { value: null, kind: 'text', text: 'Pishkhan' })).toEqual(['', 'value', ''])
  expect(keys([value], { value: null, kind: 'image' })).toEqual(['', 'value', ''])
  expect(keys([value], { value: null, kind: 'text', text: null })).toEqual(['', '', ''])
})
