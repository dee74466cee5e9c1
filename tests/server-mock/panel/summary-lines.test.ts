import { describe, expect, it } from 'vitest'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { withoutSummary } from '#server/features/panel/import/summary-lines.ts'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import type { Cell } from '#server/spreadsheet/cells.ts'
import { parseModule } from '#schemas/check/parse-module.ts'

const registry = buildRegistry([parseModule(readModuleFolder('modules/panel'))], 1, undefined)
const grid: GridDocument = { entity: 'sale', columns: ['title', { key: 'amount', summary: 'sum' }, { key: 'pages', summary: 'max' }] }
const number = (value: number): Cell => ({ number: String(value) })
const rowsOf = (rows: Cell[][], columns = grid.columns) =>
  withoutSummary(
    { titles: ['Title', 'Amount', 'Pages'], rows: rows.map((cells, index) => ({ line: index + 2, cells })) },
    { ...grid, columns },
    registry,
  ).rows.map(({ cells }) => cells[0])

describe('an exported list that is imported again', () => {
  const books: Cell[][] = [
    ['A', number(10), number(2)],
    ['Sum', '12.50', number(3)],
    ['B', number(5), null],
  ]
  it('has no record made of the lines that sum it up, in any language', () => {
    expect(rowsOf([...books, ['Sum', '27.50', null], ['Maximum', null, number(3)]])).toEqual(['A', 'Sum', 'B'])
    expect(rowsOf([...books, ['جمع', '۲۷٫۵۰', null], ['بیشترین', null, '۳']])).toEqual(['A', 'Sum', 'B'])
  })
  it('keeps a last record that only looks similar', () => {
    expect(rowsOf([...books, ['Sum', null, null]])).toHaveLength(4)
    expect(rowsOf([...books, ['Average', number(9), null]])).toHaveLength(4)
    expect(rowsOf([['Sum', 'of all', number(3)]])).toHaveLength(1)
    expect(rowsOf([['Sum', number(1), number(3)]], ['title', 'amount', 'pages'])).toHaveLength(1)
  })
})
