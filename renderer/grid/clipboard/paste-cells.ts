import { isSame } from '#renderer/form/data/path.ts'
import { listKey } from '#renderer/grid/selection/bulk-selection.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { GridEditing } from '#renderer/grid/edit/grid-edits.ts'
import { formOf, noteCells, valueOf } from '#renderer/grid/edit/row-form.ts'
import { saveMany } from '#renderer/grid/edit/save-many.ts'
import { rowName } from '#renderer/grid/rows/rows.ts'
import { localeFormats } from '#renderer/locale/use-locale.ts'
import { ask } from '#renderer/dialog/modal-store.ts'
import { useSessionStore } from '#renderer/session/session.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { readBlock, type BlockPlace, type ReadBlock } from './read-block.ts'

const mostNamed = 5

/**
 * Pastes a block of a spreadsheet into cells. If cells are saved together, the values become unsaved edits that one undo
 * step reverts. If each cell is saved at once, the user is asked first, and all are saved in one call. Cells that were
 * skipped are reported.
 */
export async function pasteCells(editing: GridEditing, { formats, ...place }: BlockPlace & { formats: CellFormats }): Promise<void> {
  const { t, locale } = formats
  const timeZone = useSessionStore.getState().auth.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const read = readBlock(editing, place, { locale, timeZone, yes: t('form.yes'), no: t('form.no') })
  const left = leftOut(editing, read, formats)
  const about = `paste ${listKey(editing.list)}`
  if (read.cells === 0) return showToast({ tone: 'warning', text: t('grid.edit.paste_none'), list: left, about })
  const { formatNumber } = localeFormats(locale, timeZone)
  const counts = { cells: formatNumber(read.cells), rows: formatNumber(read.changes.size) }
  const isAtOnce = editing.edit.save === 'immediate'
  if (
    isAtOnce &&
    !(await ask({
      title: t('grid.edit.paste_title'),
      text: [t('grid.edit.paste_question', counts), ...left].join('\n'),
      ok: t('grid.edit.save'),
    }))
  )
    return
  // The rule messages are needed to explain values that do not fit.
  await loadRuleMessages(locale)
  const former = write(editing, read, locale, timeZone)
  if (isAtOnce) {
    if (left.length > 0) showToast({ tone: 'warning', text: t('grid.edit.pasted', counts), list: left, about })
    return void (await saveMany(
      editing,
      [...read.changes.keys()].map(({ id }) => id),
    ))
  }
  const { edits } = editing
  // Pasting values that the cells already held is nothing to undo.
  if (![...read.changes.keys()].some(({ id }) => edits.line(id)))
    return showToast({ tone: left.length > 0 ? 'warning' : 'success', text: t('grid.edit.pasted', counts), list: left, about })
  edits.notePaste({ about, isLatest: true, takeBack: () => restore(editing, read, former) })
  showToast({
    tone: left.length > 0 ? 'warning' : 'success',
    text: t('grid.edit.pasted', counts),
    list: left,
    about,
    undo: async () => {
      edits.takePasteBack()
    },
  })
}

function leftOut({ columns }: GridEditing, { locked, left, unfit }: ReadBlock, formats: CellFormats): string[] {
  const { t, number } = formats
  const told = (key: string, count: number) => (count > 0 ? [t(`grid.edit.${key}`, { number: number(count) })] : [])
  return [
    ...told('paste_locked', locked),
    ...told('paste_left', left),
    ...told('paste_unfit', unfit.length),
    ...unfit
      .slice(0, mostNamed)
      .map(({ row, column, text }) =>
        t('grid.edit.paste_unfit_cell', { name: clip(rowName(row, columns, formats), 40), column: column.title, text: clip(text, 40) }),
      ),
  ]
}

/** Writes the values as unsaved edits; returns the former values by row and field. */
function write(
  editing: GridEditing,
  { changes }: ReadBlock,
  locale: string,
  timeZone: string,
): Map<GridRow['id'], Record<string, unknown>> {
  const former = new Map<GridRow['id'], Record<string, unknown>>()
  for (const [row, values] of changes) {
    const store = formOf(editing, row, locale, timeZone)
    store.flush()
    const { data } = store.getState()
    former.set(row.id, Object.fromEntries(Object.keys(values).map((field) => [field, data[field]])))
    for (const [field, value] of Object.entries(values)) store.commit([field], value)
    editing.edits.hold(
      row,
      Object.fromEntries(
        Object.entries(values).map(([field, value]) => [field, { ...valueOf(editing, row, field, value), state: 'changed' as const }]),
      ),
    )
    noteCells(editing, row.id)
  }
  return former
}

/** Restores the former values of cells that still hold the pasted value. */
function restore(editing: GridEditing, { changes }: ReadBlock, former: ReadonlyMap<GridRow['id'], Record<string, unknown>>): void {
  for (const [{ id }, values] of changes) {
    const store = editing.edits.forms.get(id)
    if (!store) continue
    for (const [field, value] of Object.entries(values))
      if (isSame(store.getState().data[field], value)) store.commit([field], former.get(id)?.[field])
    noteCells(editing, id)
  }
}
