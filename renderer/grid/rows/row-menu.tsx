import type { Action, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { PopoverMenu, type MenuEntry } from '#renderer/grid/popover/popover-menu.tsx'
import { offeredActions } from './row-actions.ts'

/** The row whose menu is open, and where the focus goes when it is left. */
export interface OpenedMenu {
  row: GridRow
  opener: HTMLElement
  returnTo?: HTMLElement
}

interface RowMenuProps extends OpenedMenu {
  actions: readonly Action[]
  /** Entries in addition to the document's actions. */
  entries: readonly MenuEntry[]
  /** Left out where there is no quick view. */
  onView: ((row: GridRow) => void) | undefined
  onAction: (action: Action, row: GridRow) => void
  formats: CellFormats
  onClose: () => void
}

/** All that can be done with a row. */
export function RowMenu({ row, opener, returnTo, actions, entries, onView, onAction, formats, onClose }: RowMenuProps) {
  const view =
    onView && row.can_view !== false ? [{ key: 'quick view', title: formats.t('grid.quick.open'), onPick: () => onView(row) }] : []
  const offered = offeredActions(actions, row).map(({ action, index }) => ({
    key: String(index),
    title: formats.actionTitle(action, row),
    danger: action.color === 'danger',
    onPick: () => onAction(action, row),
  }))
  return (
    <PopoverMenu
      label={formats.t('grid.actions')}
      opener={opener}
      returnTo={returnTo}
      onClose={onClose}
      entries={[...view, ...entries, ...offered]}
    />
  )
}
