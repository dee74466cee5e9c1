import { createContext, type ReactNode } from 'react'

export interface RecordScreenProps {
  /** Name of the screen document. */
  screen: string
  /** Id of the record. */
  record: string
}

/** Draws a record's own screen inside a quick view; handed in by the panel, since screens draw grids. */
export const RecordScreenContext = createContext<((props: RecordScreenProps) => ReactNode) | null>(null)
