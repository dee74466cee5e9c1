import { useCallback, useEffect, useRef } from 'react'
import { isCancelled } from '#renderer/api/call-failure.ts'
import { translate } from '#renderer/locale/translate.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { FormStore } from '#renderer/form/data/form-store.ts'
import { asyncChecks, type AsyncCheck } from './async-validation.ts'

interface Asked {
  key: string
  controller: AbortController
  answer: Promise<string[]>
}

/**
 * Runs remote checks of the fields, while they are filled in and before a submit. A changed value cancels the check of
 * the former one, so that no outdated result is shown. The returned function waits for all results and returns the paths
 * of refused values. An unreachable server refuses nothing: the submit is validated there.
 */
export function useAsyncValidation(store: FormStore, form: FormAnswer, locale: string): () => Promise<string[]> {
  const requests = useRef(new Map<string, Asked>())

  const ask = useCallback(
    (checks: AsyncCheck[]): void => {
      for (const [path, { controller }] of requests.current)
        if (!checks.some((check) => check.path === path)) {
          controller.abort()
          requests.current.delete(path)
        }
      for (const check of checks) {
        const before = requests.current.get(check.path)
        if (before?.key === check.key) continue
        before?.controller.abort()
        requests.current.set(check.path, start(check))
      }
      mark()

      function start({ path, key, run }: AsyncCheck): Asked {
        const controller = new AbortController()
        const isCurrent = (): boolean => requests.current.get(path)?.controller === controller
        const answer = run(controller.signal)
          .then(
            (messages) => {
              if (isCurrent() && messages.length > 0) store.setState(({ refused }) => ({ refused: { ...refused, [path]: messages } }))
              return messages
            },
            (fault: unknown) => {
              if (!isCurrent() || isCancelled(fault)) return []
              requests.current.delete(path)
              store.setState({ general: [translate('form.check.unreachable')] })
              return []
            },
          )
          .finally(() => {
            waiting.current.delete(path)
            mark()
          })
        waiting.current.add(path)
        return { key, controller, answer }
      }
      function mark(): void {
        const { checking } = store.getState()
        if (checking.size !== waiting.current.size || [...checking].some((path) => !waiting.current.has(path)))
          store.setState({ checking: new Set(waiting.current) })
      }
    },
    [store],
  )
  const waiting = useRef(new Set<string>())

  useEffect(() => {
    if (!Object.values(form.ui ?? {}).some((ui) => ui?.check !== undefined)) return
    const known = requests.current
    // Values of a loaded record are not checked until the user changes them.
    let data = store.getState().data
    const stop = store.subscribe((state) => {
      if (state.data === data) return
      data = state.data
      ask(asyncChecks(form, data, locale, false))
    })
    return () => {
      stop()
      for (const { controller } of known.values()) controller.abort()
      known.clear()
    }
  }, [store, form, locale, ask])

  return useCallback(async (): Promise<string[]> => {
    ask(asyncChecks(form, store.getState().data, locale, true))
    const answers = await Promise.all([...requests.current].map(async ([path, { answer }]) => [path, await answer] as const))
    const refused = answers.filter(([, messages]) => messages.length > 0)
    if (refused.length > 0) store.setState((state) => ({ refused: { ...state.refused, ...Object.fromEntries(refused) } }))
    return refused.map(([path]) => path)
  }, [store, form, locale, ask])
}
