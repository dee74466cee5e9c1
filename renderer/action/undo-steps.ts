import { translate } from '#renderer/locale/translate.ts'
import { showToast, useToasts } from '#renderer/shell/toast-store.ts'

/** Something that was done and can be taken back. */
export interface UndoStep {
  /** What was done, as the toast tells it. */
  text: string
  list?: string[]
  tone?: 'success' | 'warning'
  /** Takes it back; false where it could not be, which it tells itself. */
  undo: () => Promise<boolean>
}

const mostSteps = 50
const done = new Map<string, UndoStep[]>()

function offer(about: string): void {
  const steps = done.get(about) ?? []
  const latest = steps.at(-1)
  if (!latest) return
  showToast({
    tone: latest.tone ?? 'success', text: latest.text, list: latest.list, about,
    undo: async () => {
      steps.pop()
      if (!await latest.undo()) return
      offer(about)
      showToast({ tone: 'success', text: translate('toast.undone') })
    },
  })
}

/**
 * Offers to take a step back, and after it the one before it: steps of one place stand behind each other in one toast for
 * as long as it is shown.
 */
export function offerUndo(about: string, step: UndoStep): void {
  const isShown = useToasts.getState().toasts.some((toast) => toast.about === about && toast.undo)
  done.set(about, [...(isShown ? done.get(about) ?? [] : []), step].slice(-mostSteps))
  offer(about)
}

const trails = new Map<string, number>()
const mostTrails = 2000

/** A version was taken back: what it was made on is there again, as `now`. `record` names it, e.g. `book 7`. */
export function noteTakenBack(record: string, before: number, now: number): void {
  if (trails.size > mostTrails) trails.clear()
  trails.set(`${record} ${before}`, now)
}

/** The version that a record has now in place of one that undoing has brought back. */
export function versionNow(record: string, version: number): number {
  let found = version
  for (let next = trails.get(`${record} ${found}`); next !== undefined && next > found; next = trails.get(`${record} ${found}`)) found = next
  return found
}
