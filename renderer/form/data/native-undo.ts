/** The browser's own undo history of a text field since it got the focus. */
interface Typing {
  entered: string
  typed: boolean
  /** The text before the browser's undo began. */ undoneFrom?: string
}

const typing = new WeakMap<HTMLElement, Typing>()

export const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color'].includes(target.type))

/** Watches typing within an element, for `undoesItself`. Returns a function that stops watching. */
export function watchTyping(element: HTMLElement): () => void {
  const enter = ({ target }: Event): void => {
    if (isTextField(target)) typing.set(target, { entered: target.value, typed: false })
  }
  const before = (event: InputEvent): void => {
    const known = isTextField(event.target) ? typing.get(event.target) : undefined
    if (!known || !isTextField(event.target)) return
    if (event.inputType === 'historyUndo') known.undoneFrom ??= event.target.value
    else if (event.inputType !== 'historyRedo') known.undoneFrom = undefined
    known.typed = true
  }
  element.addEventListener('focusin', enter)
  element.addEventListener('beforeinput', before)
  return () => {
    element.removeEventListener('focusin', enter)
    element.removeEventListener('beforeinput', before)
  }
}

/** Whether the focused text field has something to undo or redo by itself. */
export function undoesItself(target: Element | null, way: 'undo' | 'redo'): boolean {
  if (target instanceof HTMLElement && target.isContentEditable) return true
  if (!isTextField(target)) return false
  // The text of a choice is a search, which is no value.
  if (target.getAttribute('role') === 'combobox') return target.getAttribute('aria-expanded') === 'true'
  const known = typing.get(target)
  if (!known?.typed) return false
  return way === 'undo' ? target.value !== known.entered : known.undoneFrom !== undefined && target.value !== known.undoneFrom
}

/** The form changed the text, so the browser's undo history no longer applies. */
export function purgeTyping(target: Element | null): void {
  if (isTextField(target)) typing.set(target, { entered: target.value, typed: false })
}
