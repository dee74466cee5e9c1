import type { ActionContext } from '#renderer/documents/action-context.ts'
import { isTry } from '#renderer/action/action-texts.ts'
import { runAction } from '#renderer/action/run-action.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { NotStored, type Submit } from '#renderer/form/form-types.ts'
import type { Action } from '#schemas/types/contract.d.ts'

/** True for an action into which values of a form are put: they have to be right before it runs. */
export const takesForm = (action: Action): boolean => JSON.stringify(action.options ?? {}).includes('{form')

/** True for a call that sends a form's data. */
export const usesForm = (action: Action): boolean => action.type === 'call' && takesForm(action)

/** Failures that the form handles itself: it merges outdated records, and offers to send again without a response. */
export const isLeftToForm = ({ errorCode }: CallFailure): boolean => errorCode === 'stale-version' || errorCode === 'network'

/** A way to send a form by an action; a stale version and a lost network go to the form instead of a toast. */
export function sendByAction(action: Action, context: ActionContext): Submit {
  return async (form, { version, idempotencyKeys, stored, document }) => {
    let failure: CallFailure | undefined
    let results: unknown
    const done = await runAction(heldTo(onVersion(action, version), document), {
      ...context,
      form,
      idempotencyKeys,
      onFailure: (found) => {
        failure = found
        return isLeftToForm(found)
      },
      onSuccess: (answer) => {
        results = answer
        if (!isTry(action)) stored(answer, { reset: action.options?.success?.reset })
        context.onSuccess?.(answer)
      },
    })
    // A test returns sample data and stores nothing: the form keeps the typed data as unsaved.
    if (!done || isTry(action)) throw new NotStored(failure)
    return results
  }
}

/** A version as an action sends it: that of the record, or the insertion for it. */
const isVersion = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\{(\w+\.)*version\}$/.test(value))

/** The form's version replaces the one in the action's context, which a merge has made outdated. */
function onVersion(action: Action, version: number | undefined): Action {
  const { payload, params } = action.options ?? {}
  const fresh = <T>(values: T): T =>
    version !== undefined && typeof values === 'object' && values !== null && isVersion((values as { version?: unknown }).version)
      ? { ...values, version }
      : values
  return action.options
    ? {
        ...action,
        options: {
          ...action.options,
          ...(payload === undefined ? {} : { payload: fresh(payload) }),
          ...(params === undefined ? {} : { params: fresh(params) }),
        },
      }
    : action
}

/** A save of the whole form names the document whose conditions the server holds it to. */
function heldTo(action: Action, document: string | undefined): Action {
  const payload: unknown = action.options?.payload
  if (
    document === undefined ||
    action.options?.name !== 'save' ||
    typeof payload !== 'object' ||
    payload === null ||
    (payload as { data?: unknown }).data !== '{form}'
  )
    return action
  return { ...action, options: { ...action.options, payload: { ...payload, form: document } } }
}
