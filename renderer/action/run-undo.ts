import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { call, callNamed } from '#renderer/api/call.ts'
import { createRepeatKeys } from '#renderer/api/idempotency-keys.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { translate } from '#renderer/locale/translate.ts'
import { openReport } from '#renderer/dialog/modal-store.ts'
import { followTask } from '#renderer/tasks/follow-tasks.ts'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import type { TaskFailure } from '#schemas/types/contract.d.ts'
import type { SelectionList } from '#renderer/documents/action-context.ts'
import { refresh, type RefreshKind } from '#renderer/api/refresh.ts'
import type { Undone } from './undo-steps.ts'
import type { Changed, Opposite } from './undo.ts'

/** Tells why something could not be taken back. Where the server could not be reached, or could not answer, it can be tried again. */
export function tellUndoFailed(error: unknown): Undone {
  const failure = asFailure(error)
  if (isCancelled(failure)) return 'refused'
  showFailure(failure, { title: translate('toast.undo_failed') })
  return failure.errorCode === 'network' || failure.status >= 500 ? 'unanswered' : 'refused'
}

/** A request without a response keeps its key, so that a retry undoes only once. */
export const unansweredUndos = createRepeatKeys()

/** Undoes the change of one record. */
export async function undoOne({ name, method, model }: Opposite, changed: Changed, renew: readonly RefreshKind[]): Promise<Undone> {
  const values = { model, ...changed }
  try {
    await callNamed(name, method === 'DELETE' ? { method, params: values } : { method, payload: values, idempotencyKeys: unansweredUndos })
    return 'done'
  } catch (error) {
    return tellUndoFailed(error)
  } finally {
    refresh(renew, { id: changed.id })
  }
}

/** Undoes changes of many records, and reports those that could not be undone. */
export async function undoMany(
  { name, method, model }: Opposite,
  rows: readonly Changed[],
  list: SelectionList,
  renew: readonly RefreshKind[],
): Promise<Undone> {
  const values = { model, id: '{row.id}', version: '{row.version}' }
  const settle = (done: number, failed: readonly TaskFailure[], failures: number): Undone => {
    refresh(renew)
    if (failures > 0)
      openReport({ title: translate('bulk.undo_title'), text: partly(done, done + failures), rows: failed, more: failures - failed.length })
    return failures === 0 ? 'done' : 'refused'
  }
  try {
    const { results } = await call('bulk', {
      idempotencyKeys: unansweredUndos,
      payload: {
        call: { name, method: method as 'POST', ...(method === 'DELETE' ? { params: values } : { payload: values }) },
        grid: { name: list.name, params: list.params as Record<string, string> },
        rows: rows as { id: number; version: number }[],
        title: translate('toast.undo'),
      },
    })
    const { task } = results
    if (task === null) return settle(results.done.length, results.failed, results.failed.length)
    return await new Promise((resolve) =>
      followTask(task, (ended) => resolve(settle(ended.done - ended.failed, ended.failures ?? [], ended.failed))),
    )
  } catch (error) {
    refresh(renew)
    return tellUndoFailed(error)
  }
}

/** “Done for 3 of 5.”, in the digits of the locale. */
export function partly(done: number, count: number): string {
  const { locale } = useActiveLocale.getState()
  return translate(done > 0 ? 'toast.bulk_partly' : 'toast.bulk_none', {
    done: formatNumber(done, locale),
    count: formatNumber(count, locale) as never,
  })
}
