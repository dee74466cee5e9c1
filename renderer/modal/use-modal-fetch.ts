import { useEffect, useEffectEvent, useState } from 'react'
import { interpolate, interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { ActionOutcome, ModalAnswer } from '#schemas/types/contract.d.ts'
import { insertionContext, type ActionContext } from '#renderer/documents/action-context.ts'
import { fillTarget, follow } from '#renderer/routing/follow.ts'
import { refresh } from '#renderer/api/refresh.ts'
import { asFailure, isCancelled, type CallFailure } from '#renderer/api/call-failure.ts'
import { callNamed, type Answer } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { translate } from '#renderer/locale/translate.ts'
import { showToast } from '#renderer/ui/toast-store.ts'

type FetchState = { kind: 'waiting' } | { kind: 'ready'; answer: Answer | null } | { kind: 'failed'; failure: CallFailure; told: boolean }

/** Makes the call of a modal when it opens. `metadata.redirect` is followed and closes the modal, and its outcomes run their actions. */
export function useModalFetch(modal: ModalAnswer, context: ActionContext, close: () => void): { state: FetchState; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<FetchState>(modal.fetch ? { kind: 'waiting' } : { kind: 'ready', answer: null })
  /** Runs the effects of an outcome apart from its texts; true if the modal was closed. */
  const leave = (outcome: ActionOutcome | undefined, values: Record<string, unknown>): boolean => {
    if (outcome?.refresh) refresh(outcome.refresh, { id: context.row?.id })
    const leaves = outcome?.close === true || outcome?.redirect !== undefined
    if (leaves) close()
    if (outcome?.redirect !== undefined) follow(fillTarget(outcome.redirect, values))
    return leaves
  }
  const read = useEffectEvent(async (signal: AbortSignal) => {
    const { fetch } = modal
    if (!fetch) return
    const { name, method, version, mock, params } = fetch
    try {
      const answer = await callNamed(name, {
        method: method ?? 'GET',
        version,
        mock,
        signal,
        ...placeParams(method, interpolateDeep(params ?? {}, insertionContext(context))),
      })
      const { redirect } = answer.metadata
      if (redirect?.url) {
        close()
        follow(redirect.url, redirect.target)
        return
      }
      const { success } = fetch
      const text =
        typeof success?.toast === 'string' && success.toast
          ? interpolate(success.toast, insertionContext(context))
          : success?.toast === true
            ? translate('toast.success')
            : null
      if (text !== null) showToast({ tone: 'success', text })
      if (!leave(success, { ...insertionContext(context), results: answer.results })) setState({ kind: 'ready', answer })
    } catch (error) {
      const failure = asFailure(error, name)
      if (isCancelled(failure)) return
      const { error: outcome } = fetch
      const own = outcome?.toast
      const leaves = outcome?.close === true || outcome?.redirect !== undefined
      // The modal shows the result itself, unless the document wants a toast or the modal was closed.
      const isReported = own !== false && (Boolean(own) || leaves)
      if (isReported)
        showFailure(
          failure,
          typeof own === 'string' ? { title: interpolate(own, insertionContext(context)) } : { fallback: translate('modal.load_failed') },
        )
      if (!leave(outcome, insertionContext(context))) setState({ kind: 'failed', failure, told: isReported })
    }
  })
  useEffect(() => {
    const controller = new AbortController()
    // eslint-disable-next-line react-hooks/set-state-in-effect -- set when the answer comes, not within the effect
    void read(controller.signal)
    return () => controller.abort()
  }, [attempt])
  const retry = () => {
    setState({ kind: 'waiting' })
    setAttempt(attempt + 1)
  }
  return { state, retry }
}

/** GET and DELETE take values in the query, the other methods in the body. */
const placeParams = (method: string | undefined, values: Record<string, unknown>) =>
  method && method !== 'GET' && method !== 'DELETE' ? { payload: values } : { params: values }
