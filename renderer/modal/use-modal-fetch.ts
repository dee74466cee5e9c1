import { useEffect, useEffectEvent, useState } from 'react'
import { interpolateDeep } from '#schemas/rules/interpolate.ts'
import type { ModalAnswer } from '#schemas/types/contract.d.ts'
import { insertionContext, type ActionContext } from '#renderer/action/action-context.ts'
import { follow } from '#renderer/action/follow.ts'
import { asFailure, isCancelled, type CallFailure } from '#renderer/api/call-failure.ts'
import { callNamed, type Answer } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { translate } from '#renderer/locale/translate.ts'

type FetchState = { kind: 'waiting' } | { kind: 'ready'; answer: Answer | null } | { kind: 'failed'; failure: CallFailure }

/** Makes the call of a modal when it opens; `metadata.redirect` is followed and closes it. */
export function useModalFetch(modal: ModalAnswer, context: ActionContext, close: () => void): { state: FetchState; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<FetchState>(modal.fetch ? { kind: 'waiting' } : { kind: 'ready', answer: null })
  const read = useEffectEvent(async (signal: AbortSignal) => {
    const { fetch } = modal
    if (!fetch) return
    const { name, method, version, mock, params } = fetch
    try {
      const answer = await callNamed(name, { method: method ?? 'GET', version, mock, signal, ...placeParams(method, interpolateDeep(params ?? {}, insertionContext(context))) })
      const { redirect } = answer.metadata
      if (redirect?.url) {
        close()
        follow(redirect.url, redirect.target)
      } else setState({ kind: 'ready', answer })
    } catch (error) {
      const failure = asFailure(error, name)
      if (isCancelled(failure)) return
      const own = fetch.error?.toast
      if (own !== false) showFailure(failure, { fallback: typeof own === 'string' ? own : translate('modal.load_failed') })
      if (fetch.error?.close) close()
      setState({ kind: 'failed', failure })
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
const placeParams = (method: string | undefined, values: Record<string, unknown>) => (method && method !== 'GET' && method !== 'DELETE' ? { payload: values } : { params: values })
