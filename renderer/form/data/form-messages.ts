import { keysUnder } from '#renderer/form/validation/message-index.ts'
import type { FormState, Messages } from './form-store.ts'

/** The error that a control reports replaces those of the rules, which would be about another value. */
export function withFaults(messages: Messages, faults: ReadonlyMap<string, string>): Messages {
  const others = Object.entries(messages).filter(([key]) => ![...faults.keys()].some((path) => key === path || key.startsWith(`${path}.`)))
  return { ...Object.fromEntries(others), ...Object.fromEntries([...faults].map(([path, message]) => [path, [message]])) }
}

const none: string[] = []

/** Sentences of a place; a field may be called `constructor`. */
export const textsAt = (messages: Messages, path: string): string[] => (Object.hasOwn(messages, path) ? messages[path]! : none)

/** Messages of a place; with `deep` also of everything below it, for a control that draws its whole value. */
export function messagesOf(state: FormState, path: string, deep = false): string[] {
  const shown = state.attempted || state.touched.has(path)
  const found = [...textsAt(state.refused, path), ...(shown ? textsAt(state.problems, path) : none)]
  if (deep) {
    const under = (messages: Messages): string[] => keysUnder(messages, path).flatMap((key) => textsAt(messages, key))
    found.push(...under(state.refused), ...(shown ? under(state.problems) : none))
  }
  return found.length === 0 ? none : [...new Set(found)]
}

const noMessages: Messages = {}

/** Messages below a place, by the path from there: `{ fa: ['…'] }` for `title`. A control's place counts as touched as a whole. */
export function messagesUnder(state: FormState, path: string): Messages {
  const shown = state.attempted || state.touched.has(path)
  const keys = new Set([...keysUnder(state.refused, path), ...(shown ? keysUnder(state.problems, path) : none)])
  if (keys.size === 0) return noMessages
  return Object.fromEntries(
    [...keys].map((key) => [
      key.slice(path.length + 1),
      [...new Set([...textsAt(state.refused, key), ...(shown ? textsAt(state.problems, key) : none)])],
    ]),
  )
}

/** How many places at or under these paths have a message that is shown. */
export function countMessages(state: FormState, paths: readonly string[]): number {
  const places = (messages: Messages, path: string): string[] => [
    ...(textsAt(messages, path).length > 0 ? [path] : none),
    ...keysUnder(messages, path),
  ]
  const isShown = (key: string): boolean => {
    if (state.attempted) return true
    for (let end = key.length; end > 0; end = key.lastIndexOf('.', end - 1)) if (state.touched.has(key.slice(0, end))) return true
    return false
  }
  return new Set(paths.flatMap((path) => [...places(state.refused, path), ...places(state.problems, path).filter(isShown)])).size
}

/** Removes the server's messages for a field when it, or a part of it, changes. */
export function without(messages: Messages, path: string): Messages {
  const kept = Object.entries(messages).filter(([key]) => key !== path && !key.startsWith(`${path}.`) && !path.startsWith(`${key}.`))
  return kept.length === Object.keys(messages).length ? messages : Object.fromEntries(kept)
}
