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

/** What the server is asked: the call as the document has it, and of what its values insert only that. */
export function bulkRequest(action: Action, context: ActionContext, selection: Selection): BulkPayload {
  const { name = '', method = 'POST', version, params, payload } = action.options ?? {}
  // Without a payload of its own the call takes the form, as it stands.
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

/** Refusals that the same call meets again: the row is gone, lies in the trash, or is not for this caller. */
const hopeless = new Set(['not-found', 'precondition-failed', 'permission-denied'])

/** What no answer came to keeps its key: asked again, no row is done twice. */
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
 * Makes the call for every selected row: the server goes through them, at once or in the background, and each row stands by
 * itself. What failed is told by name with its reason, can be tried again, and stays selected; what was done can be undone.
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
  // What is done must not be done again; where nothing is, what was typed stays.
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
  // Whoever tries again has been told what stands in the way: the rows are taken as they are now.
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
