import { eraseKey, leaveKey, saveKey, selectAllKey } from '#renderer/grid/edit/grid-edits.ts'
import { isShortcut } from '#renderer/ui/shortcuts.ts'

export type MoveCommand = 'next' | 'previous' | 'first' | 'last' | 'page-down' | 'page-up' | 'forward' | 'back' | 'row-start' | 'row-end'
export type KeyCommand = MoveCommand | 'open' | 'enter' | 'leave' | 'select' | 'select-all' | 'view' | 'menu' | 'search' | 'undo'

interface Key {
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

type Target = Pick<HTMLElement, 'tagName'> & { type?: string; isContentEditable?: boolean }

/** By place on the keyboard, so that j and k are there in a Persian layout too. */
const anywhere: Record<string, KeyCommand> = {
  KeyJ: 'next',
  ArrowDown: 'next',
  KeyK: 'previous',
  ArrowUp: 'previous',
  PageDown: 'page-down',
  PageUp: 'page-up',
  Slash: 'search',
  Escape: 'leave',
}
const onLine: Record<string, KeyCommand> = { Enter: 'open', NumpadEnter: 'open', Space: 'select', KeyV: 'view', Home: 'first', End: 'last' }
const onCell: Record<string, KeyCommand> = {
  Enter: 'enter',
  NumpadEnter: 'enter',
  F2: 'enter',
  Space: 'select',
  KeyV: 'view',
  Home: 'row-start',
  End: 'row-end',
}
const withControl: Record<string, KeyCommand> = {
  Home: 'first',
  End: 'last',
  KeyA: 'select-all',
  Enter: 'enter',
  NumpadEnter: 'enter',
  KeyZ: 'undo',
}
const inHead: Record<string, KeyCommand> = { Home: 'row-start', End: 'row-end' }
/** From left to right. */
const aside: Record<string, KeyCommand> = { ArrowRight: 'forward', ArrowLeft: 'back' }
const onPage = { Slash: 'search', KeyJ: 'first', KeyK: 'last' } as const

/** What each key does on a line or in a cell, e.g. `['Command+Home', 'first']`; of the two that say Enter, one. */
export const keysIn = (place: 'line' | 'cell'): [chord: string, command: KeyCommand][] =>
  [
    ...Object.entries({ ...anywhere, ...aside, ...(place === 'line' ? onLine : onCell), ContextMenu: 'menu' as const }),
    ['Shift+F10', 'menu'] as [string, KeyCommand],
    ...Object.entries(withControl).map(([code, command]): [string, KeyCommand] => [`Command+${code}`, command]),
  ].filter(([chord]) => !chord.endsWith('NumpadEnter'))

/** What leads into the list of a page while nothing has the focus. */
export const pageKeys = Object.entries(onPage)

/** Where a key leads that is pressed while nothing on the page has the focus; null for nowhere. */
export const pageCommand = ({ code, ctrlKey, metaKey, altKey, shiftKey }: Key): 'search' | 'first' | 'last' | null =>
  ctrlKey || metaKey || altKey || shiftKey || !Object.hasOwn(onPage, code) ? null : onPage[code as keyof typeof onPage]

/**
 * The command of a key in the list, null if it has none: the keys of the ARIA grid pattern, on lines (`TR`) and in cells
 * (`TD`). Keys that a control inside a line needs (Enter on a link, Space on a checkbox, letters in a field) are left to
 * it; Escape leaves it. Arrows follow the reading direction.
 */
export function keyCommand(key: Key, target: Target, rtl = false, area: 'head' | 'body' = 'body'): KeyCommand | null {
  if (key.altKey) return null
  const onRow = target.tagName === 'TR'
  const typing =
    target.isContentEditable === true ||
    target.tagName === 'TEXTAREA' ||
    target.tagName === 'SELECT' ||
    (target.tagName === 'INPUT' && target.type !== 'checkbox')
  if (typing) return key.code === 'Escape' ? 'leave' : null
  // With Shift it is another key: redo uses Z, and the question mark is on the slash key.
  if (key.shiftKey && (key.code === 'KeyZ' || key.code === 'Slash')) return null
  if (key.ctrlKey || key.metaKey) return find(withControl, key.code)
  if ((onRow || target.tagName === 'TD') && (key.code === 'ContextMenu' || (key.code === 'F10' && key.shiftKey))) return 'menu'
  if (rtl && Object.hasOwn(aside, key.code)) return aside[key.code] === 'forward' ? 'back' : 'forward'
  return (
    find(anywhere, key.code) ??
    find(aside, key.code) ??
    (area === 'head' ? find(inHead, key.code) : null) ??
    (onRow ? find(onLine, key.code) : target.tagName === 'TD' ? find(onCell, key.code) : null)
  )
}

/**
 * Whether a key opens the editor of an editable cell, and the text with which it begins: none for Enter, an empty one
 * for F2, the typed letter, `eraseKey` for a key that clears. While the editor is loading (`isOpening`) it gets every
 * key: a space is a letter; Enter, Tab and Escape are stored as control characters, Ctrl+A as `selectAllKey`, Ctrl+S as
 * `saveKey`; keys without a meaning there (arrows) have no text.
 */
export function editKey(pressed: Key & { key: string }, isOpening = false): { text?: string } | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = pressed
  if (isOpening && isShortcut({ key, code, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented: false }, 'save')) return { text: saveKey }
  if (isOpening && /^(Arrow|Page|Home$|End$|F10$|ContextMenu$)/.test(code)) return {}
  if (isOpening && (ctrlKey || metaKey)) return code === 'KeyA' ? { text: selectAllKey } : code === 'KeyZ' ? {} : null
  if (ctrlKey || metaKey) return null
  if (isOpening && code === 'Escape') return { text: leaveKey }
  if (isOpening && (code === 'Enter' || code === 'NumpadEnter' || code === 'Tab')) return { text: code === 'Tab' ? '\t' : '\n' }
  if (code === 'Enter' || code === 'NumpadEnter') return {}
  if (code === 'F2') return { text: '' }
  if (key === 'Delete' || key === 'Backspace') return { text: eraseKey }
  return [...key].length === 1 && (key !== ' ' || isOpening) && !(altKey && /^[a-z]$/i.test(key)) ? { text: key } : null
}

const find = (keys: Record<string, KeyCommand>, code: string): KeyCommand | null =>
  Object.hasOwn(keys, code) ? (keys[code] ?? null) : null

/** Row that a command leads to from the row `at` (-1 for the head), of `count` with `perPage` in sight; null when it leads to none. */
export function rowAfter(command: MoveCommand, at: number, count: number, perPage: number): number | null {
  const target = {
    next: at + 1,
    previous: at - 1,
    first: 0,
    last: count - 1,
    'page-down': Math.min(count - 1, at + perPage),
    'page-up': Math.max(0, at - perPage),
    forward: at,
    back: at,
    'row-start': at,
    'row-end': at,
  }[command]
  return target >= 0 && target < count ? target : null
}
