import { useCallback, useState, useSyncExternalStore } from 'react'

let isPressed = false
const watchers = new Set<() => void>()

function setPressed(next: boolean): void {
  if (isPressed === next) return
  isPressed = next
  for (const watcher of watchers) watcher()
}

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => setPressed(true), true)
  // The click belongs to what lies under the pointer now: nothing moves before it.
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => setTimeout(() => setPressed(false)), true)
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const never = (): boolean => false

/**
 * A value that stays as it is while a pointer is pressed. Pressing it leaves the field before; if a message came or went then, what is
 * pressed would move away from under the pointer. The same value has to be the same object.
 */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(() => value)
  const isChanged = settled !== value
  // Whoever has no other value is not drawn for a press.
  const isWaiting = useSyncExternalStore(
    subscribe,
    useCallback(() => isChanged && isPressed, [isChanged]),
    never,
  )
  if (isChanged && !isWaiting) setSettled(() => value)
  return isWaiting ? settled : value
}
