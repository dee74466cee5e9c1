import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { isSignedIn } from '#renderer/session/session.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { carryOver, purgeCarried } from './carry-over.ts'
import type { Data, FormStore } from './form-store.ts'
import { typedSince } from '#renderer/form/conflict/rebase.ts'

/**
 * Text typed while a new record is being saved is passed to the page that opens the record, without asking. Returns a
 * function to call when the data is stored.
 */
export function useCarryOver(
  store: FormStore,
  form: FormAnswer,
  draft: { forget: () => void; endAll: () => void },
): (record: Data, wasNew: boolean) => void {
  const created = useRef<unknown>(undefined)
  const latest = useRef({ form, draft })
  useEffect(() => {
    latest.current = { form, draft }
  })

  useEffect(purgeCarried, [])
  // Before the draft is written, which would be that of the next new record.
  useLayoutEffect(
    () => () => {
      if (created.current === undefined || !isSignedIn() || !store.isDirty()) return
      store.flush()
      const { data, baseline } = store.getState()
      carryOver(latest.current.form, created.current, typedSince(baseline, data))
      store.settle(baseline)
      latest.current.draft.forget()
    },
    [store],
  )

  return useCallback((record, wasNew) => {
    latest.current.draft.endAll()
    created.current = wasNew ? (record.id ?? undefined) : undefined
  }, [])
}
