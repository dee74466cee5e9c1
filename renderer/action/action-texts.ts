import type { Action } from '#schemas/types/contract.d.ts'

const named = ['save', 'update', 'trash', 'restore', 'destroy', 'delete', 'activate', 'deactivate'] as const
export type NamedAction = (typeof named)[number]

const short: Partial<Record<NamedAction, string>> = {
  save: 'saved',
  update: 'updated',
  destroy: 'destroyed',
  activate: 'activated',
  deactivate: 'deactivated',
}

/** The kind of a generic action, by its id or by its call; null for other actions. Saving a record with an id is updating it. */
export function namedAction(action: Action): NamedAction | null {
  const is = (name: string | undefined) => named.find((one) => one === name)
  const found = is(action.id) ?? is(action.options?.name) ?? null
  return found === 'save' && namesRecord(action) ? 'update' : found
}

const namesRecord = ({ options }: Action) =>
  [options?.payload, options?.params].some(
    (values) => typeof values === 'object' && values !== null && 'id' in values && values.id !== null && values.id !== undefined,
  )

/** A text of the document, or the key of a text of the panel; null for none. */
export type ActionText = { text: string } | { key: string; withType?: boolean } | null

/** Success: the action's own, the short form for `true`, the answer's (that of a try is none), else the standard text. */
export function successText(action: Action, answered: unknown): ActionText {
  const own = action.options?.success?.toast
  if (own === false) return null
  if (typeof own === 'string' && own) return { text: own }
  const name = namedAction(action)
  if (own === true) return { key: `toast.${(name && short[name]) ?? 'success'}` }
  if (typeof answered === 'string' && answered && !isTry(action)) return { text: answered }
  return name ? { key: `action.${name}.success`, withType: true } : { key: 'toast.success' }
}

/** Failure text: the action's own, the short form for `true`, otherwise the standard text; none for `false`. */
export function errorText(action: Action): ActionText {
  const own = action.options?.error?.toast
  if (own === false) return null
  if (typeof own === 'string' && own) return { text: own }
  if (own === true) return { key: 'toast.short_error' }
  const name = namedAction(action)
  return name ? { key: `action.${name}.error`, withType: true } : { key: 'toast.error' }
}

/** Question before the action; `confirm: true` is the standard one. */
export function confirmText(action: Action): ActionText {
  if (!action.confirm) return null
  if (typeof action.confirm === 'string') return { text: action.confirm }
  const name = namedAction(action)
  return name ? { key: `action.${name}.confirm`, withType: true } : { key: 'modal.confirm_title' }
}

/** True of a call that is answered with sample data and changes nothing. */
export const isTry = (action: Action) => Boolean(action.options?.mock)

/** Whether an action loses something: its question is drawn as a warning, and the safe button has the focus. */
export const isDestructive = (action: Action) =>
  action.color === 'danger' || ['trash', 'destroy', 'delete'].includes(namedAction(action) ?? '')
