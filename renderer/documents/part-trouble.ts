import { createContext } from 'react'

/**
 * Hears of a part whose code did not arrive, or that failed, where a notice has no room: a cell. Nothing is drawn in its
 * place then, and whoever listens takes the place away.
 */
export const PartTroubleContext = createContext<((error: unknown) => void) | null>(null)
