import type { Action } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'

interface BulkBarProps {
  count: number
  actions: Action[]
  formats: CellFormats
  onAction: (action: Action) => void
  onClear: () => void
}

/** What can be done with the selected rows. */
export function BulkBar({ count, actions, formats, onAction, onClear }: BulkBarProps) {
  return (
    <div className="grid-bulk" role="region" aria-label={formats.t('grid.selection')}>
      <strong>{formats.t('grid.selected', { count: formats.number(count) })}</strong>
      {actions.map((action, index) => (
        <button key={action.id ?? index} type="button" className="grid-button" data-color={action.color} onClick={() => onAction(action)}>{formats.actionTitle(action)}</button>
      ))}
      <button type="button" className="grid-button" data-plain onClick={onClear}>{formats.t('grid.clear_selection')}</button>
    </div>
  )
}
