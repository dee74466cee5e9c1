import type { HTMLAttributes, ReactNode } from 'react'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import '#renderer/ui/inner-table.css'
import { DetailsValue } from './details-value.tsx'

interface InnerRowsProps {
  rows: readonly GridRow[]
  columns: readonly GridColumn[]
  formats: CellFormats
  /** A cell before those of a row, and one behind them, with the names of their columns. */
  lead?: { name: string; draw: (row: GridRow, at: number) => ReactNode }
  tools?: { name: string; draw: (row: GridRow, at: number) => ReactNode }
  attributesOf?: (row: GridRow, at: number) => HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, unknown>
  /** Lines behind the rows. */
  lines?: ReactNode
  /** The foot of the table. */
  foot?: ReactNode
}

/** Rows of a record as a small table; on a narrow screen each is a card whose values have their titles before them. */
export function InnerRows({ rows, columns, formats, lead, tools, attributesOf, lines, foot }: InnerRowsProps) {
  return (
    <table className="pk-inner-table">
      <thead>
        <tr>
          {lead && <HiddenHead name={lead.name} />}
          {columns.map((column) => (
            <th key={column.key} scope="col" data-align={column.align} style={column.width ? { width: column.width } : undefined}>
              <bdi>{column.title}</bdi>
            </th>
          ))}
          {tools && <HiddenHead name={tools.name} />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.id ?? at} {...attributesOf?.(row, at)}>
            {lead && <td className="pf-row-handle">{lead.draw(row, at)}</td>}
            {columns.map((column) => (
              <td key={column.key} data-align={column.align} data-title={column.title}>
                <DetailsValue row={row} column={column} formats={formats} />
              </td>
            ))}
            {tools && <td className="pf-row-menu">{tools.draw(row, at)}</td>}
          </tr>
        ))}
        {lines}
      </tbody>
      {foot}
    </table>
  )
}

const HiddenHead = ({ name }: { name: string }) => (
  <th scope="col" className="pf-row-tool">
    <span className="pk-visually-hidden">{name}</span>
  </th>
)
