import { ask } from '#renderer/modal/modal-store.ts'
import { translate } from '#renderer/locale/translate.ts'

interface Guarded { isDirty: () => boolean; discard: () => void }

const guarded = new Set<Guarded>()

export const hasUnsavedChanges = (): boolean => [...guarded].some((form) => form.isDirty())

/** Asks when something on the page is unsaved; true when the page may be left. */
export async function confirmLeave(): Promise<boolean> {
  if (!hasUnsavedChanges()) return true
  const leave = await ask({ title: translate('form.leave.title'), text: translate('form.leave.text'), ok: translate('form.leave.ok'), cancel: translate('form.leave.cancel'), danger: true })
  if (leave) for (const form of guarded) form.discard()
  return leave
}

/**
 * Holds a form's page open while it has unsaved changes: closing and reloading (the browser asks), links and the
 * back button (the panel asks). Returns how to let go.
 */
export function guardUnsaved(form: Guarded): () => void {
  if (guarded.size === 0) listen()
  guarded.add(form)
  return () => {
    guarded.delete(form)
    if (guarded.size === 0) unlisten()
  }
}

let position = 0
let takenBack: (() => void) | null = null

const readPosition = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

/**
 * Hears of steps in the history, to hold those that would lose something. Call it before the panel is drawn: listeners on
 * the window are heard in the order they came, and the router must not hear of a step that is held.
 */
export function watchHistory(): void {
  window.addEventListener('popstate', holdHistory)
}

function listen(): void {
  position = readPosition()
  window.addEventListener('beforeunload', holdUnload)
  document.addEventListener('click', holdLink, true)
}

function unlisten(): void {
  window.removeEventListener('beforeunload', holdUnload)
  document.removeEventListener('click', holdLink, true)
}

function holdUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges()) event.preventDefault()
}

/** The step has been taken when the browser tells; it is taken back, and again when the answer is yes. */
function holdHistory(event: PopStateEvent): void {
  if (takenBack) {
    event.stopImmediatePropagation()
    takenBack()
    return
  }
  const step = readPosition() - position
  if (!hasUnsavedChanges() || step === 0) {
    position = readPosition()
    return
  }
  event.stopImmediatePropagation()
  takenBack = () => {
    takenBack = null
    void confirmLeave().then((leave) => { if (leave) history.go(step) })
  }
  history.go(-step)
}

function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  if ((link.target && link.target !== '_self') || link.origin !== location.origin || link.hasAttribute('download') || link.getAttribute('href')?.startsWith('#') || !hasUnsavedChanges()) return
  event.preventDefault()
  event.stopPropagation()
  void confirmLeave().then((leave) => { if (leave) link.click() })
}
