export type KeyCommand = 'next' | 'previous' | 'first' | 'last' | 'open' | 'select' | 'menu' | 'search'

interface Key {
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** By place on the keyboard, so that j and k are there in a Persian layout too. */
const anywhere: Record<string, KeyCommand> = { KeyJ: 'next', ArrowDown: 'next', KeyK: 'previous', ArrowUp: 'previous', Slash: 'search' }
const onLine: Record<string, KeyCommand> = { Enter: 'open', NumpadEnter: 'open', Space: 'select', Home: 'first', End: 'last' }

/**
 * What a key means in the list, null for nothing of ours. Keys that a control inside a line needs itself (Enter on a
 * link, Space on a box, letters in a field) stay with it.
 */
export function keyCommand(key: Key, target: Pick<HTMLElement, 'tagName'> & { type?: string; isContentEditable?: boolean }): KeyCommand | null {
  if (key.ctrlKey || key.metaKey || key.altKey) return null
  if (target.tagName === 'TR' && (key.code === 'ContextMenu' || (key.code === 'F10' && key.shiftKey))) return 'menu'
  const typing = target.isContentEditable === true || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT' || (target.tagName === 'INPUT' && target.type !== 'checkbox')
  if (typing) return null
  if (Object.hasOwn(anywhere, key.code)) return anywhere[key.code] ?? null
  return target.tagName === 'TR' && Object.hasOwn(onLine, key.code) ? (onLine[key.code] ?? null) : null
}
