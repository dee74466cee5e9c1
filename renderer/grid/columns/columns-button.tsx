import { useCallback, useState } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import type { ColumnState } from './column-state.ts'

const ColumnsPopover = lazyComponent(() => import('./columns-popover.tsx'))

export interface ColumnSettings {
  /** All columns that the grid has, in the document's order. */
  columns: GridColumn[]
  state: ColumnState
  formats: CellFormats
  onChange: (change: (state: ColumnState) => ColumnState) => void
}

/** Opens the column settings: visible columns, order, frozen columns, density. */
export function ColumnsButton(props: ColumnSettings) {
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setOpener(null), [])
  return (
    <>
      <button
        type="button"
        className="grid-button grid-columns-button"
        data-plain
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        title={props.formats.t('grid.columns')}
        onClick={(event) => setOpener(opener ? null : event.currentTarget)}
      >
        <Icon name="columns" size={16} />
        <span className="grid-button-text">{props.formats.t('grid.columns')}</span>
      </button>
      {opener ? <ColumnsPopover {...props} opener={opener} onClose={close} /> : null}
    </>
  )
}
