import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { call, callNamed } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { translate } from '#renderer/locale/translate.ts'
import { openReport } from '#renderer/modal/modal-store.ts'
import { showToast } from '#renderer/shell/toast-store.ts'
import { followTask } from '#renderer/tasks/follow-tasks.ts'
import { formatNumber } from '#schemas/rules/money.ts'
import type { TaskFailure } from '#schemas/types/contract.d.ts'
import type { SelectionList } from './action-context.ts'
import { refresh, type RefreshKind } from './refresh.ts'
import type { Changed, Opposite } from './undo.ts'

/** Why something could not be taken back. */
export function tellUndoFailed(error: unknown): void {
  const failure = asFailure(error)
  if (!isCancelled(failure)) showFailure(failure, { title: translate('toast.undo_failed') })
}

const tellDone = () => showToast({ tone: 'success', text: translate('toast.undone') })

/** Takes back what was done to one record. */
export async function undoOne({ name, method, model }: Opposite, changed: Changed, renew: readonly RefreshKind[]): Promise<void> {
  const values = { model, ...changed }
  try {
    await callNamed(name, method === 'DELETE' ? { method, params: values } : { method, payload: values })
    tellDone()
  } catch (error) {
    tellUndoFailed(error)
  }
  refresh(renew, { id: changed.id })
}

/** Takes back what was done to many, and says what could not be. */
export async function undoMany({ name, method, model }: Opposite, rows: readonly Changed[], list: SelectionList, renew: readonly RefreshKind[]): Promise<void> {
  const values = { model, id: '{row.id}', version: '{row.version}' }
  const settle = (done: number, failed: readonly TaskFailure[], failures: number) => {
    refresh(renew)
    if (failures === 0) tellDone()
    else openReport({ title: translate('bulk.undo_title'), text: partly(done, done + failures), rows: failed, more: failures - failed.length })
  }
  try {
    const { results } = await call('bulk', { payload: { call: { name, method: method as 'POST', ...(method === 'DELETE' ? { params: values } : { payload: values }) }, grid: { name: list.name, params: list.params as Record<string, string> }, rows: rows as { id: number; version: number }[], title: translate('toast.undo') } })
    if (results.task) followTask(results.task, task => settle(task.done - task.failed, task.failures ?? [], task.failed))
    else settle(results.done.length, results.failed, results.failed.length)
  } catch (error) {
    tellUndoFailed(error)
    refresh(renew)
  }
}

/** “Done for 3 of 5.”, in the digits of the locale. */
export function partly(done: number, count: number): string {
  const { locale } = useActiveLocale.getState()
  return translate(done > 0 ? 'toast.bulk_partly' : 'toast.bulk_none', { done: formatNumber(done, locale), count: formatNumber(count, locale) as never })
}
