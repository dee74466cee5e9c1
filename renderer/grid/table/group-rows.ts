import { readCell } from '#renderer/grid/rows/rows.ts'
import type { GridGroup, GridRow } from '#schemas/types/contract.d.ts'

/** The head of a group. */
export interface GroupHead {
  /** The group's value as a unique text. */
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

/**
 * Rows in the order of their groups, without those of collapsed groups; `beyond` are the groups that continue on other
 * pages. All rows of a value follow its first row, so that no group has two heads while a changed row waits for its
 * place.
 */
export function groupRows(
  rows: readonly GridRow[],
  by: string,
  collapsed: ReadonlySet<string>,
  beyond: readonly GridGroup[] = [],
): GroupedRows {
  const counted = new Map(beyond.map((group) => [String(group.id), group]))
  const members = new Map<string, GridRow[]>()
  for (const row of rows) {
    const key = JSON.stringify(readCell(row, by) ?? null)
    const known = members.get(key)
    if (known) known.push(row)
    else members.set(key, [row])
  }
  const shown: GridRow[] = []
  const before = new Map<GridRow['id'], GroupHead[]>()
  let waiting: GroupHead[] = []
  for (const [key, own] of members) {
    const known = own.map(({ id }) => counted.get(String(id))).find((group) => group !== undefined)
    waiting.push({
      key,
      row: own[0]!,
      count: Math.max(known?.count ?? 0, own.length),
      more: known?.count_is_exact === false,
      collapsed: collapsed.has(key),
    })
    if (collapsed.has(key)) continue
    before.set(own[0]!.id, waiting)
    waiting = []
    shown.push(...own)
  }
  return { rows: shown, before, after: waiting }
}
