import { useCallback, useState } from 'react'
import { createRepeatKeys } from '#renderer/api/idempotency-keys.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { onRecord } from './conflict/conflict.ts'
import type { FormScope } from './form-context.ts'
import type { Data } from './data/form-store.ts'
import type { FormButton, FormProps, Submit } from './form-types.ts'
import { formValues } from './data/initial-data.ts'
import { isEmpty } from './data/path.ts'
import { typedSince } from './conflict/rebase.ts'
import { useCollect } from './use-collect.ts'
import { useRefusal, type OpenConflict } from './use-refusal.ts'

/** Validates, sends once, and shows the result: stored, refused by field, outdated, or no response. */
export function useSubmit(
  scope: FormScope,
  { onSubmit, buttons, saveBy }: FormProps,
  onStored: (record: Data, wasNew: boolean) => void,
  askOthers: () => Promise<string[]>,
) {
  const [open, setOpen] = useState<OpenConflict>()
  const [idempotencyKeys] = useState(() => createRepeatKeys())
  const { store, form } = scope
  const { collect, focusProblem } = useCollect(scope, askOthers)
  const { showErrors, showRefusal } = useRefusal(scope, focusProblem, setOpen)

  const send = useCallback(
    async (submit: Submit, title?: string): Promise<boolean> => {
      const payload = await collect()
      if (payload === undefined) return false
      const { data: sent, baseline } = store.getState()
      const stored = (answer?: unknown, { reset = false } = {}): void => {
        if (reset) {
          store.discard()
          onStored(baseline, false)
          return
        }
        const record = isRecord(answer) ? { ...baseline, ...sent, ...formValues(form, answer) } : sent
        // Text typed while the call was running is newer than its response.
        store.flush()
        store.settle(record, { ...record, ...typedSince(sent, store.getState().data) })
        onStored(record, isEmpty(baseline.id))
      }
      store.setState({ submitting: true, general: [], refused: {}, unanswered: false })
      try {
        let isStored = false
        const answer = await submit(payload, {
          version: typeof baseline.version === 'number' ? baseline.version : undefined,
          record: baseline,
          document: form.document,
          idempotencyKeys,
          stored: (record, after) => {
            isStored = true
            stored(record, after)
          },
        })
        if (!isStored) stored(answer)
        return true
      } catch (thrown) {
        showRefusal(thrown, submit, title)
        return false
      } finally {
        store.setState({ submitting: false })
      }
    },
    [store, form, collect, onStored, showRefusal, idempotencyKeys],
  )

  const submit = useCallback(
    async (button?: FormButton): Promise<void> => {
      const pressed = button ?? (onSubmit ? undefined : (buttons?.find((one) => one.primary) ?? buttons?.[0] ?? saveBy))
      const chosen = pressed?.onSubmit ?? onSubmit
      if (chosen) await send(chosen, pressed?.title)
    },
    [send, onSubmit, buttons, saveBy],
  )

  /** Goes on with the merged data, on the record that the server has; undefined goes back to the form. */
  const resolveConflict = useCallback(
    (merged: Data | undefined, current = open?.conflict.current): void => {
      const resolved = open
      setOpen(undefined)
      if (!resolved || !merged || !current) return
      store.setState({ baseline: { ...store.getState().baseline, ...current } })
      store.replace(onRecord(form, merged, current))
      void send(resolved.send, resolved.title)
    },
    [open, send, store, form],
  )

  return { submit, send, collect, showErrors, conflict: open?.conflict, conflictTitle: open?.title, resolveConflict }
}
