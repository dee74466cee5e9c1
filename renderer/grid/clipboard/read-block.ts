import { parseBlock } from '#renderer/form/rows/paste-block.ts'
import { type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import type { TableColumn } from '#renderer/form/rows/table-columns.ts'
import { editedColumn } from '#renderer/grid/edit/row-form.ts'
import type { GridEditing } from '#renderer/grid/edit/grid-edits.ts'
import { readCell as valueAt } from '#renderer/grid/rows/rows.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { plainText } from '#schemas/rules/text/plain-text.ts'
import { readCell, type CellChoice, type Reading } from '#schemas/rules/values/read-cell.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'

export interface BlockPlace {
  text: string
  rows: readonly GridRow[]
  /** As they are shown. */
  columns: readonly GridColumn[]
  /** The cell that takes the first of the block. */
  from: { row: number; column: number }
}

export interface ReadBlock {
  /** New values by row and field. */
  changes: Map<GridRow, Record<string, unknown>>
  cells: number
  /** Texts for cells that cannot be edited, and for none. */
  locked: number
  left: number
  /** Texts that their cell does not understand. */
  unfit: { row: GridRow; column: GridColumn; text: string }[]
}

/** Reads a block of a spreadsheet for the cells from a given one on. Blanks empty a cell; values that do not fit are skipped. */
export function readBlock(editing: GridEditing, { text, rows, columns, from }: BlockPlace, reading: Reading): ReadBlock {
  const read: ReadBlock = { changes: new Map(), cells: 0, locked: 0, left: 0, unfit: [] }
  const fields = new Map(
    columns.map((column) => [column, column.editable === undefined ? undefined : editedColumn(editing.edit, column.editable)]),
  )
  const choices = new Map(columns.map((column) => [column, knownRecords(editing, column, rows)]))
  parseBlock(text).forEach((line, down) =>
    line.forEach((cell, right) => {
      const row = rows[from.row + down]
      const column = columns[from.column + right]
      if (!row || !column) {
        if (cell.trim() !== '') read.left += 1
        return
      }
      const field = fields.get(column)
      if (!field || row.can_edit !== true || field.schema.readOnly) {
        if (cell.trim() !== '') read.locked += 1
        return
      }
      const value = readValue(cell, field, field.kind === 'record' ? choices.get(column) : field.choices, reading)
      if (!value) {
        read.unfit.push({ row, column, text: cell })
        return
      }
      read.changes.set(row, { ...read.changes.get(row), [field.name]: value.value })
      read.cells += 1
    }),
  )
  return read
}

function readValue(
  text: string,
  { schema, ui, several }: TableColumn,
  choices: readonly CellChoice[] | undefined,
  reading: Reading,
): { value: unknown } | undefined {
  if (!several) return readCell(text, schema, choices, reading, ui)
  const parts = text
    .split(/[,،;؛\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const items = isRecord(schema.items) ? (schema.items as FieldSchema) : {}
  const values = parts.map((part) => readCell(part, items, choices, reading))
  return values.includes(undefined) ? undefined : { value: [...new Set(values.map((one) => one!.value))] }
}

/** Records that can be named in a column's cells: those chosen in this list, and those in its rows. */
function knownRecords({ edits }: GridEditing, { key, editable }: GridColumn, rows: readonly GridRow[]): CellChoice[] {
  for (const record of rows.flatMap((row) => [valueAt(row, key)].flat()).filter(isRecord)) {
    const title = plainText(record)
    if (title !== null) edits.chosen.set(`${editable} ${String(record.id)}`, { id: record.id, title })
  }
  return [...edits.chosen].filter(([name]) => name.startsWith(`${editable} `)).map(([, { id, title }]) => ({ value: id, title }))
}
