import { readFile, stat } from 'node:fs/promises'
import { invalid, Refusal } from '#server/errors.ts'
import type { Answer, Feature, FreeHandler } from '#server/features/feature.ts'
import { taskAnswer } from '#server/features/panel/tasks.ts'
import { exportTypes } from '#server/features/panel/export/export-file.ts'
import { cellText, readTable } from '#server/spreadsheet/read-table.ts'
import { defineTask, TaskStopped, type TaskDefinition } from '#server/tasks/define-task.ts'
import { startTask } from '#server/tasks/start-task.ts'
import { guessMapping, importOf, type ImportField } from './import-fields.ts'
import { errorsPath, keepImport, openImport } from './import-files.ts'
import type { ImportReport } from './import-rows.ts'
import { fieldsOf, ImportUndone, openedImport, runImport, type ImportContext, type ImportRequest, type OpenedImport } from './run-import.ts'
import { errorsFormat, writeErrors } from './write-errors.ts'

/** Rows above which an import goes on in the background. */
export const directRows = 1000
/** Rows whose errors are told at once; the file has them all. */
const toldErrors = 100
const sampleRows = 3

const shownField = ({ name, title, required, isList, options }: ImportField) => ({ name, title, required, is_list: isList, ...(options && { choices: options.slice(0, 50).map(option => option.title) }) })

/** Takes a file in and tells what its columns are likely to be. */
export const openCall: FreeHandler = {
  free: async context => {
    const { file, payload, caller } = context
    if (!file) throw invalid({ file: [{ key: 'rules.required' }] })
    const { grid, params = {} } = (payload.payload ?? {}) as { grid?: string; params?: Record<string, string | number> }
    if (typeof grid !== 'string') throw invalid({ grid: [{ key: 'rules.required' }] })
    const fields = fieldsOf(context, grid)
    const document = context.registry.grids.get(grid)!.document
    const own = Object.fromEntries(Object.entries(params).filter(([name, value]) => Object.hasOwn(document.params ?? {}, name) && ['string', 'number'].includes(typeof value)))
    const table = await readTable(await readFile(file.path), file.name, caller.locale)
    const kept = await keepImport(context.config, file, { userId: caller.user!.id, grid, params: own })
    const { key, create = true } = importOf(document)
    const mapping = guessMapping(table.titles, fields)
    return {
      results: {
        import: kept.key, name: kept.name, rows: table.rows.length, ...(table.encoding && { encoding: table.encoding }), ...(table.isGuessed && { is_guessed: true }), ...(table.sheet !== undefined && { sheet: table.sheet }),
        columns: table.titles.map((title, at) => ({ title, samples: table.rows.slice(0, sampleRows).map(({ cells }) => cellText(cells[at]).slice(0, 80)) })),
        fields: fields.map(shownField), mapping,
        modes: [...(create ? ['create'] : []), ...(key !== undefined ? ['update'] : []), ...(create && key !== undefined ? ['both'] : [])],
        ...(key !== undefined && { key }),
      },
    }
  },
}

const shown = ({ errors, ...counts }: ImportReport, isWritten: boolean) => ({ ...counts, is_written: isWritten, errors: errors.slice(0, toldErrors) })

/** Tells what a run came to; of one with errors the file that has them all is written. */
async function told(context: ImportContext, { kept, table, fields }: OpenedImport, report: ImportReport, isWritten: boolean) {
  const { caller, registry } = context
  if (report.failed > 0) await writeErrors(context.config, kept, table, report, { locale: caller.locale, title: registry.message('panel', caller.locale, 'import.errors_column') }, name => fields.find(field => field.name === name)?.title ?? name)
  return shown(report, isWritten)
}

type Inside = Parameters<typeof runImport>[0]

/** Runs an import in one transaction, which is taken back for a dry run and when a row is refused. */
async function runWhole(context: ImportContext, others: readonly Feature[], request: ImportRequest, transaction: (work: (context: Inside) => Promise<ImportReport>) => Promise<ImportReport>, onRow?: (done: number) => void) {
  const opened = await openedImport(context, request)
  try {
    return await told(context, opened, await transaction(inside => runImport(inside, others, opened, request, onRow)), true)
  } catch (fault) {
    if (!(fault instanceof ImportUndone)) throw fault
    return told(context, opened, fault.report, false)
  }
}

/** Imports many rows in the background: all of them, or, when one is refused or it is stopped, none. */
export const createImportTask = (others: readonly Feature[]) => defineTask<ImportRequest>({
  kind: 'grid-import',
  async run({ input, caller, registry, config, step, progress, isCancelled }) {
    const context: ImportContext = { caller, registry, config, now: new Date(), ip: '', userAgent: '', wakeTasks: () => {} }
    return runWhole(context, others, input, step, done => {
      if (isCancelled()) throw new TaskStopped('cancelled')
      progress(done)
    })
  },
})

/** Tries a file out, or does what it asks for; with many rows a task does. */
export const createRunCall = (others: readonly Feature[], task: TaskDefinition): FreeHandler => ({
  free: async ({ params: _, payload, file: __, database, repeatKey, ...context }) => {
    const request = payload as unknown as ImportRequest
    const { table, kept } = await openedImport(context, request)
    if (table.rows.length > directRows) {
      const title = context.registry.message('panel', context.caller.locale, request.dry ? 'import.check_title' : 'import.title', { name: kept.name })
      const started = await database.transaction(trx => startTask({ ...context, trx }, task, { title, input: request, total: table.rows.length, key: repeatKey }))
      return { results: { task: taskAnswer(context, started) } }
    }
    return { results: await runWhole(context, others, request, work => database.transaction(trx => work({ ...context, trx }))) }
  },
})

/** The file with its errors, as the last run has found them. */
export const errorsCall: FreeHandler = {
  free: async ({ params, config, caller }): Promise<Answer> => {
    const { kept } = await openImport(config, String(params.import), caller.user?.id)
    const path = errorsPath(config, kept.key)
    if (!await stat(path).catch(() => undefined)) throw new Refusal('not-found')
    const format = errorsFormat(kept)
    return { results: null, file: { path, name: kept.name.replace(/(\.[^.]+)?$/, `-errors.${format}`), mediaType: exportTypes[format] } }
  },
}
