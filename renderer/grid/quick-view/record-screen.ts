import { createContext, type ReactNode } from 'react'

export interface RecordScreenProps {
  /** Name of the screen document. */
  screen: string
  /** Id of the record. */
  record: string
}

/** Draws a record's own screen inside a quick view; handed in by the panel, since screens draw grids. */
export const RecordScreenContext = createContext<((props: RecordScreenProps) => ReactNode) | null>(null)

export interface RecordTimelineProps {
  /** Entity of the record. */
  model: string
  /** Id of the record. */
  record: string
}

/** Draws a record's timeline inside a quick view; handed in by the panel, since timelines draw cells of grids. */
export const RecordTimelineContext = createContext<((props: RecordTimelineProps) => ReactNode) | null>(null)
