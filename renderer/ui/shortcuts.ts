import { useSessionStore } from '#renderer/session/session.ts'

type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What the panel hears wherever the focus is; keys by their place on the keyboard, `Command` for Ctrl or ⌘. */
export const shortcuts = {
  palette: ['Command+KeyK'],
  save: ['Command+KeyS'],
  undo: ['Command+KeyZ'],
  report: ['Alt+Shift+KeyP'],
  redo: ['Command+Shift+KeyZ', 'Command+KeyY'],
} as const

/** Whether keys are those of a shortcut, and nobody has taken them yet. */
export function isShortcut(event: KeyEvent & { defaultPrevented: boolean }, name: keyof typeof shortcuts): boolean {
  if (event.defaultPrevented) return false
  const held = [
    ...(event.ctrlKey || event.metaKey ? ['Command'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
  ]
  const pressed = [...held, event.code].join('+')
  return (shortcuts[name] as readonly string[]).includes(pressed)
}

/** The sign that asks for the list of keys lies elsewhere on each keyboard, and is another one in Persian, Arabic and Chinese. */
const questionMarks = ['?', '؟', '？']

export const isQuestionMark = ({ key, ctrlKey, metaKey, altKey }: KeyEvent): boolean =>
  questionMarks.includes(key) && !ctrlKey && !metaKey && !altKey

/**
 * Whether keys without Ctrl are heard wherever the focus is; whoever meets them by mistake, as with speech input, does
 * without. @source WCAG 2.1.4
 */
export const arePageKeysOn = (): boolean => useSessionStore.getState().settings.pageKeys

const typedInto =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=color], [type=file]), textarea, select, [contenteditable=true], [role=combobox]'

/** Whether letters are being typed into what has the focus. */
export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(typedInto) !== null
