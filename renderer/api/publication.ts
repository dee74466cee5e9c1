import { mutate } from 'swr'
import { create } from 'zustand'
import { currentSession } from '#renderer/session/session.ts'

/** Counter of publications of the newest answer. */
let known: number | null = null
/** Documents that the open page began with; null until the first answer to it. */
let shown: string | null = null
/** The newest documents that there are for this user. */
let newest: string | null = null
let owner: number | undefined
const listeners = new Set<(publication: number) => void>()

/** Whether there are newer documents than those of the open page, and the user has not put the notice off. */
export const useNewerDocuments = create<{ isNewer: boolean }>()(() => ({ isNewer: false }))

/** Calls whose responses are made from documents. */
const documentCalls = /^(routes|layout|screen|site-settings|modal|grid|.*-(grid|form))$/

/** What a publication for everybody counts; the rest of an edition are trials: `12` of `12+3`. */
const plainPart = (edition: string): string => edition.split('+', 1)[0]!

/**
 * Called with what each response says of the documents. A publication for everybody is shown at once; what a trial changes waits until the
 * page is left, so that nobody has another page under his hands.
 */
export function notePublication(publication: unknown, edition?: unknown): void {
  if (typeof publication !== 'number') return
  const user = currentSession().user?.id
  if (user !== owner) {
    owner = user
    shown = null
    newest = null
    setNewer(false)
  }
  // An answer that was overtaken on its way.
  if (known !== null && publication < known) return
  known = publication
  const next = typeof edition === 'string' ? edition : String(publication)
  const before = newest
  newest = next
  if (before === null || before === next) {
    shown ??= next
    return
  }
  if (shown === null || plainPart(before) !== plainPart(next)) return showNewest()
  setNewer(shown !== next)
}

/** Reads everything that is displayed anew, in its newest version. */
export function showNewest(): void {
  shown = newest
  setNewer(false)
  void mutate((key) => Array.isArray(key) && documentCalls.test(String(key[0])))
  if (known !== null) for (const listen of listeners) listen(known)
}

/** The next page begins with the newest documents. */
export function leavePage(): void {
  if (shown !== newest) showNewest()
  shown = null
}

/** Documents that the open page began with, for its calls; null where it has not begun yet. */
export const shownEdition = (): string | null => shown

export const putNewerOff = (): void => setNewer(false)

function setNewer(isNewer: boolean): void {
  if (useNewerDocuments.getState().isNewer !== isNewer) useNewerDocuments.setState({ isNewer })
}

/** Calls `listen` whenever documents have changed; for code that caches documents outside SWR. */
export function onPublication(listen: (publication: number) => void): () => void {
  listeners.add(listen)
  return () => {
    listeners.delete(listen)
  }
}

export const knownPublication = () => known
/** Whether some people are shown other documents than others, as far as the answers have said. */
export const isTrialKnown = (): boolean => newest !== null && newest !== String(known)
