import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { useTasks } from '#renderer/tasks/task-store.ts'
import { GridDialog } from '#renderer/grid/popover/grid-dialog.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportLeft } from './import-left.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportReportView } from './import-report.tsx'
import type { Taken } from './export-import.ts'
import { useImport } from './use-import.ts'
import './export-import.css'

interface ImportDialogProps extends Pick<Taken, 'params' | 'formats'> {
  grid: string
  /** Of the list, as its page has it. */
  title?: string
  /** A running or finished task that the user comes back to. */
  task?: TaskAnswer
  opener: HTMLElement
  onClose: () => void
  onImported: () => void
}

/** Imports records from a file: choose the file, assign its columns, check, and import. */
export default function ImportDialog({ grid, params, title, task: left, formats, opener, onClose, onImported }: ImportDialogProps) {
  const { t } = formats
  const number = (count: number) => formats.number(count) ?? String(count)
  const stopped = (dry: boolean) => t(dry ? 'grid.import_check_stopped' : 'grid.import_cancelled')
  const { state, open, run, resume, stop, saveErrors, setMapping, setMode, backToColumns, startOver } = useImport({
    grid,
    params,
    task: left,
    stopped,
    onLeft: ({ failed }, { name }) =>
      showToast({ tone: 'danger', text: `${name}: ${t('grid.import_failed')}: ${number(failed)}. ${t('grid.import_faulty')}` }),
    onDone: ({ created, updated }) => {
      showToast({ tone: 'success', text: t('grid.imported', { created: number(created), updated: number(updated) }) })
      onImported()
      onClose()
    },
  })
  const { step, busy, opened, report } = state
  const task = useTasks(({ tasks }) => tasks.find(({ id }) => id === state.taskId))
  const running = busy === 'checking' || busy === 'importing' ? busy : null
  const submit = () => {
    if (busy !== null || opened?.rows === 0) return
    if (step === 'columns') void run(true)
    else if (step === 'checked' && report?.failed === 0) void run(false)
  }
  const primary =
    step === 'columns' ? t('grid.import_check') : t('grid.import_do', { count: opened?.rows ?? 0, number: number(opened?.rows ?? 0) })
  const foot =
    running !== null ? (
      task && (
        <button type="button" className="grid-button" disabled={task.is_stopping} onClick={stop}>
          {t('tasks.cancel')}
        </button>
      )
    ) : (
      <>
        {step === 'columns' ? (
          <button type="button" className="grid-button" data-plain disabled={busy !== null} onClick={startOver}>
            {t('grid.import_another')}
          </button>
        ) : null}
        {step === 'checked' ? (
          <button
            type="button"
            className="grid-button"
            data-plain
            disabled={busy !== null}
            onClick={report?.failed ? startOver : backToColumns}
          >
            {t(report?.failed ? 'grid.import_another' : 'grid.import_back')}
          </button>
        ) : null}
        {step === 'checked' && report?.failed ? (
          <button type="button" className="grid-button" onClick={backToColumns}>
            {t('grid.import_back')}
          </button>
        ) : null}
        {step === 'columns' || (step === 'checked' && report?.failed === 0) ? (
          <button
            type="submit"
            className="grid-button"
            data-color="primary"
            data-primary
            disabled={busy !== null || opened?.rows === 0 || Object.keys(state.mapping).length === 0}
          >
            {primary}
          </button>
        ) : null}
      </>
    )
  return (
    <GridDialog
      title={left && !opened ? left.title : t('grid.import_title', { name: title ?? opened?.title })}
      opener={opener}
      problem={state.problem}
      foot={foot}
      onSubmit={submit}
      onClose={onClose}
    >
      {step === 'file' && busy === null ? (
        <ImportLeft grid={grid} params={params} formats={formats} onResume={(task) => void resume(task)} />
      ) : null}
      {step === 'file' ? (
        <ImportFile busy={busy !== null} share={state.share} formats={formats} onFile={(file) => void open(file)} />
      ) : null}
      {running ? <ImportProgress title={t(`grid.import_busy_${running}`)} taskId={state.taskId} /> : null}
      {step === 'columns' && opened && !running ? (
        <ImportColumns
          opened={opened}
          mapping={state.mapping}
          mode={state.mode}
          formats={formats}
          onMapping={setMapping}
          onMode={setMode}
        />
      ) : null}
      {step === 'checked' && opened && report && !running ? (
        <ImportReportView report={report} fields={opened.fields} formats={formats} onSaveErrors={() => void saveErrors()} />
      ) : null}
    </GridDialog>
  )
}
