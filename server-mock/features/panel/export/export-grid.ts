import { calendarOf, formatDate } from '#schemas/rules/calendar.ts'
import { isRtl } from '#schemas/rules/locales.ts'
import type { GridAnswer, GridColumn } from '#schemas/types/contract.d.ts'
import { Refusal } from '#server/errors.ts'
import type { FreeHandler } from '#server/features/feature.ts'
import type { Pagination } from '#server/model/list-query.ts'
import type { AskGrid, FreeContext, GridName } from '#server/features/panel/ask-grid.ts'
import { exportColumns } from './export-columns.ts'
import { cellsOf, exportTypes, writeFileFor, writeTable, type ExportFormat } from './export-file.ts'
import { readAllRows, readNamedRows, readPage, type AskPage } from './read-rows.ts'

/** Most rows of one file; a sheet of XLSX has room for little more. */
export const maxExportRows = 1_000_000

/** What somebody asks to take along of a grid. */
export interface ExportRequest extends GridName {
  format: ExportFormat
  /** The page that is shown, all rows that match, or the rows of `ids`. */
  rows: 'page' | 'all' | 'selection'
  ids?: (number | string)[]
  /** The query of the list, as the grid call takes it. */
  query?: Record<string, unknown>
  /** Keys of columns, in their order; all that the caller may read when left out. */
  columns?: string[]
}

interface OpenedExport {
  answer: GridAnswer
  columns: GridColumn[]
  name: string
  ask: AskPage
  pagination: Pagination
}

/** Asks the grid once: who may not list it, or not export it, ends here; so does a query that it refuses. */
async function openExport(context: FreeContext, askGrid: AskGrid, request: ExportRequest): Promise<OpenedExport> {
  const { grid, endpoint, format, query = {} } = request
  const base = request.rows === 'all' && context.registry.grids.get(grid)?.document.tree ? { under: 'all', ...query } : query
  const ask: AskPage = asked => askGrid(context, { grid, endpoint }, { ...base, ...asked })
  const { metadata } = await ask(request.rows === 'all' ? { page: 1, page_size: 1 } : {})
  const answer = metadata as unknown as GridAnswer
  if (!answer.grid.can_export) throw new Refusal('permission-denied')
  const day = formatDate(context.now, { locale: 'en', calendar: calendarOf(context.caller.locale), timeZone: context.caller.timezone, pattern: 'YYYY-MM-DD' })
  return { answer, columns: chosenColumns(answer.grid.columns, request.columns), name: `${answer.page_title} ${day}.${format}`, ask, pagination: answer.pagination as Pagination }
}

/** Columns that are asked for and that there are for this caller; what there is not is left out, as a grid leaves it out. */
function chosenColumns(columns: readonly GridColumn[], keys: readonly string[] | undefined): GridColumn[] {
  if (keys === undefined) return [...columns]
  const chosen = keys.map(key => columns.find(column => column.key === key)).filter(column => column !== undefined)
  if (chosen.length === 0) throw new Refusal('422', { errors: { columns: [{ key: 'rules.included' }] } })
  return chosen
}

function pagesOf(request: ExportRequest, { ask }: OpenedExport) {
  if (request.rows === 'all') return readAllRows(ask, request.query ?? {}, maxExportRows)
  return request.rows === 'selection' ? readNamedRows(ask, request.query ?? {}, request.ids ?? []) : readPage(ask, request.query ?? {})
}

/** Writes what was asked for, page by page. */
async function writeExport(context: FreeContext, request: ExportRequest, opened: OpenedExport, write: (bytes: Buffer) => Promise<void>, onRows?: (count: number) => Promise<void> | void): Promise<void> {
  const { caller, registry } = context
  const columns = exportColumns(opened.columns, caller, (key, values) => registry.message('panel', caller.locale, key, values))
  await writeTable(request.format, { name: opened.answer.page_title, rightToLeft: isRtl(caller.locale), columns, rows: cellsOf(pagesOf(request, opened), columns, onRows) }, write)
}

/** Answers the rows of a grid as a file. */
export const createGridExport = (askGrid: AskGrid): FreeHandler => ({
  free: async context => {
    const request = context.payload as unknown as ExportRequest
    const opened = await openExport(context, askGrid, request)
    const file = await writeFileFor(context.config, write => writeExport(context, request, opened, write))
    return { results: null, file: { ...file, name: opened.name, mediaType: exportTypes[request.format] } }
  },
})
