import { translate } from '#renderer/locale/translate.ts'
import { currentPage } from '#renderer/ui/navigator.ts'
import { showToast, useToasts } from '#renderer/ui/toast-store.ts'

/** Result of an undo: `refused` was already reported; `unanswered` can be tried again. */
export type Undone = 'done' | 'refused' | 'unanswered'

/** Something that was done and can be taken back. */
export interface UndoStep {
  /** Text of the toast. */
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

/** Offers to undo one change; again if no response came. */
export function offerUndo(step: UndoStep, about?: string): void {
  show({ ...step, page: currentPage() }, about)
}

/** Offers to undo a step, and afterwards the one before it: steps of one place share one toast for as long as it is shown. */
export function offerUndoStep(about: string, step: UndoStep): void {
  const isShown = useToasts.getState().toasts.some((toast) => toast.about === about && toast.undo)
  done.set(about, [...(isShown ? (done.get(about) ?? []) : []), { ...step, page: currentPage() }].slice(-mostSteps))
  offerLatest(about)
}

const trails = new Map<string, number>()
const mostTrails = 2000

/** A version was undone: the version before it exists again, as `now`. `record` identifies the record, e.g. `book 7`. */
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
