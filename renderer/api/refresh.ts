/** What is refreshed: the whole grid with its metadata, the rows only, one row, the frame, or the screen's loaded values. */
export type RefreshKind = 'grid' | 'list' | 'row' | 'layout' | 'screen'

/** Of which record; `id` counts for `row`. */
export interface RefreshDetail {
  id?: string | number
  /** Response of the call that made the change: a record in it need not be read again. */
  answer?: unknown
}

type Listener = (detail: RefreshDetail) => void

const listeners = new Map<RefreshKind, Set<Listener>>()

/** Calls `listen` when this kind is to be read again; returns how to stop. */
export function subscribeRefresh(kind: RefreshKind, listen: Listener): () => void {
  const ofKind = listeners.get(kind) ?? new Set<Listener>()
  listeners.set(kind, ofKind.add(listen))
  return () => {
    ofKind.delete(listen)
  }
}

/** Tells everybody who shows these kinds to read them again. */
export function refresh(kinds: RefreshKind | readonly RefreshKind[], detail: RefreshDetail = {}): void {
  for (const kind of [kinds].flat()) for (const listen of [...(listeners.get(kind) ?? [])]) listen(detail)
}

/** The refresh button of the navbar: refreshes everything on the page, but not the frame. */
export function refreshPage(): void {
  refresh('screen')
  refresh('grid')
}
