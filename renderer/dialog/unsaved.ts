import { ask } from './modal-store.ts'
import { translate } from '#renderer/locale/translate.ts'
import { goTo } from '#renderer/ui/navigator.ts'
import { isSignOut } from '#renderer/session/wanted-route.ts'

interface Guarded {
  isDirty: () => boolean
  /** Where it stands: a window that it stands in asks before it closes. */
  place?: () => Element | null
  /** Resolves when the save that is out has its answer, whatever it says; null when none is out. */
  saving: () => Promise<void> | null
  discard: () => void
  /** Saves from the question whether to leave; resolves with whether that succeeded. Without it the question offers no saving. */
  save?: () => Promise<boolean>
  /** Whether unsaved data survives the session, as a draft of its user on this device. */
  keepsDraft?: () => boolean
}

/** A quick answer opens no window. */
const quietMs = 300

const guarded = new Set<Guarded>()

/** Whether something is unsaved, on the page or within a part of it. */
export const hasUnsavedChanges = (within?: Element | null): boolean =>
  [...guarded].some((form) => (within === undefined || (within?.contains(form.place?.() ?? null) ?? false)) && form.isDirty())

/** The results of all running saves; null if there are none. */
function savesOut(): Promise<unknown> | null {
  const out = [...guarded].map((form) => form.saving()).filter((saving) => saving !== null)
  return out.length > 0 ? Promise.all(out) : null
}

const mustHold = (): boolean => hasUnsavedChanges() || savesOut() !== null

/** Where all that is unsaved can be saved from the question, it offers that, and says what leaving otherwise means. */
function answersFor(dirty: readonly Guarded[]) {
  if (!dirty.every((form) => form.save)) return { ok: translate('form.leave.ok') }
  const run = async () => (await Promise.all(dirty.map((form) => form.save!()))).every(Boolean)
  return { ok: translate('form.leave.discard'), instead: { title: translate('form.leave.save'), run } }
}

let asking = false

/**
 * Waits for running saves, then asks if something on the page is unsaved; true if the page may be left. When the session
 * ends (`to`), drafts stay for their user; otherwise unsaved data is discarded.
 */
export async function confirmLeave(to?: unknown): Promise<boolean> {
  if (!mustHold()) return true
  // A second click while the question is open does not ask again.
  if (asking) return false
  asking = true
  try {
    if (!(await waitForSaves())) return false
    const dirty = [...guarded].filter((form) => form.isDirty())
    const isLast = isSignOut(to)
    const stays = isLast && dirty.every((form) => form.keepsDraft?.())
    const question = stays
      ? {
          title: translate('form.leave.sign_out_title'),
          text: translate('form.leave.sign_out_text'),
          ok: translate('form.leave.sign_out_ok'),
        }
      : { title: translate('form.leave.title'), text: translate('form.leave.text'), ...answersFor(dirty) }
    const leave =
      savesOut() !== null || dirty.length === 0 || (await ask({ ...question, cancel: translate('form.leave.cancel'), danger: !stays }))
    if (leave) for (const form of guarded) if (!isLast || !form.keepsDraft?.()) form.discard()
    return leave
  } finally {
    asking = false
  }
}

/** True when every save has ended, or the user does not want to wait; false to stay. */
async function waitForSaves(): Promise<boolean> {
  const answered = savesOut()
  if (!answered) return true
  const isQuick = await Promise.race([
    answered.then(() => true),
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), quietMs)
    }),
  ])
  return (
    isQuick ||
    ask(
      {
        title: translate('form.leave.saving_title'),
        text: translate('form.leave.saving_text'),
        ok: translate('form.leave.saving_ok'),
        cancel: translate('form.leave.cancel'),
        danger: true,
      },
      answered,
    )
  )
}

/**
 * Protects a form's page while it has unsaved changes: when closing and reloading (the browser asks), and for links and
 * the back button (the panel asks). Returns a function that ends the protection.
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

/** The browser reports a history step after it happened, so it is reverted, and repeated if the user agrees. */
function holdHistory(event: PopStateEvent): void {
  if (takenBack) {
    event.stopImmediatePropagation()
    takenBack()
    return
  }
  const wanted = readPosition()
  const step = wanted - position
  if (!mustHold() || step === 0) {
    position = wanted
    return
  }
  event.stopImmediatePropagation()
  takenBack = () => {
    takenBack = null
    // A save that was waited for may have led on to the page of its record.
    void confirmLeave().then((leave) => {
      if (leave) history.go(wanted - readPosition())
    })
  }
  history.go(-step)
}

/** A link that the user agreed to follow does not ask again. */
let passing = false

function holdLink(event: MouseEvent): void {
  if (passing) return
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  if (
    (link.target && link.target !== '_self') ||
    link.origin !== location.origin ||
    link.hasAttribute('download') ||
    link.getAttribute('href')?.startsWith('#') ||
    !mustHold()
  )
    return
  event.preventDefault()
  event.stopPropagation()
  const to = link.pathname + link.search + link.hash
  void confirmLeave(to).then((leave) => {
    if (!leave) return
    passing = true
    if (link.isConnected) link.click()
    else goTo(to)
    passing = false
  })
}
