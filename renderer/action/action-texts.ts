import type { Action } from '#schemas/types/contract.d.ts'

const named = ['save', 'update', 'trash', 'restore', 'destroy', 'delete', 'activate', 'deactivate'] as const
export type NamedAction = (typeof named)[number]

const short: Partial<Record<NamedAction, string>> = { save: 'saved', update: 'updated', destroy: 'destroyed', activate: 'activated', deactivate: 'deactivated' }

/** Which of the generic actions this one is, by its id or by the call it makes; null for others. */
export function namedAction(action: Action): NamedAction | null {
  const is = (name: string | undefined) => named.find(one => one === name)
  return is(action.id) ?? is(action.options?.name) ?? null
}

/** A text of the document, or the key of a text of the panel; null for none. */
export type ActionText = { text: string } | { key: string; withType?: boolean } | null

/** Success: the answer's own, the action's own, the short form for `true`, else the standard text. */
export function successText(action: Action, answered: unknown): ActionText {
  const own = action.options?.success?.toast
  if (own === false) return null
  if (typeof answered === 'string' && answered) return { text: answered }
  if (typeof own === 'string' && own) return { text: own }
  const name = namedAction(action)
  if (own === true) return { key: `toast.${(name && short[name]) ?? 'success'}` }
  return name ? { key: `action.${name}.success`, withType: true } : { key: 'toast.success' }
}

/** Failure: the action's own, the short form for `true`, else the standard text; `false` tells nothing. */
export function errorText(action: Action): ActionText {
  const own = action.options?.error?.toast
  if (own === false) return null
  if (typeof own === 'string' && own) return { text: own }
  if (own === true) return { key: 'toast.short_error' }
  const name = namedAction(action)
  return name ? { key: `action.${name}.error`, withType: true } : { key: 'toast.error' }
}

/** Question before the action; `confirm: true` asks the standard one. */
export function confirmText(action: Action): ActionText {
  if (!action.confirm) return null
  if (typeof action.confirm === 'string') return { text: action.confirm }
  const name = namedAction(action)
  return name ? { key: `action.${name}.confirm`, withType: true } : { key: 'modal.confirm_title' }
}

/** True of what is lost or leaves: its question is drawn as a warning and the safe button has the focus. */
export const isDestructive = (action: Action) => action.color === 'danger' || ['trash', 'destroy', 'delete'].includes(namedAction(action) ?? '')
