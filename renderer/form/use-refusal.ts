import { flushSync } from 'react-dom'
import { useCallback } from 'react'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { translate } from '#renderer/locale/translate.ts'
import { conflictOf, type Conflict } from './conflict/conflict.ts'
import { idAt, type FormScope } from './form-context.ts'
import { NotStored, type Submit } from './form-types.ts'
import { schemaAt, type FieldSchema } from './schema/json-schema.ts'
import { parsePath, plainPath } from './data/path.ts'

/** A save that was refused because somebody else saved first, and how it was sent. */
export interface OpenConflict {
  conflict: Conflict
  send: Submit
  title?: string
}

/** Shows why a form was not stored: next to its fields, above the form, in a toast, or as a conflict to resolve. */
export function useRefusal(
  { store, form, idPrefix }: FormScope,
  focusProblem: (paths: string[]) => void,
  onConflict: (conflict: OpenConflict) => void,
) {
  const showErrors = useCallback(
    (errors: Record<string, string[]>) => {
      const root = form.schema as FieldSchema
      const refused: Record<string, string[]> = Object.create(null) as Record<string, string[]>
      const general: string[] = []
      for (const [written, texts] of Object.entries(errors)) {
        // A reference is called by its field or, as it is sent, by its id: `ware`, `ware_id`.
        const path = [written, plainPath(written), `${written}_id`].find(
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
      const isReported = thrown instanceof NotStored
      const failure = isReported ? thrown.failure : asFailure(thrown, form.name ?? '')
      if (!failure || isCancelled(failure)) return
      const conflict = conflictOf(failure, form)
      if (conflict) onConflict({ conflict, send: submit, title })
      else if (failure.errorCode === 'network') store.setState({ general: [translate('form.network')], unanswered: true })
      else {
        if (!isReported) showFailure(failure, { about: idPrefix })
        if (Object.keys(failure.errors).length > 0) showErrors(failure.errors)
        else store.setState({ general: failure.userMessage ? [failure.userMessage] : [] })
      }
    },
    [store, form, idPrefix, showErrors, onConflict],
  )

  return { showErrors, showRefusal }
}
