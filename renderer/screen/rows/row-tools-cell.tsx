import { useCallback, useRef, useState } from 'react'
import { nameOf } from '#schemas/rules/text/plain-text.ts'
import type { Action, GridRow } from '#schemas/types/contract.d.ts'
import { runAction } from '#renderer/action/run-action.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { MenuEntry } from '#renderer/grid/popover/popover-menu.tsx'
import { offeredActions } from '#renderer/grid/rows/row-actions.ts'
import { RowMenu } from '#renderer/grid/rows/row-menu.tsx'
import { Icon } from '#renderer/ui/icon.tsx'

interface RowToolsProps {
  row: GridRow
  actions: readonly Action[]
  context: ActionContext
  formats: CellFormats
  onView: (() => void) | undefined
  /** Entries that move the row among the others, asked for as its menu opens; left out where it cannot go. */
  movesOf?: (() => readonly MenuEntry[]) | undefined
}

/** The button of a row with all that can be done with it; nothing where that is nothing. */
export function RowTools({ row, actions, context, formats, onView, movesOf }: RowToolsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [opener, setOpener] = useState<HTMLElement>()
  // The same function for as long as the menu is open, which is placed again otherwise.
  const close = useCallback(() => setOpener(undefined), [])
  const canView = onView !== undefined && row.can_view !== false
  const offered = offeredActions(actions, row)
  if (!canView && offered.length === 0 && !movesOf) return null
  const name = nameOf(row) ?? String(row.id)
  const label = formats.t('grid.row_actions', { name })
  const isViewOnly = offered.length === 0 && !movesOf
  return (
    <>
      <button
        ref={button}
        type="button"
        className="pk-icon-button"
        aria-haspopup={isViewOnly ? undefined : 'menu'}
        aria-label={isViewOnly ? `${formats.t('grid.quick.open')}: ${name}` : label}
        title={isViewOnly ? formats.t('grid.quick.open') : label}
        onClick={() => (isViewOnly ? onView?.() : setOpener(button.current ?? undefined))}
      >
        <Icon name={isViewOnly ? 'view' : 'more'} size={16} />
      </button>
      {opener && (
        <RowMenu
          row={row}
          opener={opener}
          actions={actions}
          entries={movesOf?.() ?? []}
          onView={canView ? onView : undefined}
          onAction={(action) => void runAction(action, { ...context, row })}
          formats={formats}
          onClose={close}
        />
      )}
    </>
  )
}
