import type { GridColumn, GridRow, Target } from '#schemas/types/contract.d.ts'
import type { Placed } from '#schemas/rules/dashboard/places.ts'
import type { MetricData } from '#renderer'

/** A widget of the dashboard as the server lists it. */
export interface DashboardWidget extends Placed {
  version: number
  slug: string
  color: string
  title: string
  icon: string
  kind: 'metric' | 'list' | 'due' | 'shortcuts' | 'note' | 'missing'
  chart?: string
  reason?: string
}

export interface LibraryEntry {
  slug: string
  title: string
  icon: string
  color: string
  kind: string
  group?: string
}

/** What widgets show, by their kind. */
export interface ListContent {
  kind: 'list'
  columns: GridColumn[]
  rows: { record: GridRow & { title?: string }; to?: Target }[]
  total: number
  more?: boolean
  empty?: string
  to?: Target
}
export interface DueContent {
  kind: 'due'
  items: { day: string; at?: string; title: string; source: string; color: string; to?: Target }[]
}
export interface ShortcutsContent {
  kind: 'shortcuts'
  links: { id: string; label: string; icon?: string | null; group?: string; to: Target }[]
}
export type Content =
  { kind: 'metric'; answer: MetricData; trend?: number[] } | ListContent | DueContent | ShortcutsContent | { kind: 'note'; text: string }
