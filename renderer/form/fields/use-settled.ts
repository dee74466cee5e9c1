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
 * Messages, the same list as long as they are the same, that stay as they are while a pointer is pressed. Pressing it leaves the field
 * before; if a message came or went then, what is pressed would move away from under the pointer.
 */
export function useSettled(messages: string[]): string[] {
  const [settled, setSettled] = useState(messages)
  const isChanged = settled !== messages
  // Whoever has no other messages is not drawn for a press.
  const isWaiting = useSyncExternalStore(
    subscribe,
    useCallback(() => isChanged && isPressed, [isChanged]),
    never,
  )
  if (isChanged && !isWaiting) setSettled(messages)
  return isWaiting ? settled : messages
}
