import type { KeyboardEvent } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { GridView } from '#schemas/types/contract.d.ts'
import { useRoles } from './use-roles.ts'
import type { GridViewsState } from './use-grid-views.ts'

interface ViewListProps {
  state: GridViewsState
  formats: CellFormats
  busy: boolean
  onOpen: (view: GridView | null) => void
  onSave: () => void
  onSaveAs: () => void
  onRename: (view: GridView) => void
  onDelete: (view: GridView) => void
  onDefault: (id: number | null, role?: string) => void
}

function moveAmong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')].filter((button) => !button.disabled)
  buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + step + buttons.length) % buttons.length]?.focus()
}

/** The views to choose from, and what is done with the one that is open. */
export function ViewList({ state, formats, busy, onOpen, onSave, onSaveAs, onRename, onDelete, onDefault }: ViewListProps) {
  const { t } = formats
  const {
    views: { items, default: first, can_share: canShare },
    active,
    isChanged,
    isPlain,
  } = state
  const { titleOf } = useRoles(canShare && items.some(({ role }) => role !== null), formats.locale)
  const entry = (view: GridView | null, title: string) => (
    <li key={view?.id ?? 0}>
      <button type="button" aria-current={view === null ? isPlain : view.id === active?.id} onClick={() => onOpen(view)}>
        <span dir="auto">{title}</span>
        {view !== null && view.role !== null ? (
          <span className="grid-tag">{canShare ? t('grid.view_shared', { role: titleOf(view.role) }) : t('grid.view_shared_here')}</span>
        ) : null}
        {view !== null && view.id === first ? <span className="grid-tag">{t('grid.view_first')}</span> : null}
      </button>
    </li>
  )
  return (
    <div className="grid-view-list" onKeyDown={moveAmong}>
      <ul className="grid-filter-list" aria-label={t('grid.saved_views')}>
        {entry(null, t('grid.view_plain'))}
        {items.map((view) => entry(view, view.name))}
      </ul>
      {items.length === 0 ? <p className="grid-hint">{t('grid.view_none')}</p> : null}
      <ul className="grid-filter-list grid-view-actions">
        {active?.can_edit && isChanged ? (
          <li>
            <button type="button" aria-disabled={busy || undefined} onClick={onSave}>
              {t('grid.view_save_into', { name: active.name })}
            </button>
          </li>
        ) : null}
        <li>
          <button type="button" onClick={onSaveAs}>
            {t('grid.view_save_as')}
          </button>
        </li>
        {active ? (
          <li>
            <button
              type="button"
              aria-disabled={busy || undefined}
              aria-pressed={active.id === first}
              onClick={() => onDefault(active.id === first ? null : active.id)}
            >
              {t(active.id === first ? 'grid.view_first_stop' : 'grid.view_first_set')}
            </button>
          </li>
        ) : null}
        {active?.role && canShare ? (
          <li>
            <button
              type="button"
              aria-disabled={busy || undefined}
              aria-pressed={active.role_default === true}
              onClick={() => onDefault(active.role_default === true ? null : active.id, active.role ?? undefined)}
            >
              {t(active.role_default === true ? 'grid.view_role_first_stop' : 'grid.view_role_first_set', { role: titleOf(active.role) })}
            </button>
          </li>
        ) : null}
        {active?.can_edit ? (
          <li>
            <button type="button" onClick={() => onRename(active)}>
              {t(canShare ? 'grid.view_rename' : 'grid.view_rename_only')}
            </button>
          </li>
        ) : null}
        {active?.can_edit ? (
          <li>
            <button type="button" data-danger onClick={() => onDelete(active)}>
              {t('grid.view_delete')}
            </button>
          </li>
        ) : null}
      </ul>
    </div>
  )
}
