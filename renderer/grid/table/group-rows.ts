import { isEqualJson, readCell } from '#renderer/grid/rows.ts'
import type { GridGroup, GridRow } from '#schemas/types/contract.d.ts'

/** What stands above the rows of one value. */
export interface GroupHead {
  /** The value, as text that tells it from others. */
  key: string
  /** A row of it, that has the value. */
  row: GridRow
  /** Its rows: of a group that goes beyond the page in all, as far as they were counted. */
  count: number
  /** Whether there are more than `count`. */
  more: boolean
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

/** Rows in order of their groups, without those of collapsed ones; `beyond` are the groups that go beyond the page. */
export function groupRows(rows: readonly GridRow[], by: string, collapsed: ReadonlySet<string>, beyond: readonly GridGroup[] = []): GroupedRows {
  const counted = new Map(beyond.map((group) => [String(group.id), group]))
  const shown: GridRow[] = []
  const before = new Map<GridRow['id'], GroupHead[]>()
  let waiting: GroupHead[] = []
  let head: GroupHead | undefined
  let known: GridGroup | undefined
  for (const row of rows) {
    if (!head || !isEqualJson(readCell(head.row, by) ?? null, readCell(row, by) ?? null)) {
      const key = JSON.stringify(readCell(row, by) ?? null)
      head = { key, row, count: 0, more: false, collapsed: collapsed.has(key) }
      known = undefined
      waiting.push(head)
    }
    known ??= counted.get(String(row.id))
    head.count = known ? Math.max(known.count, head.count) : head.count + 1
    head.more = known?.count_is_exact === false
    if (head.collapsed) continue
    if (waiting.length > 0) before.set(row.id, waiting)
    waiting = []
    shown.push(row)
  }
  return { rows: shown, before, after: waiting }
}
