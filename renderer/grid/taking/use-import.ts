import { useEffect, useRef, useState } from 'react'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { call } from '#renderer/api/call.ts'
import { callFile } from '#renderer/api/call-file.ts'
import { sendFile } from '#renderer/api/send-file.ts'
import { saveFile } from '#renderer/action/run-file.ts'
import { problemOf } from '#renderer/grid/problem-of.ts'
import { cancelTask, followTask } from '#renderer/tasks/follow-tasks.ts'
import type { ImportAnswer, TaskAnswer } from '#schemas/types/contract.d.ts'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'

/** A file that the server has read: its columns, and what each is likely to be. */
export type OpenedFile = ImportAnswer
/** What a run came to. */
export type ImportReport = Exclude<Endpoints['grid-import-run']['results'], { task: unknown }>
export type ImportMode = OpenedFile['modes'][number]

export interface ImportState {
  step: 'file' | 'columns' | 'checked'
  busy: 'reading' | 'checking' | 'importing' | null
  /** Share of the file that has gone out, or of the rows that are behind it; null while nobody knows. */
  share: number | null
  /** Of the work in the background that `busy` is. */
  taskId: number | null
  opened: OpenedFile | null
  mapping: Record<string, number>
  mode: ImportMode
  report: ImportReport | null
  problem: string | null
}

const begin: ImportState = { step: 'file', busy: null, share: null, taskId: null, opened: null, mapping: {}, mode: 'create', report: null, problem: null }

interface ImportTarget {
  grid: string
  params?: Record<string, unknown>
  onDone: (report: ImportReport) => void
  /** It ended without anything written after the dialog was left; null where it was stopped. */
  onLeft: (report: ImportReport | null, file: OpenedFile, dry: boolean) => void
  /** What is said where a check, or the import itself, was stopped. */
  stopped: (dry: boolean) => string
}

/** The way of a file into a list: read, its columns named, tried out, done. */
export function useImport({ grid, params, stopped, onDone, onLeft }: ImportTarget) {
  const [state, setState] = useState(begin)
  const asked = useRef<AbortController>(null)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      asked.current?.abort()
    }
  }, [])
  const put = (change: Partial<ImportState>) => { if (isOpen.current) setState((now) => ({ ...now, ...change })) }
  const attempt = async (busy: NonNullable<ImportState['busy']>, work: (signal: AbortSignal) => Promise<Partial<ImportState>>) => {
    asked.current = new AbortController()
    put({ busy, problem: null, share: null, taskId: null })
    try {
      put({ ...await work(asked.current.signal), busy: null, taskId: null })
    } catch (error) {
      const failure = asFailure(error)
      put({ busy: null, taskId: null, problem: isCancelled(failure) ? null : problemOf(failure) })
    }
  }

  const open = (file: File) => attempt('reading', async (signal) => {
    const opened = (await sendFile('grid-import-open', file, { payload: { grid, params }, signal, onProgress: (share) => put({ share }) })).results as OpenedFile
    return { ...begin, step: 'columns', opened, mapping: opened.mapping, mode: opened.modes.at(-1) ?? 'create' }
  })

  const run = (dry: boolean) => attempt(dry ? 'checking' : 'importing', async (signal) => {
    const { opened, mapping, mode } = state
    const { results } = await call('grid-import-run', { payload: { import: opened!.import, mapping, mode, dry }, background: true,
      // What is being written goes on when the dialog is closed, and is told all the same.
      signal: dry ? signal : undefined,
    })
    const report = 'task' in results ? await endOf(results.task as TaskAnswer) : results
    if (report?.is_written) onDone(report)
    else if (!isOpen.current) onLeft(report, opened!, dry)
    if (report === null) return { problem: stopped(dry) }
    return { step: 'checked', report }
  })

  /** A large file: its task goes on when the dialog is closed, and tells by itself how it ended. */
  const endOf = (task: TaskAnswer) => new Promise<ImportReport | null>((resolve, reject) => {
    followTask(task, (ended) => {
      if (ended.state === 'done') resolve(ended.result as unknown as ImportReport)
      else if (ended.state === 'cancelled') resolve(null)
      else reject(new Error(ended.error?.message ?? ''))
    })
    put({ taskId: task.id })
  })

  /** Stops what goes on in the background. */
  const stop = () => { if (state.taskId !== null) void cancelTask({ id: state.taskId }) }

  const saveErrors = () => attempt('reading', async (signal) => {
    const found = await callFile('grid-import-errors', { params: { import: state.opened!.import }, signal })
    if ('file' in found) saveFile(found.file.blob, found.file.name)
    return {}
  })

  return {
    state, open, run, stop, saveErrors,
    setMapping: (field: string, at: number | null) => setState((now) => ({ ...now, problem: null, mapping: Object.fromEntries([...Object.entries(now.mapping).filter(([name]) => name !== field), ...(at === null ? [] : [[field, at] as const])]) })),
    setMode: (mode: ImportMode) => put({ mode }),
    backToColumns: () => put({ step: 'columns', report: null, problem: null }),
    startOver: () => put(begin),
  }
}
