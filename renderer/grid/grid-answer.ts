import type { GridAnswer, GridColumn, GridPagination } from '#schemas/types/contract.d.ts'
import { initialDefaults, parseSort, type GridDefaults } from './grid-query.ts'

const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const records = <T>(value: unknown, isOne: (record: Record<string, unknown>) => boolean): T[] =>
  array(value).filter((item) => isRecord(item) && isOne(item)) as T[]

/** Reads a grid's metadata tolerantly: what is missing is empty, what is no column is left out. Null when there is no grid in it. */
export function readGridAnswer(metadata: Record<string, unknown>): GridAnswer | null {
  const { grid } = metadata
  if (!isRecord(grid)) return null
  const hasKey = (record: Record<string, unknown>) => typeof record.key === 'string'
  const hasType = (record: Record<string, unknown>) => typeof record.type === 'string'
  const seen = new Set<string>()
  return {
    breadcrumbs: records(metadata.breadcrumbs, (crumb) => typeof crumb.title === 'string'),
    page_title: typeof metadata.page_title === 'string' ? metadata.page_title : '',
    pagination: readPagination(metadata.pagination),
    modals: records(metadata.modals, (modal) => typeof modal.id === 'string'),
    grid: {
      ...grid,
      name: String(grid.name ?? ''),
      columns: records<GridColumn>(grid.columns, (column) => hasKey(column) && !seen.has(String(column.key)) && Boolean(seen.add(String(column.key))))
        .map((column) => ({ ...column, title: String(column.title ?? column.key), cell: String(column.cell ?? 'text') })),
      filters: records(grid.filters, hasKey),
      tabs: records(grid.tabs, hasKey),
      toolbar: records(grid.toolbar, hasType),
      row: records(grid.row, hasType),
      bulk: records(grid.bulk, hasType),
    },
  }
}

const count = (value: unknown, least: number, otherwise: number): number => (typeof value === 'number' && Number.isInteger(value) && value >= least ? value : otherwise)

export function readPagination(value: unknown): GridPagination {
  const pagination = isRecord(value) ? value : {}
  return {
    page: count(pagination.page, 1, 1),
    page_size: count(pagination.page_size, 1, 15),
    total: count(pagination.total, 0, 0),
    total_is_exact: pagination.total_is_exact !== false,
  }
}

/** The grid's own order and first tab, once it has told them. */
export function defaultsOf(answer: GridAnswer | undefined): GridDefaults {
  if (!answer) return initialDefaults
  const { default_sort: sort, default_order: order, default_page_size: pageSize } = answer.grid
  const own = typeof sort === 'string' ? parseSort(sort, typeof order === 'string' ? order : null) : null
  return {
    sort: own ?? initialDefaults.sort,
    firstTab: answer.grid.tabs?.[0]?.key ?? null,
    pageSize: typeof pageSize === 'number' ? pageSize : null,
  }
}
