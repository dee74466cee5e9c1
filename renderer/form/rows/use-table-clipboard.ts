import { useState, type ClipboardEvent } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { formatPath, getAt, type PathList } from '#renderer/form/data/path.ts'
import { cellText } from '#renderer/form/fields/cell-text.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import { parseBlock, pasteBlock, type Pasted } from './paste-block.ts'
import type { TableColumn } from './table-columns.ts'
import type { useColumnTitles } from './use-column-titles.ts'
import type { Rows } from './use-rows.ts'
import { codesOf, type Scan } from './use-scan.ts'
import type { TableCells } from './use-table-cells.ts'

/** The cells that a block covers, as far as there are columns for it. */
const pastedPlaces = (
  block: readonly (readonly string[])[],
  at: { row: number; column: number },
  columns: readonly TableColumn[],
): [number, string][] =>
  block.flatMap((line, down) =>
    columns.slice(at.column, at.column + line.length).map(({ name }): [number, string] => [at.row + down, name]),
  )

interface TableClipboardOptions {
  path: PathList
  rows: Rows
  columns: readonly TableColumn[]
  locked: boolean
  cells: TableCells
  titles: ReturnType<typeof useColumnTitles>
  scan: Scan | undefined
}

/** Copies the cell that has the focus, and pastes a block of a spreadsheet over the cells from it on. */
export function useTableClipboard({ path, rows, columns, locked, cells, titles, scan }: TableClipboardOptions) {
  const formats = useLocale()
  const { t, locale, timeZone } = formats
  const { store } = useFormScope()
  const [pasted, setPasted] = useState<Pasted>()
  const { active, column, isEditing, takes, goTo } = cells

  function onPaste(event: ClipboardEvent): void {
    const block = parseBlock(event.clipboardData.getData('text/plain'))
    const isBlock = block.length > 1 || (block[0]?.length ?? 0) > 1
    if (locked || rows.count === 0 || (isEditing && !isBlock)) return
    event.preventDefault()
    if (scan && isBlock && column?.name === scan.into) {
      cells.stop()
      return scan.scan(codesOf(block))
    }
    store.flush()
    const result = pasteBlock(block, {
      rows: rows.present(),
      columns: columns.map((one) => (one.kind === 'record' ? { ...one, choices: titles.known(one) } : one)),
      at: active,
      most: rows.most,
      fresh: rows.fresh,
      reading: { locale, timeZone, yes: t('form.yes'), no: t('form.no') },
      takes: (_, one, index) => (index < rows.count ? takes(index, one) : !one.schema.readOnly),
    })
    setPasted(result)
    if (!result.tooMany) {
      rows.replace(result.rows)
      store.touchAll(pastedPlaces(block, active, columns).map((place) => formatPath([...path, ...place])))
    }
    goTo(active.row, active.column)
  }
  function onCopy(event: ClipboardEvent): void {
    if (isEditing || !column) return
    event.preventDefault()
    const value = getAt(store.getState().data, [...path, active.row, column.name])
    const title = column.kind === 'record' ? titles.titleOf(column, value) : undefined
    event.clipboardData.setData('text/plain', title ?? cellText(value, column.schema, column.choices, formats))
  }
  return { pasted, closeReport: () => setPasted(undefined), onPaste, onCopy }
}
