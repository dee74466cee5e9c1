import type { ReactNode } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { drawCell } from '#renderer/grid/cells/draw-cell.tsx'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import './quick-view.css'

interface RecordFieldsProps {
  fields: readonly GridColumn[]
  row: GridRow | undefined
  formats: CellFormats
  /** What is said beside the name of a field. */
  mark?: (field: string) => ReactNode
}

/** The fields of a record with their titles; bones in their places until it is there. */
export function RecordFields({ fields, row, formats, mark }: RecordFieldsProps) {
  return (
    <dl>
      {fields.map((column) => {
        const drawn = row ? drawCell(row, column, formats) : <span className="grid-bone" style={{ inlineSize: '60%' }} />
        return (
          <div key={column.key}>
            <dt>
              <bdi>{column.title}</bdi>
              {mark?.(column.key)}
            </dt>
            <dd>{drawn}</dd>
          </div>
        )
      })}
    </dl>
  )
}
