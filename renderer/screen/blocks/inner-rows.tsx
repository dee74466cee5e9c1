import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import '#renderer/ui/inner-table.css'
import { DetailsValue } from './details-value.tsx'

interface InnerRowsProps {
  rows: readonly GridRow[]
  columns: readonly GridColumn[]
  formats: CellFormats
}

/** Rows of a record as a small table; on a narrow screen each is a card whose values have their titles before them. */
export function InnerRows({ rows, columns, formats }: InnerRowsProps) {
  return (
    <div className="pf-details-rows">
      <table className="pk-inner-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                <bdi>{column.title}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.key} data-align={column.align} data-title={column.title}>
                  <DetailsValue row={row} column={column} formats={formats} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
