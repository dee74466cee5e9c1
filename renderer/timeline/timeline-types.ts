import type { Answer } from '#renderer/api/call.ts'
import type { GridColumn } from '#schemas/types/contract.d.ts'

/** A state as a badge shows it. */
export interface TimelineState {
  value: unknown
  title: string
  color?: string
}

export interface TimelineChange {
  field: string
  label: string
  from?: unknown
  to?: unknown
  locale?: string
}

interface TimelineUser {
  id: number
  name_full: string
}

/** One entry as the call `timeline` answers it. */
export interface TimelineNode {
  id: string
  kind: string
  status_title: string
  description: string | null
  date: string
  user: TimelineUser | null
  color: string
  from?: TimelineState
  to?: TimelineState
  /** Title of the field whose state changed. */
  field?: string
  /** The description is the module's own sentence. */
  own_text?: boolean
  note?: string
  changes?: TimelineChange[]
  files?: unknown[]
  private?: boolean
  edited?: boolean
  can_edit?: boolean
  parent?: { id: string; user: TimelineUser | null; description: string }
  of?: { model: string; type: string; id?: number; title?: string }
  rows?: { id: number; title: string; kind: string; changes?: TimelineChange[] }[]
  count?: number
  /** Of the record that it left, where the call `timeline-version` tells it. */
  version?: number
}

export type TimelineOrder = 'newest' | 'oldest'

/** @source specification, constants: dates of the verification timeline */
export const momentPattern = 'HH:mm - YYYY/MM/DD'

export interface TimelineMetadata {
  cursor: string | null
  order?: TimelineOrder
  kinds: string[]
  can_comment: boolean
  can_comment_private: boolean
  can_attach: boolean
  fields: Record<string, Record<string, GridColumn>>
}

export type TimelinePage = Answer<TimelineNode[], TimelineMetadata>

/** Number of a comment: `7` for `c7`. */
export const commentNumber = (id: string): number => Number(id.slice(1))
