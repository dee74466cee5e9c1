import { useMemo } from 'react'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { columnOnRow } from '#schemas/rules/conditions/column-case.ts'
import { drawTags } from '#renderer/grid/cells/cells.tsx'
import { drawCell } from '#renderer/grid/cells/draw-cell.tsx'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { readCell } from '#renderer/grid/rows/rows.ts'
import { sanitise } from '#renderer/ui/sanitise-html.ts'
import { translate } from '#renderer/locale/translate.ts'
import { InnerRows } from './inner-rows.tsx'

interface DetailsValueProps {
  row: GridRow
  column: GridColumn
  formats: CellFormats
}

/** A single value of a record: drawn like a cell of a list, with more room. */
export function DetailsValue({ row, column: given, formats }: DetailsValueProps) {
  const column = columnOnRow(given, row)
  const value = readCell(row, column.key)
  const kind = column.cell ?? 'text'
  if (isShownInWords(value, column)) return translate(value ? 'grid.yes' : 'grid.no')
  if (kind === 'html' && typeof value === 'string' && value !== '') return <FormattedText html={value} />
  if (kind === 'rows' && hasRows(value) && column.columns?.length)
    return (
      <div className="pf-details-rows">
        <InnerRows rows={value as GridRow[]} columns={column.columns} formats={formats} />
      </div>
    )
  if (kind === 'tags') return drawTags({ value: value ?? column.default, row, column, formats }, Infinity)
  return drawCell(row, given, formats)
}

/** A mark is enough in a column; next to its name alone, and in print, yes and no are words. */
const isShownInWords = (value: unknown, column: GridColumn): boolean =>
  column.cell === 'boolean' && column.icon === undefined && typeof value === 'boolean'

const hasRows = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isRecord)

function FormattedText({ html }: { html: string }) {
  const safe = useMemo(() => sanitise(html, { classes: false }), [html])
  return <div className="pf-html" dir="auto" dangerouslySetInnerHTML={{ __html: safe }} />
}
