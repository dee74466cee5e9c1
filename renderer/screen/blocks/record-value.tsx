import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import { DetailsValue } from './details-value.tsx'
import '#renderer/grid/grid.css'

/** One value of a record outside of a list. */
export default function RecordValue({ row, column }: { row: GridRow; column: GridColumn }) {
  return <DetailsValue row={row} column={column} formats={useCellFormats()} />
}
