import { mutate } from 'swr'

let known: number | null = null
const listeners = new Set<(publication: number) => void>()

/** Calls whose responses are made from documents. */
const documentCalls = /^(routes|layout|screen|site-settings|modal|grid|.*-(grid|form))$/

/** Called with the publication number of each response. When it grows, the displayed documents are read again. */
export function notePublication(publication: unknown): void {
  if (typeof publication !== 'number') return
  const grew = known !== null && publication > known
  known = Math.max(known ?? publication, publication)
  if (!grew) return
  void mutate((key) => Array.isArray(key) && documentCalls.test(String(key[0])))
  for (const listen of listeners) listen(publication)
}

/** Calls `listen` whenever documents have changed; for code that caches documents outside SWR. */
export function onPublication(listen: (publication: number) => void): () => void {
  listeners.add(listen)
  return () => {
    listeners.delete(listen)
  }
}

export const knownPublication = () => known
