import { readFile, stat } from 'node:fs/promises'
import type { ImportAnswer } from '#schemas/types/contract.d.ts'
import { validationError, ApiError } from '#server/errors.ts'
import type { Feature, UnmanagedHandler } from '#server/feature.ts'
import { taskAnswer } from '#server/tasks/task-answer.ts'
import { exportTypes } from '#server/exports/export-file.ts'
import { applyWrites, RecordsChanged } from '#server/model/write/apply-writes.ts'
import type { WriteLog } from '#server/model/write/write-log.ts'
import { cellText } from '#server/spreadsheet/read-table.ts'
import { defineTask, TaskStopped, type TaskDefinition } from '#server/tasks/define-task.ts'
import { startTask } from '#server/tasks/start-task.ts'
import { guessMapping, importOf, type ImportField } from './import-fields.ts'
import { claimImport, errorsPath, keepImport, openImport, requireUnwritten } from './import-files.ts'
import { importRows, type ImportReport, type RowErrors } from './import-rows.ts'
import {
  fieldsOf,
  listTitle,
  openedImport,
  planImport,
  readList,
  type ImportContext,
  type ImportRequest,
  type OpenedImport,
} from './run-import.ts'
import { createStage, savingPoints, type Open } from './stage-rows.ts'
import { errorsFormat, writeErrors } from './write-errors.ts'

/** Rows above which an import goes on in the background. */
export const directRows = 200
/** Most rows whose errors are answered; the file with errors has all of them. */
const reportedErrors = 100
const sampleRows = 3
/** Characters of a column's title that are answered and compared with the names of fields. */
const shownTitle = 200

const shownField = ({ name, title, required, isList, options }: ImportField) => ({
  name,
  title,
  required,
  is_list: isList,
  ...(options && { choices: options.slice(0, 50).map((option) => option.title!) }),
})

/** Receives a file, and guesses the field of each column. */
export const openCall: UnmanagedHandler<'grid-import-open'> = {
  unmanaged: async (context) => {
    const { file, payload, caller } = context
    if (!file) throw validationError({ file: [{ key: 'rules.required' }] })
    const { grid, params = {} } = payload.payload
    const fields = fieldsOf(context, grid)
    const document = context.registry.grids.get(grid)!.document
    const own = Object.fromEntries(
      Object.entries(params).filter(
        ([name, value]) => Object.hasOwn(document.params ?? {}, name) && ['string', 'number'].includes(typeof value),
      ),
    )
    const table = await readList(context, grid, await readFile(file.path), file.name)
    const stored = await keepImport(context, file, { userId: caller.user!.id, grid, params: own })
    return { results: openedAnswer(context, { stored, table, fields }) }
  },
}

/** A file again that was taken in, for who left its import and comes back. */
export const fileCall: UnmanagedHandler<'grid-import-file'> = {
  unmanaged: async ({ params, ...context }) => ({ results: openedAnswer(context, await openedImport(context, params)) }),
}

function openedAnswer(context: ImportContext, { stored, table, fields }: OpenedImport): ImportAnswer {
  const { key, create = true } = importOf(context.registry.grids.get(stored.grid)!.document)
  const titles = table.titles.map((title) => title.slice(0, shownTitle))
  return {
    import: stored.key,
    grid: stored.grid,
    title: listTitle(context, stored.grid),
    name: stored.name,
    rows: table.rows.length,
    ...(table.encoding && { encoding: table.encoding }),
    ...(table.isGuessed && { is_guessed: true }),
    ...(table.sheet !== undefined && { sheet: table.sheet }),
    ...(table.wider && { wider: table.wider }),
    columns: titles.map((title, at) => ({
      title,
      samples: table.rows.slice(0, sampleRows).map(({ cells }) => cellText(cells[at]).slice(0, 80)),
    })),
    fields: fields.map(shownField),
    mapping: guessMapping(titles, fields),
    modes: [
      ...(create ? ['create' as const] : []),
      ...(key !== undefined ? ['update' as const] : []),
      ...(create && key !== undefined ? ['both' as const] : []),
    ],
    ...(key !== undefined && { key }),
  }
}

/** The answer of a run: what a dry run would do, or what was done; nothing is created or updated where it was not written. */
const reportAnswer = ({ errors, ...counts }: ImportReport, dry: boolean, isWritten: boolean) => ({
  ...counts,
  ...(!dry && !isWritten && { created: 0, updated: 0 }),
  is_written: isWritten,
  errors: errors.slice(0, reportedErrors).map(({ line, title, errors: sentences }) => ({ line, title, errors: sentences })),
})

/** Reports a run. With errors, also writes the file that has all of them. */
async function reportRun(
  { context, onRefused }: Run,
  { stored, table, fields }: OpenedImport,
  report: ImportReport,
  { dry = false }: ImportRequest,
  isWritten: boolean,
) {
  const { caller, registry } = context
  for (const row of report.errors) onRefused?.(row)
  if (report.failed > 0)
    await writeErrors(
      context.config,
      stored,
      table,
      report,
      { locale: caller.locale, title: registry.message('panel', caller.locale, 'import.errors_column') },
      (name) => fields.find((field) => field.name === name)?.title ?? name,
    )
  return reportAnswer(report, dry, isWritten)
}

/** What a run needs: the caller's present rights, transactions, and callbacks for its progress. */
interface Run {
  context: ImportContext
  open: Open
  onRow?: (done: number) => void
  onRefused?: (row: RowErrors) => void
  onWritten?: () => void
}

/**
 * Tries all rows, each by itself and taken back, and then writes what came of them in one short transaction. Where that
 * does not fit any more, or where
 * the call that saves a row writes by ways of its own, the rows are saved one after the other in one transaction instead.
 */
async function runWhole(run: Run, others: readonly Feature[], request: ImportRequest) {
  const { context, open, onRow } = run
  const opened = await openedImport(context, request)
  const plan = planImport(context, others, opened, request)
  const stage = createStage(open)
  const report = await importRows(context, opened.table, plan, stage.attempt, onRow)
  if (request.dry || report.failed > 0) {
    // Its rows may have been refused because they have just been written by another call of it.
    if (!request.dry) await open((step) => requireUnwritten(step, opened.stored.key))
    return reportRun(run, opened, report, request, false)
  }
  const isWritten = stage.isWhole() && (await writeStaged(run, others, opened, request, stage.logs))
  return isWritten ? reportRun(run, opened, report, request, true) : saveTogether(run, others, opened, request)
}

/** Writes what the trial has logged; false where records have changed since. @throws where the caller may no longer import */
async function writeStaged(
  { context, open, onRow, onWritten }: Run,
  others: readonly Feature[],
  opened: OpenedImport,
  request: ImportRequest,
  logs: readonly WriteLog[],
): Promise<boolean> {
  try {
    await open(async (step) => {
      planImport({ ...context, ...step }, others, { ...opened, fields: fieldsOf({ ...context, ...step }, opened.stored.grid) }, request)
      await claimImport(step, opened.stored.key)
      await applyWrites(step.trx, logs)
      // A stop that came while it was written is the last to count.
      onRow?.(opened.table.rows.length)
    })
    onWritten?.()
    return true
  } catch (fault) {
    if (fault instanceof RecordsChanged || isConstraint(fault)) return false
    throw fault
  }
}

const isConstraint = (fault: unknown) => String((fault as { code?: unknown }).code).startsWith('23')

class Refused extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('nothing of the import stays')
    this.report = report
  }
}

async function saveTogether(run: Run, others: readonly Feature[], opened: OpenedImport, request: ImportRequest) {
  const { context, open, onRow, onWritten } = run
  try {
    const report = await open(async (step) => {
      await claimImport(step, opened.stored.key)
      const done = await importRows(
        step,
        opened.table,
        planImport({ ...context, ...step }, others, opened, request),
        savingPoints(step),
        onRow,
      )
      if (done.failed > 0) throw new Refused(done)
      return done
    })
    onWritten?.()
    return await reportRun(run, opened, report, request, true)
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault
    return reportRun(run, opened, fault.report, request, false)
  }
}

/** Imports many rows in the background: all of them, or, when one is refused or it is stopped, none. */
export const createImportTask = (others: readonly Feature[]) =>
  defineTask<ImportRequest>({
    kind: 'grid-import',
    isWhole: true,
    async run({ input, caller, registry, config, step, progress, fail, isCancelled, settle }) {
      const context: ImportContext = { caller, registry, config, now: new Date(), ip: '', userAgent: '', wakeTasks: () => {} }
      const onRow = (done: number) => {
        if (isCancelled()) throw new TaskStopped('cancelled')
        progress(done)
      }
      const onRefused = ({ line, title, code, errors }: RowErrors) =>
        fail({ id: line, title, code, message: Object.values(errors).flat().join(' ') })
      return runWhole({ context, open: step, onRow, onRefused, onWritten: settle }, others, input)
    },
  })

/** Runs an import, or a dry run of it; with many rows as a task. */
export const createRunCall = (others: readonly Feature[], task: TaskDefinition): UnmanagedHandler<'grid-import-run'> => ({
  unmanaged: async ({ params: _, payload, file: __, database, idempotencyKey, ...context }) => {
    const request = payload
    const { table, stored } = await openedImport(context, request)
    if (table.rows.length > directRows) {
      const title = context.registry.message('panel', context.caller.locale, request.dry ? 'import.check_title' : 'import.title', {
        name: stored.name,
      })
      const started = await database.transaction((trx) =>
        startTask({ ...context, trx }, task, {
          title,
          input: request,
          about: { ...request, grid: stored.grid, params: stored.params, name: stored.name },
          total: table.rows.length,
          key: idempotencyKey,
        }),
      )
      return { results: { task: taskAnswer(context, started) } }
    }
    return {
      results: await runWhole({ context, open: (work) => database.transaction((trx) => work({ ...context, trx })) }, others, request),
    }
  },
})

/** The file with its errors, as the last run has found them. */
export const errorsCall: UnmanagedHandler<'grid-import-errors'> = {
  unmanaged: async ({ params, config, caller }) => {
    const { stored } = await openImport(config, params.import, caller.user?.id)
    const path = errorsPath(config, stored.key)
    if (!(await stat(path).catch(() => undefined))) throw new ApiError('not-found')
    const format = errorsFormat(stored)
    return { results: null, file: { path, name: stored.name.replace(/(\.[^.]+)?$/, `-errors.${format}`), mediaType: exportTypes[format] } }
  },
}
