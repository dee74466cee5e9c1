import { translate } from '#renderer/locale/translate.ts'
import { currentPage } from '#renderer/ui/navigator.ts'
import { showToast, useToasts } from '#renderer/ui/toast-store.ts'

/** How taking back went: `refused` where it could not be, which it tells itself; `unanswered` where it can be tried again. */
export type Undone = 'done' | 'refused' | 'unanswered'

/** Something that was done and can be taken back. */
export interface UndoStep {
  /** What was done, as the toast tells it. */
  text: string
  list?: string[]
  tone?: 'success' | 'warning'
  undo: () => Promise<Undone>
}

type Offered = UndoStep & { page: string }

const mostSteps = 50
const done = new Map<string, Offered[]>()

function show({ undo, ...step }: Offered, about: string | undefined): void {
  showToast({
    tone: 'success',
    ...step,
    about,
    undo: async () => {
      const outcome = await undo()
      if (outcome === 'done') showToast({ tone: 'success', text: translate('toast.undone') })
      if (outcome === 'unanswered') show({ undo, ...step }, about)
    },
  })
}

function offerLatest(about: string): void {
  const latest = done.get(about)?.at(-1)
  if (!latest) return
  const undo = async (): Promise<Undone> => {
    done.get(about)?.pop()
    const outcome = await latest.undo()
    if (outcome === 'unanswered') done.get(about)?.push(latest)
    if (outcome === 'done') offerLatest(about)
    return outcome
  }
  show({ ...latest, undo }, about)
}

/** Offers to take back one thing, and again where no answer came. */
export function offerUndo(step: UndoStep, about?: string): void {
  show({ ...step, page: currentPage() }, about)
}

/**
 * Offers to take a step back, and after it the one before it: steps of one place stand behind each other in one toast for
 * as long as it is shown.
 */
export function offerUndoStep(about: string, step: UndoStep): void {
  const isShown = useToasts.getState().toasts.some((toast) => toast.about === about && toast.undo)
  done.set(about, [...(isShown ? (done.get(about) ?? []) : []), { ...step, page: currentPage() }].slice(-mostSteps))
  offerLatest(about)
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
  for (let next = trails.get(`${record} ${found}`); next !== undefined && next > found; next = trails.get(`${record} ${found}`))
    found = next
  return found
}
