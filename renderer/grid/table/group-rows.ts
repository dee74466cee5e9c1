import { isEqualJson, readCell } from '#renderer/grid/rows.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'

/** What stands above the rows of one value. */
export interface GroupHead {
  /** The value, as text that tells it from others. */
  key: string
  /** A row of it, that has the value. */
  row: GridRow
  /** Its rows on this page. */
  count: number
  collapsed: boolean
}

export interface GroupedRows {
  /** Rows that are shown: those of groups that are open. */
  rows: GridRow[]
  /** Heads above a row, by its id; of collapsed groups too, which have no rows of their own. */
  before: ReadonlyMap<GridRow['id'], GroupHead[]>
  /** Heads below the last row. */
  after: GroupHead[]
}

/** Rows in order of their groups, without those of collapsed ones. */
export function groupRows(rows: readonly GridRow[], by: string, collapsed: ReadonlySet<string>): GroupedRows {
  const shown: GridRow[] = []
  const before = new Map<GridRow['id'], GroupHead[]>()
  let waiting: GroupHead[] = []
  let head: GroupHead | undefined
  for (const row of rows) {
    if (!head || !isEqualJson(readCell(head.row, by) ?? null, readCell(row, by) ?? null)) {
      const key = JSON.stringify(readCell(row, by) ?? null)
      head = { key, row, count: 0, collapsed: collapsed.has(key) }
      waiting.push(head)
    }
    head.count += 1
    if (head.collapsed) continue
    if (waiting.length > 0) before.set(row.id, waiting)
    waiting = []
    shown.push(row)
  }
  return { rows: shown, before, after: waiting }
}
