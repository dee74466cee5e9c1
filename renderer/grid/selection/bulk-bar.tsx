import { useState, type KeyboardEvent } from 'react'
import type { Action } from '#schemas/types/contract.d.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'

interface BulkBarProps {
  /** How many are selected, in the digits of the locale. */
  count: string
  /** Whether that is everything that matches. */
  all: boolean
  /** How many match in all, where they can be selected at once. */
  matching: string | null
  actions: Action[]
  formats: CellFormats
  /** Settles when it is done; meanwhile nothing else is begun. `onBegin` is called once it has no more questions. */
  onAction: (action: Action, onBegin: () => void) => Promise<unknown>
  onMatching: () => void
  onClear: () => void
}

/** The actions for the selected rows. */
export function BulkBar({ count, all, matching, actions, formats, onAction, onMatching, onClear }: BulkBarProps) {
  const [busy, setBusy] = useState<Action | null>(null)
  const [begun, setBegun] = useState(false)
  const press = async (action: Action) => {
    if (busy)
      return showToast({
        tone: 'info',
        text: formats.t('grid.bulk_wait', { title: formats.actionTitle(busy) }),
        about: 'a bulk action that is out',
      })
    setBusy(action)
    try {
      await onAction(action, () => setBegun(true))
    } finally {
      setBusy(null)
      setBegun(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClear()
  }
  return (
    <div className="grid-bulk" role="region" aria-label={formats.t('grid.selection')} onKeyDown={onKeyDown}>
      <strong>{formats.t(all ? 'grid.all_matching' : 'grid.selected', { count })}</strong>
      {matching === null ? null : (
        <button type="button" className="grid-link" onClick={onMatching}>
          {formats.t('grid.select_matching', { count: matching })}
        </button>
      )}
      {actions.map((action, index) => (
        <button
          key={action.id ?? index}
          type="button"
          className="grid-button"
          data-color={action.color}
          aria-busy={(busy === action && begun) || undefined}
          aria-disabled={busy !== null || undefined}
          title={busy === null ? undefined : formats.t('grid.bulk_wait', { title: formats.actionTitle(busy) })}
          onClick={() => void press(action)}
        >
          {busy === action && begun ? <span className="grid-spinner" aria-hidden="true" /> : null}
          {formats.actionTitle(action)}
        </button>
      ))}
      <span role="status" className="grid-bulk-told">
        {busy === null || !begun ? null : formats.t('grid.bulk_busy', { title: formats.actionTitle(busy) })}
      </span>
      <button type="button" className="grid-button" data-plain onClick={onClear}>
        {formats.t('grid.clear_selection')}
      </button>
    </div>
  )
}
