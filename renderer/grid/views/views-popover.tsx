import { useState } from 'react'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { GridPopover } from '#renderer/grid/popover/grid-popover.tsx'
import { problemOf } from '#renderer/grid/data/problem-of.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { GridView } from '#schemas/types/contract.d.ts'
import type { GridViewsState } from './use-grid-views.ts'
import { ViewForm } from './view-form.tsx'
import { ViewList } from './view-list.tsx'

interface ViewsPopoverProps {
  state: GridViewsState
  opener: HTMLElement
  formats: CellFormats
  onClose: () => void
}

type Page = { what: 'list' } | { what: 'save-as' } | { what: 'rename' | 'delete'; view: GridView }

/** Chooses a saved view, and keeps, names, shares and deletes them. */
export default function ViewsPopover({ state, opener, formats, onClose }: ViewsPopoverProps) {
  const { t } = formats
  const [page, setPage] = useState<Page>({ what: 'list' })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState('')
  const close = () => {
    onClose()
    opener.focus()
  }
  const go = (next: Page) => {
    setProblem(null)
    setPage(next)
  }
  const run = async (work: () => Promise<CallFailure | null>, after: () => void) => {
    if (busy) return
    setBusy(true)
    setTold('')
    const failure = await work()
    setBusy(false)
    setProblem(failure ? (failure.status === 409 ? t('grid.view_changed_elsewhere') : problemOf(failure)) : null)
    if (!failure) after()
  }
  const attempt = (work: () => Promise<CallFailure | null>, after: () => void) => void run(work, after)
  const back = () => go({ what: 'list' })
  return (
    <GridPopover label={t('grid.saved_views')} opener={opener} drawn={page.what} onClose={onClose}>
      {page.what === 'list' ? (
        <ViewList
          state={state}
          formats={formats}
          busy={busy}
          onOpen={(view) => {
            state.open(view)
            close()
          }}
          onSave={() => attempt(() => state.save(), close)}
          onSaveAs={() => go({ what: 'save-as' })}
          onRename={(view) => go({ what: 'rename', view })}
          onDelete={(view) => go({ what: 'delete', view })}
          onDefault={(id, role) =>
            attempt(
              () => state.setDefault(id, role),
              () => setTold(t('toast.saved')),
            )
          }
        />
      ) : null}
      {page.what === 'save-as' ? (
        <ViewForm
          title={t('grid.view_save_as')}
          canShare={state.views.can_share}
          formats={formats}
          busy={busy}
          onCancel={back}
          onSave={(name, role) => attempt(() => state.saveAs(name, role), close)}
        />
      ) : null}
      {page.what === 'rename' ? (
        <ViewForm
          title={t('grid.view_rename')}
          view={page.view}
          canShare={state.views.can_share}
          formats={formats}
          busy={busy}
          onCancel={back}
          onSave={(name, role) => attempt(() => state.rename(page.view, name, role), back)}
        />
      ) : null}
      {page.what === 'delete' ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            attempt(
              () => state.destroy(page.view),
              () => {
                showToast({ tone: 'success', text: t('grid.view_deleted', { name: page.view.name }) })
                back()
              },
            )
          }}
        >
          <h2 className="grid-popover-title">{t('grid.view_delete_question', { name: page.view.name })}</h2>
          <p className="grid-hint">{page.view.role === null ? t('grid.view_delete_text') : t('grid.view_delete_shared')}</p>
          <div className="grid-popover-foot">
            <button type="button" className="grid-button" data-autofocus onClick={back}>
              {t('grid.cancel')}
            </button>
            <button type="submit" className="grid-button" data-color="danger" disabled={busy}>
              {t('grid.view_delete')}
            </button>
          </div>
        </form>
      ) : null}
      <p className="grid-problem" role="alert">
        {problem}
      </p>
      <p className="grid-unseen" role="status">
        {told}
      </p>
    </GridPopover>
  )
}
