import { calendarOf, formatDate } from '#schemas/rules/calendar/calendar.ts'
import { isRtl } from '#schemas/rules/locales.ts'
import type { GridAnswer, GridColumn } from '#schemas/types/contract.d.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, UnmanagedContext, UnmanagedHandler } from '#server/feature.ts'
import { taskAnswer } from '#server/tasks/task-answer.ts'
import { invokeCounting, type Invoke, type InvokedCall } from '#server/plugins/run-call.ts'
import { defineTask } from '#server/tasks/define-task.ts'
import { startTask } from '#server/tasks/start-task.ts'
import { exportColumns, summaryLines } from './export-columns.ts'
import { cellsOf, exportTypes, tablePieces, writeFileFor, type ExportFormat, type FileLines } from './export-file.ts'
import { atOnce, inBackground, readAllRows, readNamedRows, readPage, type AskPage, type Pace } from './read-rows.ts'

/** Most rows of one file; a sheet of XLSX has room for little more. */
export const maxExportRows = 1_000_000
/** Rows up to which a file is the answer; above, a task writes it. */
export const directRows = 10_000

/** What somebody asks to take along of a grid. */
export interface ExportRequest {
  /** `module/class/part` */
  grid: string
  /** Call that the screen asks in place of the grid's own. */
  endpoint?: string
  format: ExportFormat
  /** The page that is shown, all rows that match, or the rows of `ids`. */
  rows: 'page' | 'all' | 'selection'
  ids?: (number | string)[]
  /** The query of the list, as the grid call takes it. */
  query?: Record<string, string | number>
  /** Keys of columns, in their order; all that the caller may read when left out. */
  columns?: string[]
  /** What stands beside the rows: what all that match come to, at the end, and a line above each group; where the grid has it. */
  with?: ('summary' | 'groups')[]
}

type Values = Record<string, unknown>
type Asking = Pick<CallContext, 'caller' | 'registry' | 'now'> & { invoke: Invoke }
interface OpenedExport {
  answer: GridAnswer
  columns: GridColumn[]
  name: string
  ask: AskPage
}

/**
 * Asks for the grid as its screen does, so that its rows, order, fields and refusals are those that the caller sees. Who may not list it,
 * or not take it along, ends here.
 */
async function openExport({ caller, registry, now, invoke }: Asking, request: ExportRequest, countsAll = false): Promise<OpenedExport> {
  const { grid, endpoint, format, rows, query = {} } = request
  const [module, className, part] = grid.split('/')
  const isTree = rows === 'all' && registry.grids.get(grid)?.document.tree !== undefined
  const base = { ...(isTree && { under: 'all' }), ...query, ...(endpoint === undefined && { module, class: className, part }) }
  const callOf = (extraParams: Record<string, unknown>): InvokedCall => ({
    name: endpoint ?? 'grid',
    method: 'GET',
    params: asText({ ...base, ...extraParams }),
  })
  const ask: AskPage = (extraParams) => invoke(callOf(extraParams))
  const frame = callOf(rows === 'page' ? {} : { page: 1, page_size: 1 })
  // Any call that answers a grid may be named; whether this one did is checked by the name of the grid.
  const answer = (await (countsAll ? invokeCounting(invoke, frame) : invoke(frame))).metadata as unknown as GridAnswer
  if (answer.grid?.name !== grid) throw new ApiError('unknown-grid')
  if (!answer.grid.can_export) throw new ApiError('permission-denied')
  const day = formatDate(now, { locale: 'en', calendar: calendarOf(caller.locale), timeZone: caller.timezone, pattern: 'YYYY-MM-DD' })
  return {
    answer,
    columns: chosenColumns(answer.grid.columns, request.columns),
    name: `${answer.page_title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()} ${day}.${format}`,
    ask,
  }
}

/** Values as text, as a query carries them; undefined ones are left out. */
const asText = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)]])))

/** Requested columns that the caller may see; others are left out. */
function chosenColumns(columns: readonly GridColumn[], keys: readonly string[] | undefined): GridColumn[] {
  if (keys === undefined) return [...columns]
  const chosen = keys.map((key) => columns.find((column) => column.key === key)).filter((column) => column !== undefined)
  if (chosen.length === 0) throw new ApiError('422', { errors: { columns: [{ key: 'rules.included' }] } })
  return chosen
}

function pagesOf({ rows, query = {}, ids = [], with: beside }: ExportRequest, { ask }: OpenedExport, pace: Pace) {
  if (rows === 'all') return readAllRows(ask, query, maxExportRows, pace, { groups: beside?.includes('groups') })
  return rows === 'selection' ? readNamedRows(ask, query, ids) : readPage(ask, query)
}

/** The file, page by page; `onRows` is told how many rows are written. */
function exportPieces(
  { caller, registry }: Pick<Asking, 'caller' | 'registry'>,
  request: ExportRequest,
  opened: OpenedExport,
  pace: Pace,
  onRows?: (count: number) => void,
): AsyncIterable<Buffer> {
  const say = (key: string, values?: Record<string, unknown>) => registry.message('panel', caller.locale, key, values)
  const columns = exportColumns(opened.columns, caller, say, request.format)
  const {
    page_title: name,
    summary,
    grid: { group_by: group },
  } = opened.answer
  const lines: FileLines = {
    // A line of text: yes and no as words in either format.
    ...(group && request.with?.includes('groups') && { group: exportColumns([group], caller, say, 'csv')[0] }),
    ...(summary?.values &&
      summary.rows > 0 &&
      request.rows !== 'selection' &&
      request.with?.includes('summary') && { last: summaryLines(columns, summary.values, say) }),
  }
  return tablePieces(request.format, {
    name,
    rightToLeft: isRtl(caller.locale),
    columns,
    rows: cellsOf(pagesOf(request, opened, pace), columns, lines, onRows),
  })
}

/** Number of rows that the file will have; undefined where it is not known exactly. */
function goalOf(
  { rows, ids }: ExportRequest,
  {
    answer: {
      pagination: { total, total_is_exact: isExact },
    },
  }: OpenedExport,
): number | undefined {
  return rows === 'all' && isExact === false ? undefined : (ids?.length ?? total)
}

/** Writes large files in the background; their owner fetches them for a day. */
export const exportTask = defineTask<ExportRequest>({
  kind: 'grid-export',
  async run({ input, caller, registry, invoke, progress, isQuiet, writeFile }) {
    const opened = await openExport({ caller, registry, now: new Date(), invoke }, input, true)
    const goal = goalOf(input, opened) ?? null
    progress(0, goal)
    await writeFile(
      opened.name,
      exportTypes[input.format],
      exportPieces({ caller, registry }, input, opened, inBackground(isQuiet), (count) => progress(count, goal)),
    )
  },
})

/** Answers the rows of a grid as a file, or, of many, the task that writes it. */
export const exportGrid: UnmanagedHandler<'grid-export'> = {
  // Nothing is written: a repeated call reads again.
  ownRepeats: true,
  unmanaged: (context) => answerExport(context, context.payload),
}

/** The file of an export, or the task that writes it where it is large. */
export async function answerExport(context: UnmanagedContext<Values, Values>, request: ExportRequest) {
  const { database, config, idempotencyKey } = context
  const opened = await openExport(context, request)
  const { total, total_is_exact: isExact } = opened.answer.pagination
  if (request.rows === 'all' && (total > directRows || isExact === false)) {
    const task = await database.transaction((trx) =>
      startTask({ ...context, trx }, exportTask, {
        title: context.registry.message('panel', context.caller.locale, 'export.title', { name: opened.answer.page_title }),
        input: request,
        total: goalOf(request, opened),
        key: idempotencyKey,
      }),
    )
    return { results: { task: taskAnswer(context, task) } }
  }
  const file = await writeFileFor(config, exportPieces(context, request, opened, atOnce))
  return { results: null, file: { ...file, name: opened.name, mediaType: exportTypes[request.format] } }
}
