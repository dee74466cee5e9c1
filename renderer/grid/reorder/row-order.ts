import type { GridRow } from '#schemas/types/contract.d.ts'

type Id = GridRow['id']

/** Before or after which line another one is let go. */
export interface Drop {
  id: Id
  side: 'before' | 'after'
}

/** Where a record goes, as the call `reorder` takes it. */
export type MoveTarget = { after: number } | { before: number } | { at: 'first' | 'last' }

/** The line and its side where a row lands that moves from one index to another. */
export function dropPlace(rows: readonly GridRow[], from: number, to: number): Drop {
  return { id: rows[to]!.id, side: to > from ? 'after' : 'before' }
}

/** The neighbour in the order of the records, which lists that are sorted descending show upside down; null where the row stays. */
export function neighbourOf(rows: readonly GridRow[], id: Id, drop: Drop, order: 'asc' | 'desc'): MoveTarget | null {
  const from = rows.findIndex((row) => row.id === id)
  const over = rows.findIndex((row) => row.id === drop.id)
  if (over < 0 || drop.id === id || (drop.side === 'before' ? over - 1 : over + 1) === from) return null
  const isAfter = (drop.side === 'after') === (order === 'asc')
  return isAfter ? { after: Number(drop.id) } : { before: Number(drop.id) }
}
