import { flushSync } from 'react-dom'
import { useCallback, useState } from 'react'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { translate } from '#renderer/locale/translate.ts'
import { createRepeatKeys } from '#renderer/api/idempotency-keys.ts'
import { retractToasts, showToast } from '#renderer/ui/toast-store.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { buildPayload } from './data/payload.ts'
import { dropEmptyRows } from './rows/drop-empty-rows.ts'
import { conflictOf, onRecord, type Conflict } from './conflict/conflict.ts'
import { focusField } from './validation/error-summary.tsx'
import { idAt, type FormScope } from './form-context.ts'
import { inFormOrder } from './schema/form-order.ts'
import type { Data } from './data/form-store.ts'
import { NotStored, type FormButton, type FormProps, type Submit } from './form-types.ts'
import { formValues } from './data/initial-data.ts'
import { isReachable } from './schema/is-reachable.ts'
import { schemaAt, type FieldSchema } from './schema/json-schema.ts'
import { isEmpty, parsePath, plainPath } from './data/path.ts'
import { typedSince } from './conflict/rebase.ts'

interface OpenConflict {
  conflict: Conflict
  send: Submit
  title?: string
}

/** Checks, sends once, and shows what came back: stored, refused by field, stale, or not arrived. */
export function useSubmit(
  { store, form, idPrefix }: FormScope,
  { onSubmit, buttons, saveBy }: FormProps,
  onStored: (record: Data, wasNew: boolean) => void,
  askOthers: () => Promise<string[]>,
) {
  const [open, setOpen] = useState<OpenConflict>()
  const [idempotencyKeys] = useState(() => createRepeatKeys())

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

  /** Takes over what is typed and checks what can be told at once. */
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
    // Who gave up what he had typed sends nothing any more.
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
      // What was typed while others were asked is sent too.
      return check()
    } finally {
      store.setState({ submitting: false })
    }
  }, [store, check, askOthers, focusProblem, idPrefix])

  const showErrors = useCallback(
    (errors: Record<string, string[]>) => {
      const root = form.schema as FieldSchema
      const refused: Record<string, string[]> = Object.create(null) as Record<string, string[]>
      const general: string[] = []
      for (const [written, texts] of Object.entries(errors)) {
        const path = [written, plainPath(written)].find(
          (one) => one !== '' && (schemaAt(root, parsePath(one)) ?? document.getElementById(idAt(idPrefix, one))),
        )
        if (path === undefined) general.push(...texts)
        else refused[path] = [...(refused[path] ?? []), ...texts]
      }
      flushSync(() => store.setState({ refused, general }))
      focusProblem(Object.keys(refused))
    },
    [store, form, idPrefix, focusProblem],
  )

  const showRefusal = useCallback(
    (thrown: unknown, submit: Submit, title?: string): void => {
      const told = thrown instanceof NotStored
      const failure = told ? thrown.failure : asFailure(thrown, form.name ?? '')
      if (!failure || isCancelled(failure)) return
      const conflict = conflictOf(failure, form)
      if (conflict) setOpen({ conflict, send: submit, title })
      else if (failure.errorCode === 'network') store.setState({ general: [translate('form.network')], unanswered: true })
      else {
        if (!told) showFailure(failure, { about: idPrefix })
        if (Object.keys(failure.errors).length > 0) showErrors(failure.errors)
        else store.setState({ general: failure.userMessage ? [failure.userMessage] : [] })
      }
    },
    [store, form, idPrefix, showErrors],
  )

  const send = useCallback(
    async (submit: Submit, title?: string): Promise<boolean> => {
      const payload = await collect()
      if (payload === undefined) return false
      const { data: sent, baseline } = store.getState()
      const stored = (answer?: unknown): void => {
        const record = isRecord(answer) ? { ...baseline, ...sent, ...formValues(form, answer) } : sent
        // What was typed while the call was out is newer than its answer.
        store.flush()
        store.settle(record, { ...record, ...typedSince(sent, store.getState().data) })
        onStored(record, isEmpty(baseline.id))
      }
      store.setState({ submitting: true, general: [], refused: {}, unanswered: false })
      try {
        let told = false
        const answer = await submit(payload, {
          version: typeof baseline.version === 'number' ? baseline.version : undefined,
          record: baseline,
          document: form.document,
          idempotencyKeys,
          stored: (record) => {
            told = true
            stored(record)
          },
        })
        if (!told) stored(answer)
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
