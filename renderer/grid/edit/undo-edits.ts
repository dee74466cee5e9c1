import { call, callNamed } from '#renderer/api/call.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { noteTakenBack, offerUndoStep, versionNow, type Undone } from '#renderer/action/undo-steps.ts'
import { refresh } from '#renderer/api/refresh.ts'
import { partly, tellUndoFailed, unansweredUndos } from '#renderer/action/run-undo.ts'
import { conflictOf } from '#renderer/form/conflict/conflict.ts'
import { createFormStore, type Data } from '#renderer/form/data/form-store.ts'
import { formValues } from '#renderer/form/data/initial-data.ts'
import { buildPayload } from '#renderer/form/data/payload.ts'
import { validateForm } from '#renderer/form/validation/validate-form.ts'
import { activeFormats } from '#renderer/locale/use-locale.ts'
import { listKey } from '#renderer/grid/selection/bulk-selection.ts'
import { translate } from '#renderer/locale/translate.ts'
import { openReport } from '#renderer/dialog/modal-store.ts'
import { followTask } from '#renderer/tasks/follow-tasks.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { rowName } from '#renderer/grid/rows/rows.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import type { BulkAnswer, GridRow, TaskFailure } from '#schemas/types/contract.d.ts'
import type { CellDraft, GridEditing } from './grid-edits.ts'

/** Changes of a row by a save. */
export interface SavedEdit {
  row: GridRow
  /** Version that it was made on, and the one that it left. */
  before: number
  left: number
  /** Former values of the changed fields, in the form's shape and as they are sent. */
  former: Data
  payload: Data
  /** The record as the save left it. */
  stored: Data
}

/** The data to undo a save; undefined if it changed nothing. */
export function savedEdit(
  { edit }: GridEditing,
  row: GridRow,
  fields: readonly string[],
  baseline: Data,
  stored: Data,
): SavedEdit | undefined {
  if (typeof baseline.version !== 'number' || typeof stored.version !== 'number' || stored.version === baseline.version) return undefined
  const sent = buildPayload(edit.form, { ...stored, ...baseline }, stored)
  return {
    row,
    before: baseline.version,
    left: stored.version,
    stored,
    former: Object.fromEntries(fields.map((field) => [field, baseline[field]])),
    payload: Object.fromEntries(fields.map((field) => [field, sent[field] ?? null])),
  }
}

const recordOf = ({ list }: GridEditing, { row }: SavedEdit): string => `${listKey(list)} ${row.id}`
const number = (value: number): string => activeFormats().formatNumber(value)

function nameShown({ columns }: GridEditing, { row }: SavedEdit): string {
  const { formatDate: date, formatDateTime: datetime } = activeFormats()
  return clip(rowName(row, columns, { date, datetime }), 60)
}

/** Reports a save, and offers to undo it as one step. The undo names the saved versions, so that later changes by others stay. */
export function offerEditUndo(editing: GridEditing, saved: readonly SavedEdit[]): void {
  const [first, ...others] = saved
  if (!first) return
  const cells = saved.flatMap(({ former }) => Object.keys(former))
  const column = editing.columns.find(({ editable }) => editable === cells[0])
  const text =
    cells.length === 1
      ? translate('grid.edit.saved_cell', { name: nameShown(editing, first), column: column?.title ?? cells[0] ?? '' })
      : translate('grid.edit.saved_cells', { cells: number(cells.length), rows: number(saved.length) })
  offerUndoStep(listKey(editing.list), { text, undo: () => (others.length === 0 ? takeBack(editing, first) : takeAllBack(editing, saved)) })
}

async function takeBack(editing: GridEditing, saved: SavedEdit): Promise<Undone> {
  const { row, payload } = saved
  try {
    const { results } = await callNamed('save', {
      method: 'POST',
      idempotencyKeys: unansweredUndos,
      payload: { model: editing.edit.model, id: row.id, version: versionNow(recordOf(editing, saved), saved.left), data: payload },
    })
    takenBack(editing, saved, isRecord(results) ? results : {})
    refresh('row', { id: row.id })
    return 'done'
  } catch (error) {
    const conflict = conflictOf(asFailure(error, 'save'), editing.edit.form)
    if (!conflict) {
      refresh('row', { id: row.id })
      return tellUndoFailed(error)
    }
    // Somebody changed the record in the meantime: the former value becomes an unsaved edit, and the merge dialog resolves the conflict.
    holdFormer(editing, saved)
    editing.edits.store.setState({ conflict: { id: row.id, conflict } })
    return 'refused'
  }
}

function takenBack(editing: GridEditing, saved: SavedEdit, record: Data): void {
  if (typeof record.version === 'number') noteTakenBack(recordOf(editing, saved), saved.before, record.version)
  editing.edits.forms.get(saved.row.id)?.rebase({ ...saved.stored, ...saved.former, ...formValues(editing.edit.form, record) })
}

function holdFormer({ edits, edit }: GridEditing, { row, former, stored }: SavedEdit): void {
  const { locale } = activeFormats()
  const store = edits.forms.get(row.id) ?? createFormStore(stored, (data, baseline) => validateForm(edit.form, data, locale, baseline))
  edits.forms.set(row.id, store)
  for (const [field, value] of Object.entries(former)) store.commit([field], value)
  const failed = (value: unknown): CellDraft => ({ value, state: 'failed', message: translate('grid.edit.changed_elsewhere') })
  edits.hold(row, Object.fromEntries(Object.entries(former).map(([field, value]) => [field, failed(value)])))
}

/** Undoes rows in one call; rows that somebody changed since stay as they are and are listed by name. */
async function takeAllBack(editing: GridEditing, saved: readonly SavedEdit[]): Promise<Undone> {
  const byId = new Map(saved.map((one) => [Number(one.row.id), one]))
  const settle = (changed: BulkAnswer['done'], done: number, failed: readonly TaskFailure[], failures: number): Undone => {
    for (const { id, version } of changed) {
      const one = byId.get(id)
      if (one && version !== null) takenBack(editing, one, { version })
    }
    refresh('list')
    if (failures > 0)
      openReport({ title: translate('bulk.undo_title'), text: partly(done, done + failures), rows: failed, more: failures - failed.length })
    return failures === 0 ? 'done' : 'refused'
  }
  try {
    const { results } = await call('bulk', {
      idempotencyKeys: unansweredUndos,
      payload: {
        call: {
          name: 'save',
          method: 'POST',
          payload: { model: editing.edit.model, id: '{row.id}', version: '{row.version}', data: '{own.data}' },
        },
        grid: { name: editing.list.name, params: editing.list.params as Record<string, string> },
        title: translate('toast.undo'),
        rows: saved.map((one) => ({
          id: Number(one.row.id),
          version: versionNow(recordOf(editing, one), one.left),
          own: { data: one.payload },
        })),
      },
    })
    if (results.task === null) return settle(results.done, results.done.length, results.failed, results.failed.length)
    return await new Promise((resolve) =>
      followTask(results.task!, (task) =>
        resolve(settle((task.result?.changed ?? []) as BulkAnswer['done'], task.done - task.failed, task.failures ?? [], task.failed)),
      ),
    )
  } catch (error) {
    refresh('list')
    return tellUndoFailed(error)
  }
}
