import { useState } from 'react'
import { showFailure } from '#renderer/api/show-failure.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import type { GridViewsState } from './use-grid-views.ts'

const ViewsPopover = lazyComponent(() => import('./views-popover.tsx'))

/** The saved view that a list shows, whether it was changed since, and the way to others. */
export function ViewsButton({ state, formats }: { state: GridViewsState; formats: CellFormats }) {
  const { t } = formats
  const { active, isChanged } = state
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const failure = await state.save()
    setSaving(false)
    if (failure) showFailure(failure, { title: failure.status === 409 ? t('grid.view_changed_elsewhere') : undefined })
  }
  return (
    <div className="grid-views" role="group" aria-label={t('grid.saved_views')}>
      <button
        type="button"
        className="grid-button"
        data-plain={active ? undefined : true}
        aria-haspopup="dialog"
        onClick={(event) => setOpener(event.currentTarget)}
      >
        <Icon name="tags" size={16} />
        <span className="grid-views-name" dir="auto">
          {active?.name ?? t('grid.views')}
        </span>
        {isChanged ? <span className="grid-views-changed">{t('grid.view_changed')}</span> : null}
      </button>
      {isChanged && active?.can_edit ? (
        <button type="button" className="grid-button" data-plain disabled={isSaving} onClick={() => void save()}>
          {t('grid.view_save')}
        </button>
      ) : null}
      {isChanged ? (
        <button type="button" className="grid-button" data-plain onClick={state.revert}>
          {t('grid.view_revert')}
        </button>
      ) : null}
      {opener ? <ViewsPopover state={state} opener={opener} formats={formats} onClose={() => setOpener(null)} /> : null}
    </div>
  )
}
