import type { Action, ActionMethod } from '#schemas/types/contract.d.ts'
import { isTry } from './action-texts.ts'

/** The generic call that takes another one back. */
export interface Opposite {
  name: string
  method: ActionMethod
  model: string
}

/** A record as the call left it. */
export interface Changed {
  id: string | number
  version: number
}

const opposites: Record<string, Pick<Opposite, 'name' | 'method'>> = {
  trash: { name: 'restore', method: 'PATCH' },
  restore: { name: 'trash', method: 'DELETE' },
  activate: { name: 'deactivate', method: 'POST' },
  deactivate: { name: 'activate', method: 'POST' },
}

/** The opposite of an action; null if it cannot be undone. */
export function oppositeOf(action: Action): Opposite | null {
  const { name = '', params, payload } = action.options ?? {}
  const model = [params, payload]
    .map((values) => (values as Record<string, unknown> | null | undefined)?.model)
    .find((value) => typeof value === 'string')
  return typeof model === 'string' && Object.hasOwn(opposites, name) && !isTry(action) ? { ...opposites[name]!, model } : null
}

/** The record in a response, if the call changed it: without a change there is nothing to undo. */
export function changedBy(results: unknown, before: unknown): Changed | null {
  const { id, version } = (results ?? {}) as Partial<Changed>
  return (typeof id === 'number' || typeof id === 'string') && typeof version === 'number' && version !== before ? { id, version } : null
}
