import { useCallback } from 'react'
import { interpolate, interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { Action, ActionOutcome, ModalAnswer } from '#schemas/types/contract.d.ts'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { callNamed, type Answer } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { translate } from '#renderer/locale/translate.ts'
import { confirmLeave } from '#renderer/dialog/unsaved.ts'
import { ask, openModal } from '#renderer/dialog/modal-store.ts'
import { currentPath } from '#renderer/ui/navigator.ts'
import { withIds } from '#renderer/routing/route-ids.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import type { SignInResults } from '#renderer/session/session.ts'
import { continueAt } from '#renderer/account/change-user.ts'
import { showLocale } from '#renderer/locale/translate.ts'
import { beginSession, enterImpersonation, takePreferences } from '#renderer/session/sign-in.ts'
import { retractToasts, showToast } from '#renderer/ui/toast-store.ts'
import { countText, insertionContext, type ActionContext } from '#renderer/documents/action-context.ts'
import { confirmText, errorText, isDestructive, isTry, namedAction, successText, type ActionText } from './action-texts.ts'
import { actionTitle } from './action-title.ts'
import { fillTarget, follow } from '#renderer/routing/follow.ts'
import { refresh } from '#renderer/api/refresh.ts'
import { isOtherState, isOutdated, renewOutdated, tellOutdated } from './outdated.ts'
import { callOf, isBulk, subjectOf } from './run-call.ts'
import { changedBy, oppositeOf } from './undo.ts'
import { offerUndo, type UndoStep } from './undo-steps.ts'

/** Resolves with whether the action succeeded; false if it was refused, failed or was declined. */
export type RunAction = (action: Action, context?: ActionContext) => Promise<boolean>

const runners: Record<Action['type'], (action: Action, context: ActionContext) => Promise<boolean>> = {
  call: (action, context) =>
    context.selection && isBulk(action, context)
      ? import('./run-bulk.ts').then(({ runBulk }) => runBulk(action, context, context.selection!))
      : runCall(action, context),
  modal: runModal,
  navigate: async (action, context) => {
    const { to, target } = action.options ?? {}
    return (
      to !== undefined && (target === '_blank' || (await confirmLeave(to))) && follow(fillTarget(to, insertionContext(context)), target)
    )
  },
  refresh: async (action, context) => {
    refresh(action.options?.mode ?? 'grid', { id: context.row?.id })
    return true
  },
  download: async (action, context) => (await import('./run-file.ts')).runDownload(action, context),
  print: async (action, context) => (await import('./run-file.ts')).runPrint(action, context),
  copy: async (action, context) => (await import('./run-file.ts')).runCopy(action, context),
}

/** Runs an action of a document: asks for confirmation if required, acts, reports the result, refreshes and redirects. */
export async function runAction(action: Action, given: ActionContext = {}): Promise<boolean> {
  if (!Object.hasOwn(runners, action.type)) {
    showToast({ tone: 'danger', text: translate('action.unknown', { type: String(action.type) }) })
    return false
  }
  const context: ActionContext = { ...given, route: given.route ?? withIds(useRoutes.getState().open?.params ?? {}) }
  const question = questionOf(action, context)
  const title = action.title && interpolate(action.title, insertionContext(context))
  if (question !== null && !(await ask({ title, text: question, ok: title, danger: isDestructive(action) }))) return false
  context.onBegin?.()
  return runners[action.type](action, context)
}

/** The question before an action. If several records are selected, the standard question contains their number. */
function questionOf(action: Action, context: ActionContext): string | null {
  const asked = confirmText(action)
  const { selection } = context
  if (asked === null || 'text' in asked || !selection || selection.count === 1) return textOf(asked, action, context)
  return translate(namedAction(action) === 'destroy' ? 'bulk.confirm_destroy' : 'bulk.confirm', {
    title: actionTitle(action, context),
    count: countText(selection) as never,
  })
}

/** The runner for components. */
export function useActionRunner(): RunAction {
  return useCallback((action, context) => runAction(action, context), [])
}

/** A text of an action with its values and the type's name filled in. */
export function textOf(text: ActionText, action: Action, context: ActionContext): string | null {
  if (text === null) return null
  if ('text' in text) return interpolate(text.text, insertionContext(context))
  return translate(text.key, text.withType ? { type: action.options?.subject ?? translate('action.item') } : undefined)
}

async function runCall(action: Action, context: ActionContext): Promise<boolean> {
  let answer: Answer
  try {
    answer = await callOf(action, context)
  } catch (error) {
    tellFailed(error, action, context)
    return false
  }
  const about = subjectOf(action, context)
  retractToasts(about)
  context.onSuccess?.(answer.results)
  if (context.selection) context.onBulk?.({ done: context.selection.ids, failed: [] })
  if (changeSession(action.options?.success, answer)) return true
  const message = textOf(successText(action, answer.metadata.toast), action, {
    ...context,
    data: { ...context.data, results: answer.results },
  })
  const undo = undoOf(action, answer.results, context)
  if (message !== null && undo) offerUndo({ text: message, undo }, about)
  else if (message !== null) showToast({ tone: 'success', text: message, list: tryNote(action), about })
  afterSuccess(action.options?.success, answer, context)
  return true
}

/** The undo of an action, if its response says what it changed. */
function undoOf(action: Action, results: unknown, { row }: ActionContext): UndoStep['undo'] | undefined {
  const [back, changed] = [oppositeOf(action), changedBy(results, row?.version)]
  const renew = [action.options?.success?.refresh ?? []].flat()
  return back && changed ? async () => (await import('./run-undo.ts')).undoOne(back, changed, renew) : undefined
}

/** The note under the success of a mere test. */
const tryNote = (action: Action) => (isTry(action) ? [translate('toast.try')] : undefined)

/** Reports a failure, and does what the action defines for it. */
export function tellFailed(error: unknown, action: Action, context: ActionContext): void {
  const failure = asFailure(error, action.options?.name)
  if (isOtherState(failure)) renewOutdated(context)
  if (context.onFailure?.(failure)) return
  if (isCancelled(failure)) return
  const text = errorText(action)
  const own = textOf(text, action, context) ?? undefined
  const outdated = isOutdated(failure)
  const about = subjectOf(action, context)
  if (outdated) renewOutdated(context)
  if (text !== null && outdated) tellOutdated(failure, context, { own: text && 'text' in text ? own : undefined, about })
  else if (text !== null) {
    const title = 'text' in text || text.withType ? own : undefined
    // No form marks the errors of a button, so what was refused stands above them.
    showFailure(failure, {
      title,
      heading: title ?? translate('action.refused', { title: actionTitle(action, context) }),
      fallback: own,
      about,
    })
  }
  const outcome = action.options?.error
  if (outcome?.close) context.close?.()
  if (outcome?.refresh) refresh(outcome.refresh, { id: context.row?.id })
  if (outcome?.redirect !== undefined) follow(fillTarget(outcome.redirect, insertionContext(context)))
}

function afterSuccess(outcome: ActionOutcome | undefined, answer: Answer, context: ActionContext): void {
  if (outcome?.close !== false) context.close?.()
  if (outcome?.refresh) refresh(outcome.refresh, { id: context.row?.id, answer: answer.results ?? null })
  const { redirect } = answer.metadata
  if (redirect?.url) follow(redirect.url, redirect.target)
  else if (outcome?.redirect !== undefined)
    follow(fillTarget(outcome.redirect, { ...insertionContext(context), results: answer.results, metadata: answer.metadata }))
}

/** Uses the answer's token where the action says so; true when the page is left for it. */
function changeSession(outcome: ActionOutcome | undefined, answer: Answer): boolean {
  if (outcome?.session === 'impersonate') {
    void continueAt(enterImpersonation(answer.results as SignInResults, currentPath()))
    return true
  }
  if (outcome?.session === 'sign-in') {
    follow(beginSession(answer.results as SignInResults))
    return true
  }
  if (outcome?.session === 'preferences') void takePreferences(answer.results as SignInResults['preferences'], showLocale)
  return false
}

async function runModal(action: Action, context: ActionContext): Promise<boolean> {
  const { modal, params } = action.options ?? {}
  const opened: ActionContext = { ...context, params: params ? interpolateDeep(params, insertionContext(context)) : context.params }
  if (modal !== null && typeof modal === 'object') {
    openModal(modal as unknown as ModalAnswer, opened, actionTitle(action, context))
    return true
  }
  const known = context.modals?.find((one) => one.id === modal) ?? (await fetchModal(modal ?? ''))
  if (known) openModal(known, opened, actionTitle(action, context))
  return known !== null
}

/** Requests a modal by name that came neither with the grid nor with the screen. */
async function fetchModal(name: string): Promise<ModalAnswer | null> {
  try {
    return (await callNamed<ModalAnswer>('modal', { params: { name } })).results
  } catch (error) {
    if (!isCancelled(error)) showFailure(asFailure(error, 'modal'), { fallback: translate('modal.unknown', { name }) })
    return null
  }
}
