import { shownData, type FormState, type FormStore, type Messages } from './form-store.ts'
import { textsAt } from './form-messages.ts'

type Notify = () => void

interface Listeners {
  /** By the first step of the field's path. */
  byHead: Map<string, Set<Notify>>
  /** Fields whose looks depend on other fields. */
  wide: Set<Notify>
}

const ofStore = new WeakMap<FormStore, Listeners>()

/**
 * Tells a field that its part of the form may have changed: a value or message under the first step of its path, for a
 * `wide` one any value. One look at a change serves all fields, so that it costs those that it is about.
 */
export function subscribeField(store: FormStore, head: string, isWide: boolean, notify: Notify): () => void {
  const listeners = ofStore.get(store) ?? watch(store)
  const own = listeners.byHead.get(head) ?? new Set<Notify>()
  listeners.byHead.set(head, own.add(notify))
  if (isWide) listeners.wide.add(notify)
  return () => {
    own.delete(notify)
    listeners.wide.delete(notify)
  }
}

function watch(store: FormStore): Listeners {
  const listeners: Listeners = { byHead: new Map(), wide: new Set() }
  ofStore.set(store, listeners)
  store.subscribe((state, before) => {
    if (state.touched !== before.touched || state.attempted !== before.attempted) {
      for (const own of listeners.byHead.values()) for (const notify of own) notify()
      return
    }
    const heads = changedHeads(state, before)
    for (const head of heads) for (const notify of listeners.byHead.get(head) ?? []) notify()
    if (state.data !== before.data) for (const notify of listeners.wide) notify()
  })
  return listeners
}

function changedHeads(state: FormState, before: FormState): Set<string> {
  const heads = new Set<string>()
  for (const [now, was] of [
    [state.data, before.data],
    [shownData(state), shownData(before)],
  ] as const)
    if (now !== was) for (const key of new Set([...Object.keys(now), ...Object.keys(was)])) if (now[key] !== was[key]) heads.add(key)
  if (state.renewals !== before.renewals)
    for (const head of Object.keys(state.renewals)) if (state.renewals[head] !== before.renewals[head]) heads.add(head)
  for (const [now, was] of [
    [state.problems, before.problems],
    [state.refused, before.refused],
  ] as const)
    if (now !== was) addChanged(now, was, heads)
  return heads
}

function addChanged(now: Messages, was: Messages, heads: Set<string>): void {
  for (const messages of [now, was]) {
    for (const path of Object.keys(messages)) {
      const dot = path.indexOf('.')
      const head = dot === -1 ? path : path.slice(0, dot)
      if (!heads.has(head) && !isSame(textsAt(now, path), textsAt(was, path))) heads.add(head)
    }
  }
}

const isSame = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.length === b.length && a.every((text, index) => text === b[index]))
