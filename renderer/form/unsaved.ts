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
let passing = false

const readPosition = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

function listen(): void {
  position = readPosition()
  window.addEventListener('beforeunload', holdUnload)
  window.addEventListener('popstate', holdHistory, true)
  document.addEventListener('click', holdLink, true)
}

function unlisten(): void {
  window.removeEventListener('beforeunload', holdUnload)
  window.removeEventListener('popstate', holdHistory, true)
  document.removeEventListener('click', holdLink, true)
}

function holdUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges()) event.preventDefault()
}

/** The step has been taken when the browser tells; it is taken back, and again when the answer is yes. */
function holdHistory(event: PopStateEvent): void {
  const step = readPosition() - position
  if (passing || !hasUnsavedChanges() || step === 0) {
    position = readPosition()
    return
  }
  event.stopImmediatePropagation()
  passing = true
  history.go(-step)
  void settled().then(async () => {
    passing = false
    if (await confirmLeave()) history.go(step)
  })
}

const settled = () => new Promise<void>((resolve) => window.addEventListener('popstate', (event) => { event.stopImmediatePropagation(); resolve() }, { once: true, capture: true }))

function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  if ((link.target && link.target !== '_self') || link.origin !== location.origin || link.hasAttribute('download') || link.getAttribute('href')?.startsWith('#') || !hasUnsavedChanges()) return
  event.preventDefault()
  event.stopPropagation()
  void confirmLeave().then((leave) => { if (leave) link.click() })
}
