import { call } from '#renderer/api/call.ts'
import { createRepeatKeys } from '#renderer/api/idempotency-keys.ts'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { translate } from '#renderer/locale/translate.ts'
import { openReport } from '#renderer/dialog/modal-store.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { followTask } from '#renderer/tasks/follow-tasks.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import type { Action, TaskAnswer, TaskFailure } from '#schemas/types/contract.d.ts'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { insertionContext, type ActionContext, type Selection } from '#renderer/documents/action-context.ts'
import { isTry, successText } from './action-texts.ts'
import { actionTitle } from './action-title.ts'
import { isOutdated } from './outdated.ts'
import { refresh, type RefreshKind } from '#renderer/api/refresh.ts'
import { tellFailed, textOf } from './run-action.ts'
import { partly, undoMany } from './run-undo.ts'
import { oppositeOf, type Changed } from './undo.ts'
import { offerUndo } from './undo-steps.ts'

type BulkPayload = Endpoints['bulk']['payload']

/** The request to the server: the document's call, and only the values that it inserts. */
export function bulkRequest(action: Action, context: ActionContext, selection: Selection): BulkPayload {
  const { name = '', method = 'POST', version, params, payload } = action.options ?? {}
  // A call without a payload sends the form.
  const body =
    payload === undefined && context.form ? Object.fromEntries(Object.keys(context.form).map((key) => [key, `{form.${key}}`])) : payload
  const roots = new Set(pathsIn(JSON.stringify([params, body] as unknown)).map((path) => path.split('.')[0]!))
  const values = Object.fromEntries(
    Object.entries(insertionContext(context)).filter(([key, value]) => key !== 'row' && roots.has(key) && value !== undefined),
  )
  const rows = (selection.rows ?? selection.ids.map((id) => ({ id, version: undefined }))).map(({ id, version: seen }) => ({
    id: Number(id),
    ...(typeof seen === 'number' && { version: seen }),
  }))
  return {
    call: {
      name,
      method: method as 'POST',
      ...(version !== undefined && { version }),
      ...(isTry(action) && { mock: true }),
      ...(params && { params }),
      ...(body && method !== 'DELETE' && { payload: body as Record<string, unknown> }),
    },
    ...(Object.keys(values).length > 0 && { values }),
    grid: {
      name: selection.list.name,
      params: (selection.all ? selection.list.matching : selection.list.params) as Record<string, string>,
    },
    ...(selection.all ? { all: true } : { rows }),
    title: actionTitle(action, context).slice(0, 200) || name,
  }
}

/** Error codes that a retry of the same call would get again: deleted, in the trash, not permitted, or refused for what the row is. */
const hopeless = new Set(['422', 'bad-request', 'not-found', 'precondition-failed', 'permission-denied'])

/** A request without a response keeps its key, so that a retry does not process a row twice. */
const unanswered = createRepeatKeys()

/** How it went for all rows together. */
interface Settled {
  done: number
  failed: readonly TaskFailure[]
  failures: number
  changed: readonly Changed[]
  /** It was asked to stop on its way: how many were not tried, null where nobody knows. */ untried?: number | null
}

/**
 * Runs the call for every selected row, at once or in the background, each row separately. Failed rows are listed by
 * name with their reason, can be retried and stay selected; successful ones can be undone.
 */
export async function runBulk(action: Action, context: ActionContext, selection: Selection): Promise<boolean> {
  let results: Endpoints['bulk']['results']
  try {
    ;({ results } = await call('bulk', {
      payload: bulkRequest(action, context, selection),
      idempotencyKeys: context.idempotencyKeys ?? unanswered,
    }))
  } catch (error) {
    tellFailed(error, action, context)
    return false
  }
  if (results.task) {
    context.close?.()
    context.onSuccess?.(results)
    context.onBulk?.({ done: [], failed: [] })
    followTask(results.task, (task) => settleTask(task, action, context, selection))
    return true
  }
  const { done, failed } = results
  context.onSuccess?.({ done: done.map(({ id }) => id), failed: failed.map(({ id }) => id) })
  context.onBulk?.({ done: done.map(({ id }) => id), failed: [...failed] })
  // Completed rows must not be processed again. If none is completed, the typed text stays.
  if (done.length > 0 && (failed.length > 0 || action.options?.success?.close !== false)) context.close?.()
  if (done.length > 0 || failed.some(({ code }) => isOutdated({ errorCode: code }))) refresh(renewedBy(action))
  const changed = done.flatMap(({ id, version, changed: isChanged }) => (isChanged && version !== null ? [{ id, version }] : []))
  tell({ done: done.length, failed, failures: failed.length, changed }, action, context, selection)
  return failed.length === 0
}

/** Kinds that are read again at the end; single rows come with their list. */
const renewedBy = (action: Action): RefreshKind[] =>
  [action.options?.success?.refresh ?? 'list'].flat().map((kind) => (kind === 'row' ? 'list' : kind))

function settleTask(task: TaskAnswer, action: Action, context: ActionContext, selection: Selection): void {
  refresh(renewedBy(action))
  const failed = task.failures ?? []
  context.onBulk?.({ done: [], failed })
  // A task that ended as a whole says so itself, in its place.
  if (task.state === 'failed') return
  const changed = (task.result?.changed ?? []) as Changed[]
  tell(
    {
      done: task.done - task.failed,
      failed,
      failures: task.failed,
      changed,
      untried: task.state === 'cancelled' ? (task.total === null ? null : Math.max(0, task.total - task.done)) : undefined,
    },
    action,
    context,
    selection,
  )
}

function tell({ done, failed, failures, changed, untried }: Settled, action: Action, context: ActionContext, selection: Selection): void {
  const count = done + failures
  const back = oppositeOf(action)
  const undo = back && changed.length > 0 ? () => undoMany(back, changed, selection.list, renewedBy(action)) : undefined
  const number = formatNumber(count, useActiveLocale.getState().locale)
  const single = count === 1 ? textOf(successText(action, undefined), action, context) : null
  const isStopped = untried !== undefined
  const part = isStopped ? stoppedAt(done, failures, untried) : partly(done, count)
  const whole = isStopped ? part : (single ?? translate('toast.bulk_done', { count: number as never }))
  const tone = isStopped ? 'warning' : 'success'
  if (failures === 0)
    return undo
      ? offerUndo({ tone, text: whole, undo })
      : showToast({ tone, text: whole, list: isTry(action) ? [translate('toast.try')] : undefined })
  if (undo) offerUndo({ tone: 'warning', text: part, undo })
  // The user has seen the reason before retrying, so the rows' current versions are used.
  const hopeful = failed.filter(({ code }) => !hopeless.has(code))
  const again = {
    ...selection,
    all: undefined,
    ids: hopeful.map(({ id }) => id),
    rows: hopeful.map(({ id }) => ({ id })),
    count: hopeful.length,
  }
  openReport({
    title: translate(isStopped ? 'bulk.stopped_title' : 'bulk.report_title'),
    text: part,
    rows: failed,
    more: failures - failed.length,
    again: hopeful.length,
    retry:
      hopeful.length === 0
        ? undefined
        : () =>
            void runBulk(
              action,
              { ...context, close: undefined, idempotencyKeys: undefined, onFailure: undefined, selection: again },
              again,
            ),
  })
}

/** “Stopped. Done: 30, failed: 77, not tried: 20.”, in the digits of the locale. */
function stoppedAt(done: number, failed: number, untried: number | null): string {
  const number = (value: number) => formatNumber(value, useActiveLocale.getState().locale)
  return translate(untried === null ? 'toast.bulk_stopped' : 'toast.bulk_stopped_of', {
    done: number(done),
    failed: number(failed),
    ...(untried !== null && { untried: number(untried) }),
  })
}
