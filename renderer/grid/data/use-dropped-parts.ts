import { useCallback, useState } from 'react'
import type { DroppedPart } from './grid-query.ts'

/** Parts of an address, or of the saved view of a name, that the list could not apply. */
export interface DroppedParts {
  view?: string
  parts: DroppedPart[]
}

/** The parts of an address that a list left out, until the user changes the query. */
export function useDroppedParts() {
  const [dropped, setDropped] = useState<DroppedParts[]>([])
  const note = useCallback((parts: DroppedPart[], view?: string) => setDropped((known) => withParts(known, parts, view)), [])
  const clear = useCallback(() => setDropped((known) => (known.length === 0 ? known : [])), [])
  return { dropped, note, clear }
}

function withParts(known: DroppedParts[], parts: DroppedPart[], view: string | undefined): DroppedParts[] {
  const present = known.find((each) => each.view === view)?.parts ?? []
  const fresh = parts.filter(({ key, value }) => !present.some((part) => part.key === key && part.value === value))
  if (fresh.length === 0) return known
  return [...known.filter((each) => each.view !== view), { view, parts: [...present, ...fresh] }]
}
