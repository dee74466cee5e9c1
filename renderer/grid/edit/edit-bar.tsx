import { Suspense, useEffect, useEffectEvent, useMemo } from 'react'
import { useStore } from 'zustand'
import { copyAndTell } from '#renderer/action/run-file.ts'
import { FormScopeContext, type FormScope } from '#renderer/form/form-context.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { formValues } from '#renderer/form/data/initial-data.ts'
import { keepFocus } from '#renderer/form/keep-focus.ts'
import { guardUnsaved } from '#renderer/dialog/unsaved.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { rowName } from '#renderer/grid/rows/rows.ts'
import { isShortcut } from '#renderer/ui/shortcuts.ts'
import { clip, plainText } from '#schemas/rules/text/plain-text.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { focusCell } from './focus-cell.ts'
import { unsavedCells, type EditState, type GridEditing } from './grid-edits.ts'
import { cellsToSave, noteCells, resolveConflict, saveAll, savesOut } from './row-form.ts'
import './edit.css'

const ConflictDialog = lazyComponent(() => import('#renderer/form/conflict/conflict-dialog.tsx'))

const mostTold = 4

/** The bar below an edited list: unsaved edits, their errors, and buttons to save or discard them. It asks before the page is left. */
export default function EditBar({ editing, rows, formats }: { editing: GridEditing; rows: readonly GridRow[]; formats: CellFormats }) {
  const { edits, edit, columns } = editing
  const { t } = formats
  const state = useStore(edits.store)
  const cells = unsavedCells(state)
  const failed = cells.filter(({ draft }) => draft.state === 'failed')
  const isSaving = cells.some(({ draft }) => draft.state === 'saving')
  const shown = cellsToSave(editing)
  // The bar goes when nothing is unsaved any more: a focus that is in it goes to the first of the cells beforehand.
  const backToCells = (pressed: HTMLElement) => {
    const first = cells[0]
    if (first && document.activeElement === pressed) focusCell(first.id, first.key)
  }
  const onSaveKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, 'save') || document.querySelector('dialog[open]')) return
    event.preventDefault()
    saveAll(editing)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onSaveKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  useEffect(() => guardUnsaved({ isDirty: () => isDirty(editing), saving: savesOut, discard: () => edits.discard() }), [editing, edits])
  // Newer versions of records arrived: unsaved edits stay on top of them.
  useEffect(() => {
    for (const row of rows) {
      const store = edits.forms.get(row.id)
      const known = store?.getState().baseline.version
      if (!store || typeof row.version !== 'number' || typeof known !== 'number' || row.version <= known || savesOut() !== null) continue
      store.rebase(formValues(edit.form, row))
      noteCells(editing, row.id)
    }
  }, [rows, edits, edit, editing])

  return (
    <>
      {shown.length === 0 ? null : (
        <div data-bar className="grid-edit-bar" role="region" aria-label={t('grid.edit.title')}>
          <div className="grid-edit-told" role="status">
            <strong>
              {t('grid.edit.unsaved', {
                cells: formats.number(shown.length),
                rows: formats.number(new Set(shown.map(({ id }) => id)).size),
              })}
            </strong>
            {failed.length === 0 ? null : (
              <ul>
                {failed.slice(0, mostTold).map(({ id, line, key, draft }) => (
                  <li key={`${id} ${key}`}>
                    <button type="button" className="grid-edit-place" onClick={() => focusCell(id, key, 'center')}>
                      <bdi>{clip(rowName(line.row, columns, formats), 60)}</bdi> ·{' '}
                      <bdi>{columns.find((column) => column.editable === key)?.title ?? key}</bdi>
                    </button>
                    <span>{draft.message}</span>
                    <button type="button" className="grid-edit-copy" onClick={() => void copyAndTell(plainText(draft.value) ?? '')}>
                      {t('grid.edit.copy_value')}
                    </button>
                  </li>
                ))}
                {failed.length > mostTold ? <li>{t('form.unsaved.more', { number: formats.number(failed.length - mostTold) })}</li> : null}
              </ul>
            )}
          </div>
          <span className="grid-edit-buttons" {...keepFocus}>
            <button
              type="button"
              className="grid-button"
              disabled={isSaving}
              onClick={(event) => {
                backToCells(event.currentTarget)
                edits.discard()
              }}
            >
              {t('grid.edit.discard')}
            </button>
            <button
              type="button"
              className="grid-button"
              data-primary
              disabled={isSaving}
              aria-busy={isSaving || undefined}
              onClick={(event) => {
                backToCells(event.currentTarget)
                saveAll(editing)
              }}
            >
              {t(isSaving ? 'grid.edit.saving' : edit.save === 'together' ? 'grid.edit.save' : 'grid.edit.retry')}
            </button>
          </span>
        </div>
      )}
      <div role="status" className="grid-unseen">
        {announcement(state, formats)}
      </div>
      {state.conflict ? (
        <Suspense>
          <RowConflict editing={editing} conflict={state.conflict} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The merge dialog for one row whose record somebody else saved first. */
function RowConflict({ editing, conflict: { id, conflict } }: { editing: GridEditing; conflict: NonNullable<EditState['conflict']> }) {
  const { edits, edit, columns } = editing
  const store = edits.forms.get(id)
  const close = (merged?: Data, current?: Data): void => {
    const field = Object.keys(edits.line(id)?.cells ?? {})[0]
    void resolveConflict(editing, merged, current)
    // The dialog gives the focus to the page when it goes.
    if (field !== undefined) queueMicrotask(() => focusCell(id, field))
  }
  const scope = useMemo<FormScope | null>(
    () => (store ? { store, form: edit.form, idPrefix: `c${id}`, context: {}, readOnly: false, documentName: `grid ${edit.model}` } : null),
    [store, edit, id],
  )
  if (!scope) return null
  return (
    <FormScopeContext value={scope}>
      <ConflictDialog conflict={conflict} shown={[...columns]} inList onClose={close} />
    </FormScopeContext>
  )
}

/** Whether there are unsaved edits, including the text being typed. */
function isDirty({ edits }: GridEditing): boolean {
  if (unsavedCells(edits.store.getState()).length > 0) return true
  for (const { editing, row } of edits.store.getState().lines.values()) {
    const store = editing === undefined ? undefined : edits.forms.get(row.id)
    store?.flush()
    if (editing !== undefined && store?.isDirty()) return true
  }
  return false
}

/** Announcement for users of screen readers. */
function announcement({ lines }: EditState, { t }: CellFormats): string {
  const drafts = [...lines.values()].flatMap(({ cells }) => Object.values(cells))
  const wrong = drafts.find(({ state }) => state === 'failed')
  if (wrong) return wrong.message ?? ''
  if (drafts.some(({ state }) => state === 'saving')) return t('grid.edit.saving')
  return drafts.some(({ state }) => state === 'saved') ? t('grid.edit.saved') : ''
}
