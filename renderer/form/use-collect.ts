import { flushSync } from 'react-dom'
import { useCallback } from 'react'
import { translate } from '#renderer/locale/translate.ts'
import { retractToasts, showToast } from '#renderer/ui/toast-store.ts'
import { buildPayload } from './data/payload.ts'
import { dropEmptyRows } from './rows/drop-empty-rows.ts'
import { focusField } from './validation/error-summary.tsx'
import { idAt, type FormScope } from './form-context.ts'
import { inFormOrder } from './schema/form-order.ts'
import type { Data } from './data/form-store.ts'
import { isReachable } from './schema/is-reachable.ts'

/**
 * Collects the data to send: `collect` commits typed text, validates, waits for uploads and remote checks, and returns
 * the payload, or undefined if something is invalid. `focusProblem` focuses the first of some fields.
 */
export function useCollect({ store, form, idPrefix }: FormScope, askOthers: () => Promise<string[]>) {
  const focusProblem = useCallback(
    (paths: string[]) => {
      const [first] = inFormOrder(
        form,
        paths.filter((path) => isReachable(form, store.getState().data, path) || document.getElementById(idAt(idPrefix, path))),
      )
      if (first !== undefined) focusField(idPrefix, first)
    },
    [store, form, idPrefix],
  )

  /** Commits typed text and runs all checks that need no call. */
  const check = useCallback((): Data | undefined => {
    retractToasts(idPrefix)
    store.flush()
    dropEmptyRows(store, form)
    flushSync(() => {
      store.setState({ attempted: true, general: [] })
      store.recheck()
    })
    const { problems, data, baseline } = store.getState()
    const wrong = Object.keys(problems)
    if (wrong.length > 0) {
      focusProblem(wrong)
      return undefined
    }
    return buildPayload(form, data, baseline)
  }, [store, form, idPrefix, focusProblem])

  const collect = useCallback(async (): Promise<Data | undefined> => {
    if (store.getState().submitting) return undefined
    const { renewals } = store.getState()
    // If the user discarded his changes, nothing is sent any more.
    const isGivenUp = (): boolean => store.getState().renewals !== renewals
    try {
      if (store.getState().working) {
        store.setState({ submitting: true })
        const isWhole = await store.whenWorkEnds()
        if (isGivenUp()) return undefined
        if (!isWhole) {
          showToast({ tone: 'info', about: idPrefix, text: translate('form.stopped') })
          return undefined
        }
      }
      if (check() === undefined) return undefined
      store.setState({ submitting: true })
      const refusedByOthers = await askOthers()
      if (isGivenUp()) return undefined
      if (refusedByOthers.length > 0) {
        store.setState({ submitting: false })
        focusProblem(refusedByOthers)
        return undefined
      }
      // Text typed during the remote checks is sent too.
      return check()
    } finally {
      store.setState({ submitting: false })
    }
  }, [store, check, askOthers, focusProblem, idPrefix])

  return { collect, focusProblem }
}
