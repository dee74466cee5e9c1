import type { ReadGrid } from '#renderer/grid/data/grid-answer.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { formatGridQuery, formatGridRequest, initialDefaults, printSearch, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import type { GridPagination } from '#schemas/types/contract.d.ts'

/** What of a list can be taken along, as it is on the screen. */
export interface Taken {
  grid: ReadGrid['grid']
  title: string
  /** Parameters that its screen gives the grid. */
  params?: Record<string, unknown>
  /** Endpoint that the screen uses instead of the grid's own. */
  endpoint?: string
  query: GridQuery
  /** Keys of the columns that are shown, in their order. */
  columns: string[]
  selected: (string | number)[]
  shownRows: number
  pagination: GridPagination
  formats: CellFormats
}

export type TakenRows = 'selection' | 'page' | 'all'
/** Lines of a list that a file can contain in addition to its rows. */
export type TakenLine = 'summary' | 'groups'
export interface TakenChoice {
  rows: TakenRows
  allColumns: boolean
  lines?: readonly TakenLine[]
}

/** The additional lines that a list shows; there is no summary of selected rows. */
export const shownLines = ({ grid, columns }: Taken, { rows, allColumns }: TakenChoice): TakenLine[] => [
  ...(grid.group_by ? ['groups' as const] : []),
  ...(rows !== 'selection' && grid.columns.some(({ key, summary }) => summary !== undefined && (allColumns || columns.includes(key)))
    ? ['summary' as const]
    : []),
]

/** Rows above which the server writes a file in the background. */
export const directRows = 10_000
/** Most rows of a print view. */
export const printedRows = 1000

export const countOf = ({ selected, shownRows, pagination }: Taken, rows: TakenRows): number =>
  rows === 'selection' ? selected.length : rows === 'page' ? shownRows : pagination.total

const plainParams = (params: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1]) && entry[1] !== '',
    ),
  )

/** Payload of the export call. */
export function exportPayload(
  { grid, endpoint, params, query, columns, selected }: Taken,
  format: 'csv' | 'xlsx',
  { rows, allColumns, lines = [] }: TakenChoice,
) {
  return {
    grid: grid.name,
    format,
    rows,
    query: { ...formatGridRequest(query), ...plainParams(params) },
    ...(endpoint !== undefined && { endpoint }),
    ...(rows === 'selection' && { ids: selected }),
    ...(!allColumns && { columns }),
    ...(lines.length > 0 && { with: [...lines] }),
  }
}

/** Query keys of a print page, in addition to those of the list. */
export const printKeys = { rows: 'print_rows', columns: 'print_columns', ids: 'print_ids', endpoint: 'print_endpoint' } as const

/** Address of the print view. */
export function printPath({ grid, endpoint, params, query, columns, selected }: Taken, { rows, allColumns }: TakenChoice): string {
  const search = formatGridQuery({ ...query, view: null }, initialDefaults)
  for (const [key, value] of Object.entries(plainParams(params))) search.set(key, String(value))
  search.set(printKeys.rows, rows)
  if (!allColumns) search.set(printKeys.columns, columns.join())
  if (rows === 'selection') search.set(printKeys.ids, selected.slice(0, printedRows).join())
  if (endpoint !== undefined) search.set(printKeys.endpoint, endpoint)
  return `/grid-print/${grid.name}?${printSearch(search)}`
}
