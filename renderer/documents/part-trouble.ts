import { createContext } from 'react'

/**
 * Called if a part's code fails to load, or fails, in a place without room for a notice (a cell). Nothing is drawn
 * there, and the listener handles the failure.
 */
export const PartTroubleContext = createContext<((error: unknown) => void) | null>(null)
