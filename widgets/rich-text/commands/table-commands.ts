import { Editor, Node, Path, Transforms } from 'slate'
import { emptyParagraph, type CellElement, type RichEditor, type RowElement, type TableElement } from '#widgets/rich-text/model.ts'
import { insertBlocks } from './block-commands.ts'
import { above } from './queries.ts'

const emptyCell = (header = false): CellElement => ({
  type: 'cell',
  ...(header && { header: true as const }),
  children: [{ ...emptyParagraph(), bare: true }],
})

export function insertTable(editor: RichEditor, { rows, columns, head }: { rows: number; columns: number; head: boolean }): void {
  const row = (_: unknown, index: number): RowElement => ({
    type: 'row',
    ...(head && index === 0 && { head: true as const }),
    children: Array.from({ length: columns }, () => emptyCell(head && index === 0)),
  })
  Editor.withoutNormalizing(editor, () => {
    insertBlocks(editor, [{ type: 'table', children: Array.from({ length: rows }, row) }])
    const table = above(editor, 'table')
    if (table) Transforms.select(editor, Editor.start(editor, table[1]))
  })
}

/** Which cell covers each place of the table: `grid[row][column]` is the place of the cell's own start. */
export interface Covered {
  row: number
  cell: number
  column: number
}
export function coverOf(table: TableElement): Covered[][] {
  const grid: Covered[][] = table.children.map(() => [])
  table.children.forEach((row, rowIndex) => {
    let column = 0
    row.children.forEach((cell, cellIndex) => {
      while (grid[rowIndex]![column]) column++
      for (let down = 0; down < (cell.rowspan ?? 1) && rowIndex + down < grid.length; down++)
        for (let across = 0; across < (cell.colspan ?? 1); across++)
          grid[rowIndex + down]![column + across] = { row: rowIndex, cell: cellIndex, column }
    })
  })
  return grid
}

interface Place {
  table: TableElement
  path: Path
  grid: Covered[][]
  row: number
  column: number
  cell: CellElement
}

/** Where the caret is in a table. */
function placeOf(editor: RichEditor): Place | undefined {
  const [table, cell] = [above(editor, 'table'), above(editor, 'cell')]
  if (!table || !cell) return undefined
  const [row, index] = cell[1].slice(-2) as [number, number]
  const grid = coverOf(table[0])
  const column = grid[row]!.findIndex((covered) => covered.row === row && covered.cell === index)
  return { table: table[0], path: table[1], grid, row, column, cell: cell[0] }
}

const setSpan = (editor: RichEditor, at: Path, name: 'colspan' | 'rowspan', span: number): void => {
  if (span > 1) Transforms.setNodes<CellElement>(editor, { [name]: span }, { at })
  else Transforms.unsetNodes(editor, name, { at })
}

/** Index in a row's children where a cell of this column is inserted. */
const cellIndexAt = (grid: Covered[][], row: number, column: number): number =>
  new Set(
    (grid[row] ?? [])
      .slice(0, column)
      .filter((covered) => covered?.row === row)
      .map(({ cell }) => cell),
  ).size

export function addRow(editor: RichEditor, side: 'before' | 'after'): void {
  const place = placeOf(editor)
  if (!place) return
  const { table, path, grid } = place
  const at = side === 'before' ? place.row : place.row + (place.cell.rowspan ?? 1)
  Editor.withoutNormalizing(editor, () => {
    const crossing = new Set<CellElement>()
    let missing = 0
    const width = Math.max(...grid.map((row) => row.length))
    for (let column = 0; column < width; column++) {
      const covered = at < grid.length ? grid[at]![column] : undefined
      if (covered && covered.row < at) crossing.add(table.children[covered.row]!.children[covered.cell]!)
      else missing++
    }
    for (const cell of crossing) {
      const row = table.children.findIndex(({ children }) => children.includes(cell))
      setSpan(editor, [...path, row, table.children[row]!.children.indexOf(cell)], 'rowspan', (cell.rowspan ?? 1) + 1)
    }
    Transforms.insertNodes(
      editor,
      { type: 'row', children: Array.from({ length: Math.max(1, missing) }, () => emptyCell()) },
      { at: [...path, at] },
    )
    Transforms.select(editor, Editor.start(editor, [...path, at]))
  })
}

export function addColumn(editor: RichEditor, side: 'before' | 'after'): void {
  const place = placeOf(editor)
  if (!place) return
  const { table, path, grid } = place
  const at = side === 'before' ? place.column : place.column + (place.cell.colspan ?? 1)
  Editor.withoutNormalizing(editor, () => {
    dropColumnWidths(editor, path)
    const widened = new Set<CellElement>()
    table.children.forEach((row, rowIndex) => {
      const covered = grid[rowIndex]![at]
      if (covered && covered.column < at) {
        const cell = table.children[covered.row]!.children[covered.cell]!
        if (!widened.has(cell)) setSpan(editor, [...path, covered.row, covered.cell], 'colspan', (cell.colspan ?? 1) + 1)
        widened.add(cell)
      } else Transforms.insertNodes(editor, emptyCell(row.head), { at: [...path, rowIndex, cellIndexAt(grid, rowIndex, at)] })
    })
    Transforms.select(editor, Editor.start(editor, [...path, place.row, cellIndexAt(grid, place.row, at)]))
  })
}

export function deleteRow(editor: RichEditor): void {
  const place = placeOf(editor)
  if (!place) return
  const { table, path, grid, row } = place
  if (table.children.length === 1) return deleteTable(editor)
  Editor.withoutNormalizing(editor, () => {
    for (const cell of new Set(grid[row]!.map((covered) => table.children[covered.row]!.children[covered.cell]!))) {
      const owner = table.children.findIndex(({ children }) => children.includes(cell))
      if ((cell.rowspan ?? 1) === 1) continue
      if (owner < row) setSpan(editor, [...path, owner, table.children[owner]!.children.indexOf(cell)], 'rowspan', cell.rowspan! - 1)
      else if (row + 1 < table.children.length) {
        // The cell goes on in the next row.
        const { rowspan, ...rest } = cell
        const column = grid[row]!.findIndex((covered) => table.children[covered.row]!.children[covered.cell] === cell)
        Transforms.insertNodes(editor, rowspan! > 2 ? { ...rest, rowspan: rowspan! - 1 } : rest, {
          at: [...path, row + 1, cellIndexAt(grid, row + 1, column)],
        })
      }
    }
    Transforms.removeNodes(editor, { at: [...path, row] })
    Transforms.select(editor, Editor.start(editor, [...path, Math.min(row, table.children.length - 2)]))
  })
}

export function deleteColumn(editor: RichEditor): void {
  const place = placeOf(editor)
  if (!place) return
  const { table, path, grid, column } = place
  if (Math.max(...grid.map((row) => row.length)) === 1) return deleteTable(editor)
  Editor.withoutNormalizing(editor, () => {
    dropColumnWidths(editor, path)
    const cells = new Map(grid.flatMap((row) => (row[column] ? [[`${row[column].row}.${row[column].cell}`, row[column]] as const] : [])))
    for (const { row, cell } of [...cells.values()].reverse()) {
      const { colspan = 1 } = table.children[row]!.children[cell]!
      if (colspan > 1) setSpan(editor, [...path, row, cell], 'colspan', colspan - 1)
      else if (table.children[row]!.children.length > 1) Transforms.removeNodes(editor, { at: [...path, row, cell] })
    }
    Transforms.select(
      editor,
      Editor.start(editor, [
        ...path,
        place.row,
        Math.min(cellIndexAt(grid, place.row, column), (Node.get(editor, [...path, place.row]) as RowElement).children.length - 1),
      ]),
    )
  })
}

/** A caption stays; widths of columns that are no longer there go. */
function dropColumnWidths(editor: RichEditor, path: Path): void {
  const { lead } = Node.get(editor, path) as TableElement
  if (!lead?.includes('<col')) return
  const rest = lead.replace(/<colgroup[\s\S]*?<\/colgroup>/gi, '')
  if (rest) Transforms.setNodes<TableElement>(editor, { lead: rest }, { at: path })
  else Transforms.unsetNodes(editor, 'lead', { at: path })
}

export const hasHeadRow = (editor: RichEditor): boolean => above(editor, 'table')?.[0].children[0]?.head === true

export function toggleHeadRow(editor: RichEditor): void {
  const table = above(editor, 'table')
  if (!table) return
  const first = [...table[1], 0]
  const isHead = hasHeadRow(editor)
  Editor.withoutNormalizing(editor, () => {
    const set = (at: Path, name: string) =>
      isHead ? Transforms.unsetNodes(editor, name, { at }) : Transforms.setNodes(editor, { [name]: true } as Partial<RowElement>, { at })
    set(first, 'head')
    table[0].children[0]!.children.forEach((_, index) => set([...first, index], 'header'))
  })
}

export function deleteTable(editor: RichEditor): void {
  const table = above(editor, 'table')
  if (!table) return
  Editor.withoutNormalizing(editor, () => {
    Transforms.removeNodes(editor, { at: table[1] })
    Transforms.insertNodes(editor, emptyParagraph(), { at: table[1], select: true })
  })
}

/** Moves the caret to the next or previous cell; after the last one a row is added. False outside a table. */
export function moveCell(editor: RichEditor, by: -1 | 1): boolean {
  const [table, cell] = [above(editor, 'table'), above(editor, 'cell')]
  if (!table || !cell) return false
  const cells = table[0].children.flatMap((row, rowIndex) => row.children.map((_, index) => [...table[1], rowIndex, index]))
  const next = cells[cells.findIndex((path) => Path.equals(path, cell[1])) + by]
  if (next) Transforms.select(editor, Editor.range(editor, next))
  else if (by === 1) addRow(editor, 'after')
  if (next) Transforms.collapse(editor, { edge: 'end' })
  return true
}
