import { useMemo, useState } from 'react'
import type { GridGroup, GridRow } from '#schemas/types/contract.d.ts'
import { groupRows, type GroupedRows } from '#renderer/grid/table/group-rows.ts'

/** Groups that were collapsed since the panel was loaded, by grid. */
const collapsedHere = new Map<string, ReadonlySet<string>>()

/** The rows of a grid in groups, if it has a `group_by`. Collapsed groups are remembered until the panel is reloaded. */
export function useGroups(
  grid: string,
  rows: GridRow[],
  by: string | undefined,
  beyond: GridGroup[] | undefined,
): { groups: GroupedRows | undefined; toggleGroup: (key: string) => void } {
  const [, drawAgain] = useState(0)
  const collapsed = collapsedHere.get(grid) ?? none
  const groups = useMemo(() => (by === undefined ? undefined : groupRows(rows, by, collapsed, beyond)), [rows, by, collapsed, beyond])
  const toggleGroup = (key: string) => {
    const next = new Set(collapsed)
    if (!next.delete(key)) next.add(key)
    collapsedHere.set(grid, next)
    drawAgain((count) => count + 1)
  }
  return { groups, toggleGroup }
}

const none: ReadonlySet<string> = new Set()
