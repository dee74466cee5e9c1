import type { GridRow } from '#schemas/types/contract.d.ts'

type Id = GridRow['id']

/** State of the children of an opened row. */
export type Branch = { state: 'loading' } | { state: 'failed' } | { state: 'there'; rows: GridRow[] }

/** Position of a line in a tree. */
export interface TreePlace {
  /** 1 at the top. */
  level: number
  /** Undefined for a row with nothing beneath it. */
  expanded?: boolean
  loading: boolean
  parent: Id | null
}

const deepest = 32

/** The visible rows from top to bottom with their positions; a row that is its own ancestor is shown once. */
export function treeLines(roots: readonly GridRow[], open: ReadonlyMap<Id, Branch>): { rows: GridRow[]; places: Map<Id, TreePlace> } {
  const rows: GridRow[] = []
  const places = new Map<Id, TreePlace>()
  const add = (level: readonly GridRow[], depth: number, parent: Id | null) => {
    for (const row of level) {
      if (places.has(row.id)) continue
      const branch = open.get(row.id)
      rows.push(row)
      places.set(row.id, {
        level: depth,
        parent,
        loading: branch?.state === 'loading',
        ...(row.has_children === true && { expanded: branch !== undefined }),
      })
      if (branch?.state === 'there' && depth < deepest) add(branch.rows, depth + 1, row.id)
    }
  }
  add(roots, 1, null)
  return { rows, places }
}
