import { isNothing } from '#renderer/grid/cells/cell-values.ts'
import type { ColumnLayout } from '#renderer/grid/columns/columns.ts'
import { useMedia } from '#renderer/ui/use-media.ts'
import { shownOnRow } from '#schemas/rules/conditions/column-case.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'

/** As wide as the sheet of the grid has it. */
const narrow = '(max-width: 640px)'

/** Whether rows are drawn as cards. */
export const useIsCards = (): boolean => useMedia(narrow)

/** Lines of a card that is folded, where its columns do not say; its title is none of them. */
export const cardLines = 6

export interface CardCells {
  title: ColumnLayout[]
  lines: ColumnLayout[]
  /** What unfolds. */
  rest: ColumnLayout[]
}

/**
 * What of a row its card shows: the columns that are its title (those frozen at the start, where none says so), those that
 * are a line of it whatever happens, and of the others the first that hold something.
 */
export function cardCells(columns: readonly ColumnLayout[], row: GridRow): CardCells {
  const kept = columns.filter(({ column }) => column.card !== false)
  const all = kept.length > 0 ? kept : columns
  const named = all.filter(({ column }) => column.card === 'title')
  const title = named.length > 0 ? named : all.filter(({ sticky }) => sticky?.side === 'start')
  const others = all.filter(
    (entry) => !title.includes(entry) && (entry.column.card === 'line' || !isNothing(shownOnRow(entry.column, row))),
  )
  let left = cardLines - others.filter(({ column }) => column.card === 'line').length
  const seen = others.filter(({ column }) => column.card === 'line' || left-- > 0)
  // What unfolds a single line would take as much room as that line.
  if (others.length - seen.length < 2) return { title, lines: others, rest: [] }
  return { title, lines: seen, rest: others.filter((entry) => !seen.includes(entry)) }
}
