import { buildUiTree } from '#renderer/form/schema/ui-schema.ts'
import { conflictOf, deletedAt, onRecord } from '#renderer/form/conflict/conflict.ts'
import { changedFields, createFormStore, type Data, type FormStore } from '#renderer/form/data/form-store.ts'
import { textsAt } from '#renderer/form/data/form-messages.ts'
import { formValues } from '#renderer/form/data/initial-data.ts'
import { typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { normaliseSchema } from '#renderer/form/schema/normalise-schema.ts'
import { isEmpty } from '#renderer/form/data/path.ts'
import { refersToRecords } from '#renderer/form/data/reference-values.ts'
import { readCell } from '#renderer/grid/rows/rows.ts'
import { buildPayload } from '#renderer/form/data/payload.ts'
import { typedSince } from '#renderer/form/conflict/rebase.ts'
import { cellColumn, type TableColumn } from '#renderer/form/rows/table-columns.ts'
import { validateForm } from '#renderer/form/validation/validate-form.ts'
import { refresh } from '#renderer/api/refresh.ts'
import { asFailure, isCancelled, unreadableAnswer, type CallFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { failureText } from '#renderer/api/error-catalogue.ts'
import { createRepeatKeys } from '#renderer/api/idempotency-keys.ts'
import { translate } from '#renderer/locale/translate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import type { GridEdit, GridRow } from '#schemas/types/contract.d.ts'
import { unsavedCells, type CellDraft, type GridEditing } from './grid-edits.ts'
import { offerEditUndo, savedEdit, type SavedEdit } from './undo-edits.ts'

type Id = GridRow['id']

const fieldsOf = (edit: GridEdit): Record<string, FieldSchema> => (edit.form.schema as FieldSchema).properties ?? {}

/** Complete schemas, cached by the schema that they were made from. */
const drawn = new WeakMap<object, FieldSchema>()
/** The schema as the form engine draws it: choices without a type have that of their values. */
function drawnSchema({ form }: Pick<GridEdit, 'form'>): FieldSchema {
  const schema = form.schema as FieldSchema
  const known = drawn.get(schema) ?? normaliseSchema(schema)
  drawn.set(schema, known)
  return known
}

/**
 * The column of a field as the form engine edits it in a cell: by its own widget, where that fits on one line, else by the one that
 * fields of its type have, and a long text on one line. Undefined where nothing fits.
 */
export function editedColumn({ form }: Pick<GridEdit, 'form'>, field: string): TableColumn | undefined {
  const { properties, required } = drawnSchema({ form })
  const schema = properties?.[field]
  if (!schema) return undefined
  const isRequired = required?.includes(field) ?? false
  const by = (widget: string | undefined) =>
    cellColumn(field, schema, { 'ui:options': { ui: { ...form.ui?.[field], widget } } }, isRequired)
  return (
    cellColumn(field, schema, (buildUiTree(form.ui)[field] ?? {}) as Record<string, unknown>, isRequired) ??
    by(undefined) ??
    (typeOf(schema) === 'string' && !schema.format ? by('text') : undefined)
  )
}

/** The store of a row's form, opened with the row as it is shown when there is none yet. */
export function formOf({ edits, edit }: GridEditing, row: GridRow, locale: string, timeZone: string): FormStore {
  const known = edits.forms.get(row.id)
  if (known) return known
  const store = createFormStore(formValues(edit.form, row), (data, baseline) => validateForm(edit.form, data, locale, baseline, timeZone))
  edits.forms.set(row.id, store)
  void loadRuleMessages(locale).then(() => store.recheck())
  return store
}

const unsaved = (editing: GridEditing, store: FormStore): string[] =>
  changedFields(store.getState()).filter((field) => Object.hasOwn(fieldsOf(editing.edit), field))

/** A value as its cell shows it: records with the names under which they were chosen, or which the row contains. */
export function valueOf(
  { edits, edit, columns }: Pick<GridEditing, 'edits' | 'edit' | 'columns'>,
  row: GridRow | undefined,
  field: string,
  value: unknown,
): Pick<CellDraft, 'value' | 'shown'> {
  const schema = fieldsOf(edit)[field]
  if (!schema || !refersToRecords(schema)) return { value }
  const before = row && readCell(row, columns.find(({ editable }) => editable === field)?.key ?? field)
  const known = [before].flat().filter(isRecord)
  const name = (id: unknown) => edits.chosen.get(`${field} ${String(id)}`) ?? known.find((one) => one.id === id) ?? id
  return { value, shown: Array.isArray(value) ? value.map(name) : isEmpty(value) || value === null ? '' : name(value) }
}

/** Notes which cells of a row differ from the stored values; former refusals of the other cells are dropped. */
export function note(
  editing: GridEditing,
  id: Id,
  draftOf: (field: string, before: CellDraft | undefined) => Omit<CellDraft, 'value' | 'shown'>,
  savedVersion?: number,
): void {
  const { edits } = editing
  const store = edits.forms.get(id)
  const line = edits.line(id)
  if (!store || !line) return
  const { data } = store.getState()
  const changed = new Set(unsaved(editing, store))
  const savedCells = Object.entries(line.cells).filter(([field, { state }]) => state === 'saved' && !changed.has(field))
  edits.setCells(
    id,
    {
      ...Object.fromEntries(savedCells),
      ...Object.fromEntries(
        [...changed].map((field) => [field, { ...valueOf(editing, line.row, field, data[field]), ...draftOf(field, line.cells[field]) }]),
      ),
    },
    savedVersion,
  )
}

/** Notes whether a cell that was left or reverted is changed, unchanged or invalid. A refused value stays refused until it changes. */
export function noteCells(editing: GridEditing, id: Id): void {
  const { data = {}, problems } = editing.edits.forms.get(id)?.getState() ?? {}
  const wrong = (field: string) => (problems ? textsAt(problems, field).join(' ') : '')
  note(editing, id, (field, before) =>
    wrong(field) !== ''
      ? { state: 'failed', message: wrong(field) }
      : before && before.state !== 'saved' && Object.is(before.value, data[field])
        ? { state: before.state, message: before.message }
        : { state: 'changed' },
  )
}

const queues = new WeakMap<FormStore, Promise<boolean>>()
const out = new Set<Promise<boolean>>()

/** A promise for all running saves; null if there are none. */
export const savesOut = (): Promise<void> | null => (out.size === 0 ? null : Promise.all(out).then(() => undefined))

/** Saves the edits of a row, after those that are being saved already: each save is based on the version of the one before. */
export function saveRow(editing: GridEditing, id: Id, onSaved?: (saved: SavedEdit) => void): Promise<boolean> {
  const store = editing.edits.forms.get(id)
  if (!store) return Promise.resolve(true)
  const saving = (queues.get(store) ?? Promise.resolve(true)).then(() => sendRow(editing, id, onSaved))
  queues.set(store, saving)
  out.add(saving)
  void saving.finally(() => out.delete(saving))
  return saving
}

/** Saves rows one after the other, and offers to take all of it back at once; whether all of them are saved. */
export async function saveRows(editing: GridEditing, ids: readonly Id[]): Promise<boolean> {
  editing.edits.purgePaste()
  const saved: SavedEdit[] = []
  let isWhole = true
  for (const id of ids) isWhole = (await saveRow(editing, id, (edit) => saved.push(edit))) && isWhole
  offerEditUndo(editing, saved)
  return isWhole
}

/** Cells that wait for a manual save: all unsaved ones if cells are saved together, otherwise those whose save failed. */
export const cellsToSave = ({ edits, edit }: GridEditing): ReturnType<typeof unsavedCells> =>
  unsavedCells(edits.store.getState()).filter(({ draft }) => edit.save === 'together' || draft.state === 'failed')

/** Saves all waiting cells and the open editor's value; if that is invalid, the editor gets the focus instead. */
export function saveAll(editing: GridEditing): void {
  if (editing.edits.leave()) void saveRows(editing, [...new Set(cellsToSave(editing).map(({ id }) => id))])
}

const idempotencyKeys = createRepeatKeys()

export interface RowToSend {
  row: GridRow
  store: FormStore
  sent: Data
  baseline: Data
  fields: string[]
  data: Data
}

/** The edits of a row as they are sent: undefined if there are none, `wrong` if a rule is broken, which its cells then show. */
export function toSend(editing: GridEditing, id: Id): RowToSend | 'wrong' | undefined {
  const store = editing.edits.forms.get(id)
  if (!store) return undefined
  store.flush()
  const { data: sent, baseline, problems } = store.getState()
  const fields = unsaved(editing, store)
  if (fields.length === 0) return undefined
  const wrong = fields.filter((field) => textsAt(problems, field).length > 0)
  if (wrong.length > 0) {
    note(editing, id, (field) =>
      wrong.includes(field) ? { state: 'failed', message: textsAt(problems, field).join(' ') } : { state: 'changed' },
    )
    return 'wrong'
  }
  const payload = buildPayload(editing.edit.form, sent, baseline)
  return {
    row: editing.edits.line(id)?.row ?? { id },
    store,
    sent,
    baseline,
    fields,
    data: Object.fromEntries(fields.map((field) => [field, payload[field] ?? null])),
  }
}

async function sendRow(editing: GridEditing, id: Id, onSaved?: (saved: SavedEdit) => void): Promise<boolean> {
  const { edit } = editing
  const row = toSend(editing, id)
  if (row === undefined || row === 'wrong') return row === undefined
  const { store, sent, baseline, fields, data } = row
  note(editing, id, () => ({ state: 'saving' }))
  try {
    const { results } = await callNamed('save', {
      method: 'POST',
      idempotencyKeys,
      payload: { model: edit.model, id, version: baseline.version, data },
    })
    const record = isRecord(results) && Object.hasOwn(results, 'id') ? results : await readSaved(editing, id, baseline)
    store.flush()
    const stored = { ...baseline, ...Object.fromEntries(fields.map((field) => [field, sent[field]])), ...formValues(edit.form, record) }
    settle(editing, id, store, stored, fields, typedSince(sent, store.getState().data))
    refresh('row', { id })
    const change = savedEdit(editing, row.row, fields, baseline, stored)
    if (change) onSaved?.(change)
    return true
  } catch (error) {
    tellRefusal(editing, id, asFailure(error, 'save'), fields)
    return false
  }
}

/**
 * Reads the record after a save whose response does not contain it.
 * @throws CallFailure if it is unchanged: nothing was saved
 */
async function readSaved({ edit }: GridEditing, id: Id, { version }: Data): Promise<Data> {
  const { results } = await callNamed('single', { params: { model: edit.model, id } })
  if (!isRecord(results) || results.version === version) throw unreadableAnswer('save', '/results', 'object', {})
  return results
}

/** Text typed while the call was running is newer than its response. */
export function settle(editing: GridEditing, id: Id, store: FormStore, stored: Data, fields: string[], typed: Data): void {
  store.settle(stored, { ...stored, ...typed })
  const line = editing.edits.line(id)
  const saved = Object.fromEntries(
    fields
      .filter((field) => !Object.hasOwn(typed, field))
      .map((field): [string, CellDraft] => [field, { ...valueOf(editing, line?.row, field, stored[field]), state: 'saved' }]),
  )
  if (line) editing.edits.setCells(id, { ...line.cells, ...saved }, typeof stored.version === 'number' ? stored.version : undefined)
  noteCells(editing, id)
}

function tellRefusal(editing: GridEditing, id: Id, failure: CallFailure, fields: string[]): void {
  const conflict = conflictOf(failure, editing.edit.form)
  if (conflict) {
    note(editing, id, () => ({
      state: 'failed',
      message: translate(deletedAt(conflict) === undefined ? 'grid.edit.changed_elsewhere' : 'grid.edit.row_trashed'),
    }))
    editing.edits.store.setState({ conflict: { id, conflict } })
    return
  }
  if (isCancelled(failure)) return note(editing, id, () => ({ state: 'changed' }))
  const message = failureText(failure)
  const general = message === null ? '' : 'text' in message ? message.text : 'key' in message ? translate(message.key) : message.title
  const ofField = (field: string) => failure.errors[field]?.join(' ')
  // An error of one cell leaves the others unsaved, not invalid.
  const hasFieldErrors = fields.some((field) => ofField(field) !== undefined)
  if (hasFieldErrors) editing.edits.forms.get(id)?.setState({ refused: failure.errors })
  note(editing, id, (field) =>
    hasFieldErrors && ofField(field) === undefined
      ? { state: 'changed' }
      : { state: 'failed', message: ofField(field) ?? (failure.errorCode === 'not-found' ? translate('grid.edit.row_gone') : general) },
  )
}

/** Saves the merged values on the server's current record; with undefined the row stays unsaved. */
export async function resolveConflict(editing: GridEditing, merged: Data | undefined, restored?: Data): Promise<void> {
  const { edits } = editing
  const { conflict: open } = edits.store.getState()
  edits.store.setState({ conflict: undefined })
  const store = open && edits.forms.get(open.id)
  if (!open || !store || !merged) return
  const current = restored ?? open.conflict.current
  store.setState({ baseline: { ...store.getState().baseline, ...current } })
  store.replace(onRecord(editing.edit.form, merged, current))
  noteCells(editing, open.id)
  if (unsaved(editing, store).length > 0) await saveRows(editing, [open.id])
  else refresh('row', { id: open.id })
}
