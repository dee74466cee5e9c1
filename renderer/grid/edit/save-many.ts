import { refresh } from '#renderer/api/refresh.ts'
import { partly } from '#renderer/action/run-undo.ts'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { call } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { typedSince } from '#renderer/form/conflict/rebase.ts'
import { translate } from '#renderer/locale/translate.ts'
import { openReport } from '#renderer/dialog/modal-store.ts'
import { followTask } from '#renderer/tasks/follow-tasks.ts'
import type { BulkAnswer, GridRow, TaskFailure } from '#schemas/types/contract.d.ts'
import type { GridEditing } from './grid-edits.ts'
import { note, savesOut, settle, toSend } from './row-form.ts'
import { offerEditUndo, savedEdit, type SavedEdit } from './undo-edits.ts'

type Id = GridRow['id']

/** Saves the unsaved cells of many rows in one call, each row separately. Refused values stay in their cells and are reported. */
export async function saveMany(editing: GridEditing, ids: readonly Id[]): Promise<void> {
  await savesOut()
  const rows = ids.flatMap((id) => {
    const sent = toSend(editing, id)
    return sent && sent !== 'wrong' ? [{ id, ...sent }] : []
  })
  if (rows.length === 0) return
  for (const { id } of rows) note(editing, id, () => ({ state: 'saving' }))
  const finish = (
    changed: readonly Pick<BulkAnswer['done'][number], 'id' | 'version'>[],
    done: number,
    failed: readonly TaskFailure[],
    failures: number,
  ): void => {
    const versions = new Map(changed.map(({ id, version }) => [id, version]))
    const reasons = new Map(failed.map(({ id, message }) => [id, message]))
    const saved: SavedEdit[] = []
    for (const { id, row, store, sent, baseline, fields } of rows) {
      const version = versions.get(Number(id)) ?? undefined
      // The response contains reasons only for the first refusals.
      if (reasons.has(Number(id)) || (version === undefined && failures > failed.length)) {
        note(editing, id, () => ({ state: 'failed', message: reasons.get(Number(id)) ?? translate('grid.edit.paste_failed') }))
        continue
      }
      const stored: Data = {
        ...baseline,
        ...Object.fromEntries(fields.map((field) => [field, sent[field]])),
        ...(version !== undefined && { version }),
      }
      settle(editing, id, store, stored, fields, typedSince(sent, store.getState().data))
      const change = savedEdit(editing, row, fields, baseline, stored)
      if (change) saved.push(change)
    }
    refresh('list')
    offerEditUndo(editing, saved)
    if (failures > 0)
      openReport({
        title: translate('grid.edit.paste_failed'),
        text: partly(done, done + failures),
        rows: failed,
        more: failures - failed.length,
      })
  }
  try {
    const { results } = await call('bulk', {
      payload: {
        call: {
          name: 'save',
          method: 'POST',
          payload: { model: editing.edit.model, id: '{row.id}', version: '{row.version}', data: '{own.data}' },
        },
        grid: { name: editing.list.name, params: editing.list.params as Record<string, string> },
        title: translate('grid.edit.paste_task'),
        rows: rows.map(({ id, baseline, data }) => ({
          id: Number(id),
          ...(typeof baseline.version === 'number' && { version: baseline.version }),
          own: { data },
        })),
      },
    })
    if (results.task === null) finish(results.done, results.done.length, results.failed, results.failed.length)
    else
      followTask(results.task, (task) =>
        finish((task.result?.changed ?? []) as BulkAnswer['done'], task.done - task.failed, task.failures ?? [], task.failed),
      )
  } catch (error) {
    const failure = asFailure(error, 'bulk')
    for (const { id } of rows) note(editing, id, () => ({ state: 'failed', message: translate('grid.edit.paste_failed') }))
    if (!isCancelled(failure)) showFailure(failure)
  }
}
