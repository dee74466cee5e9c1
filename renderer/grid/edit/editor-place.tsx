import { use, type ReactNode } from 'react'
import { PartTroubleContext } from '#renderer/documents/part-trouble.ts'
import { translate } from '#renderer/locale/translate.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { WidgetBoundary } from '#renderer/form/fields/widget-boundary.tsx'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { CellEditing, CellAsShown } from './edit-parts.ts'
import { focusCell } from './focus-cell.ts'
import { GridEditingContext } from './grid-edits.ts'

interface EditorPlaceProps {
  row: GridRow
  field: string
  typed?: string
  column: string
  label: string
  children: ReactNode
}

/**
 * The place of a cell's editor; `children` is the cell without it. If the editor cannot be loaded, the cell stays as it
 * is, with a notice.
 */
export function EditorPlace({ row, field, column, children, ...rest }: EditorPlaceProps) {
  const editing = use(GridEditingContext)
  const giveUp = (): void => {
    editing?.edits.close(row.id)
    focusCell(row.id, field)
    showToast({ tone: 'danger', text: translate('grid.edit.no_editor', { column }), about: `editor of ${field}` })
  }
  return (
    <PartTroubleContext value={giveUp}>
      <CellAsShown value={children}>
        <WidgetBoundary fallback={children}>
          <CellEditing row={row} field={field} {...rest}>
            {children}
          </CellEditing>
        </WidgetBoundary>
      </CellAsShown>
    </PartTroubleContext>
  )
}
