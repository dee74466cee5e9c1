import { interpolateDeep } from '#schemas/rules/interpolate.ts'
import type { Action, GridRow } from '#schemas/types/contract.d.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { callNamed, type Answer } from '#renderer/api/call.ts'
import { nameOf } from '#schemas/rules/plain-text.ts'
import { translate } from '#renderer/locale/translate.ts'
import { insertionContext, type ActionContext, type BulkOutcome } from './action-context.ts'

const atOnce = 4

/** One call of an action with its values filled in. */
export function callOf(action: Action, context: ActionContext): Promise<Answer> {
  const { name, version, mock, params, payload } = action.options ?? {}
  const method = action.options?.method ?? (action.type === 'download' ? 'GET' : 'POST')
  const values = insertionContext(context)
  const body = payload === undefined ? context.form : interpolateDeep(payload as unknown, values)
  return callNamed(name ?? '', { method, version, mock, repeatKeys: context.repeatKeys, params: params && interpolateDeep(params, values), payload: method === 'GET' || method === 'DELETE' ? undefined : body ?? {} })
}

/** What the call of an action is about, the same however often it is tried: `save book 7`, for a new record without a number. */
export function subjectOf(action: Action, context: ActionContext): string {
  const { name, params, payload } = action.options ?? {}
  const values = insertionContext(context)
  const [sent, asked] = [payload === undefined ? context.form : interpolateDeep(payload as unknown, values), params && interpolateDeep(params, values)]
  const part = (key: 'model' | 'id') => [asked, sent, key === 'id' ? context.row : undefined].map(from => (from as Record<string, unknown> | null | undefined)?.[key]).find(value => typeof value === 'string' || typeof value === 'number')
  return [name, part('model'), part('id')].filter(value => value !== undefined).join(' ')
}

/** True for an action on selected rows that is called once a row, because it does not hand over the selection itself. */
export const isBulk = (action: Action, context: ActionContext) =>
  action.type === 'call' && context.selection !== undefined && context.row === undefined && !/\{selection\./.test(JSON.stringify(action.options ?? {}))

/** Makes the call once a selected row, four at a time; a failed row does not stop the others. */
export async function runBulk(action: Action, context: ActionContext, callOne = callOf): Promise<BulkOutcome> {
  const { ids, rows } = context.selection ?? { ids: [] }
  const queue: GridRow[] = ids.map(id => rows?.find(row => row.id === id) ?? { id })
  const outcome: BulkOutcome = { done: [], failed: [] }
  const work = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      try {
        await callOne(action, { ...context, row })
        outcome.done.push(row.id)
      } catch (error) {
        outcome.failed.push({ id: row.id, failure: asFailure(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, work))
  return outcome
}

const mostNamed = 6

/** Which rows failed and why, as a toast lists them; undefined where no row tells more than that. */
export function failedRows({ failed }: BulkOutcome, { selection }: ActionContext): string[] | undefined {
  const lines = failed.map(({ id, failure }) => {
    const name = nameOf(selection?.rows?.find(row => row.id === id)) ?? String(id)
    const reason = failure.errorCode === 'network' ? translate('errors.network') : failure.userMessage || Object.values(failure.errors).flat().join(' ')
    return reason ? `${name}: ${reason}` : name
  })
  if (lines.length <= mostNamed) return lines.length > 0 ? lines : undefined
  return [...lines.slice(0, mostNamed), translate('form.unsaved.more', { number: lines.length - mostNamed })]
}
