import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { Action } from '#schemas/types/contract.d.ts'
import { callFile } from '#renderer/api/call-file.ts'
import { callNamed, type Answer } from '#renderer/api/call.ts'
import { insertionContext, type ActionContext } from '#renderer/documents/action-context.ts'

/** One call of an action with its values filled in. */
export function callOf(action: Action, context: ActionContext): Promise<Answer> {
  return callNamed(action.options?.name ?? '', { ...filledCall(action, context), idempotencyKeys: context.idempotencyKeys })
}

/** The same call, where its response may be a file. */
export const fileCallOf = (action: Action, context: ActionContext): ReturnType<typeof callFile> =>
  callFile(action.options?.name ?? '', filledCall(action, context))

function filledCall(action: Action, context: ActionContext) {
  const { version, mock, params, payload } = action.options ?? {}
  const method = action.options?.method ?? (action.type === 'download' ? 'GET' : 'POST')
  const values = insertionContext(context)
  const body = payload === undefined ? context.form : interpolateDeep(payload as unknown, values)
  return {
    method,
    version,
    mock,
    params: params && interpolateDeep(params, values),
    payload: method === 'GET' || method === 'DELETE' ? undefined : (body ?? {}),
  }
}

/** A key for the subject of an action, the same for each try: `save book 7`; for a new record without the number. */
export function subjectOf(action: Action, context: ActionContext): string {
  const { name, params, payload } = action.options ?? {}
  const values = insertionContext(context)
  const [sent, asked] = [
    payload === undefined ? context.form : interpolateDeep(payload as unknown, values),
    params && interpolateDeep(params, values),
  ]
  const part = (key: 'model' | 'id') =>
    [asked, sent, key === 'id' ? context.row : undefined]
      .map((from) => (from as Record<string, unknown> | null | undefined)?.[key])
      .find((value) => typeof value === 'string' || typeof value === 'number')
  return [name, part('model'), part('id')].filter((value) => value !== undefined).join(' ')
}

/** True for an action on selected rows that is called once a row, because it does not hand over the selection itself. */
export const isBulk = (action: Action, context: ActionContext) =>
  action.type === 'call' && context.selection !== undefined && context.row === undefined && !handsOverSelection(action.options)

/** Whether values insert the selection. */
export const handsOverSelection = (values: unknown) => /\{selection\./.test(JSON.stringify(values ?? {}))
