import { useEffect, useRef, useState, type ReactNode } from 'react'
import { follow } from '#renderer/routing/follow.ts'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { callFile } from '#renderer/api/call-file.ts'
import { saveFile } from '#renderer/action/run-file.ts'
import { confirmLeave } from '#renderer/dialog/unsaved.ts'
import { GridDialog } from '#renderer/grid/popover/grid-dialog.tsx'
import { problemOf } from '#renderer/grid/data/problem-of.ts'
import { followTask } from '#renderer/tasks/follow-tasks.ts'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import {
  countOf,
  directRows,
  exportPayload,
  printedRows,
  printPath,
  shownLines,
  type Taken,
  type TakenLine,
  type TakenRows,
} from './export-import.ts'
import './export-import.css'

interface ExportDialogProps {
  taken: Taken
  isPrint: boolean
  opener: HTMLElement
  onClose: () => void
}

const formatKey = 'pishkhan-export-format'

/** Which rows and columns of a list go into a file, or onto paper. */
export default function ExportDialog({ taken, isPrint, opener, onClose }: ExportDialogProps) {
  const { formats, columns, grid, title, pagination } = taken
  const { t } = formats
  const [format, setFormat] = useState<'csv' | 'xlsx'>(() => (localStorage.getItem(formatKey) === 'csv' ? 'csv' : 'xlsx'))
  const [rows, setRows] = useState<TakenRows>(taken.selected.length > 0 ? 'selection' : 'all')
  const [allColumns, setAllColumns] = useState(false)
  const [leftOut, setLeftOut] = useState<readonly TakenLine[]>([])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const request = useRef<AbortController>(null)
  useEffect(() => () => request.current?.abort(), [])
  const isMany = rows === 'all' && (pagination.total > (isPrint ? printedRows : directRows) || pagination.total_is_exact === false)

  const offeredLines = isPrint ? [] : shownLines(taken, { rows, allColumns })
  const lines = offeredLines.filter((line) => !leftOut.includes(line))

  const submit = async () => {
    if (isPrint) {
      onClose()
      if (await confirmLeave()) follow(printPath(taken, { rows, allColumns }))
      return
    }
    localStorage.setItem(formatKey, format)
    request.current = new AbortController()
    setBusy(true)
    setProblem(null)
    try {
      const found = await callFile('grid-export', {
        payload: exportPayload(taken, format, { rows, allColumns, lines }),
        signal: request.current.signal,
      })
      if ('file' in found) saveFile(found.file.blob, found.file.name)
      else followTask((found.answer.results as { task: TaskAnswer }).task)
      onClose()
    } catch (error) {
      const failure = asFailure(error, 'grid-export')
      if (!isCancelled(failure)) setProblem(problemOf(failure))
      setBusy(false)
    }
  }
  const count = (which: TakenRows) =>
    `${formats.number(countOf(taken, which)) ?? ''}${which === 'all' && pagination.total_is_exact === false ? '+' : ''}`
  const offered: TakenRows[] = [...(taken.selected.length > 0 ? ['selection' as const] : []), 'page', 'all']

  return (
    <GridDialog
      title={t(isPrint ? 'grid.print_title' : 'grid.export_title', { name: title })}
      opener={opener}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void submit()}
      foot={
        <button
          type="submit"
          className="grid-button"
          data-color="primary"
          data-primary
          disabled={isBusy || countOf(taken, rows) === 0}
          aria-busy={isBusy}
        >
          {isBusy ? t('grid.exporting') : t(isPrint ? 'grid.print_do' : 'grid.export_do')}
        </button>
      }
    >
      <div className="grid-export-import-form">
        {isPrint ? null : (
          <Choice
            legend={t('grid.format')}
            name="format"
            value={format}
            onChange={setFormat}
            options={[
              ['xlsx', 'Excel (XLSX)', t('grid.format_xlsx_hint')],
              ['csv', 'CSV', t('grid.format_csv_hint')],
            ]}
          />
        )}
        <Choice
          legend={t('grid.which_rows')}
          name="rows"
          value={rows}
          onChange={setRows}
          options={offered.map((which) => [which, t(`grid.take_${which}`, { count: count(which) })])}
        />
        {columns.length === grid.columns.length ? null : (
          <Choice
            legend={t('grid.columns')}
            name="columns"
            value={allColumns ? 'all' : 'shown'}
            onChange={(value) => setAllColumns(value === 'all')}
            options={[
              ['shown', t('grid.take_columns_shown', { count: formats.number(columns.length) })],
              ['all', t('grid.take_columns_all', { count: formats.number(grid.columns.length) })],
            ]}
          />
        )}
        {offeredLines.length === 0 ? null : (
          <fieldset className="grid-export-import-choice">
            <legend>{t('grid.take_more')}</legend>
            {offeredLines.map((line) => (
              <label key={line}>
                <input
                  type="checkbox"
                  checked={!leftOut.includes(line)}
                  onChange={() => setLeftOut(leftOut.includes(line) ? leftOut.filter((each) => each !== line) : [...leftOut, line])}
                />
                <span>{t(`grid.take_${line}`)}</span>
              </label>
            ))}
          </fieldset>
        )}
        {isMany ? (
          <p className="grid-hint" role="status">
            {t(isPrint ? 'grid.print_limit' : 'grid.export_background', { count: formats.number(isPrint ? printedRows : directRows) })}
          </p>
        ) : null}
      </div>
    </GridDialog>
  )
}

interface ChoiceProps<Value extends string> {
  legend: string
  name: string
  value: Value
  options: readonly (readonly [value: Value, title: string, hint?: string])[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ legend, name, value, options, onChange }: ChoiceProps<Value>): ReactNode {
  return (
    <fieldset className="grid-export-import-choice">
      <legend>{legend}</legend>
      {options.map(([option, title, hint]) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          <span>
            <bdi>{title}</bdi>
            {hint ? <small>{hint}</small> : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
