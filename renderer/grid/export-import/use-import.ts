import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { call } from '#renderer/api/call.ts'
import { callFile } from '#renderer/api/call-file.ts'
import { sendFile } from '#renderer/api/send-file.ts'
import { saveFile } from '#renderer/action/run-file.ts'
import { problemOf } from '#renderer/grid/data/problem-of.ts'
import { cancelTask, dismissTask, followTask, leaveTask } from '#renderer/tasks/follow-tasks.ts'
import { isUnfinished } from '#renderer/tasks/task-store.ts'
import type { ImportAnswer, TaskAnswer } from '#schemas/types/contract.d.ts'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { askedOf } from './import-task.ts'

/** An uploaded file: its columns, and the field that each probably is. */
export type OpenedFile = ImportAnswer
/** The result of a run. */
export type ImportReport = Exclude<Endpoints['grid-import-run']['results'], { task: unknown }>
export type ImportMode = OpenedFile['modes'][number]

export interface ImportState {
  step: 'file' | 'columns' | 'checked'
  busy: 'reading' | 'checking' | 'importing' | null
  /** Share of the file that was sent, or of the rows that are done; null if unknown. */
  share: number | null
  /** Of the work in the background that `busy` is. */
  taskId: number | null
  opened: OpenedFile | null
  mapping: Record<string, number>
  mode: ImportMode
  report: ImportReport | null
  problem: string | null
}

const begin: ImportState = {
  step: 'file',
  busy: null,
  share: null,
  taskId: null,
  opened: null,
  mapping: {},
  mode: 'create',
  report: null,
  problem: null,
}

interface ImportTarget {
  grid: string
  params?: Record<string, unknown>
  /** The background task that the user comes back to. */
  task?: TaskAnswer
  onDone: (report: ImportReport) => void
  /** Called if rows were refused after the dialog was closed. */
  onLeft: (report: ImportReport, file: OpenedFile) => void
  /** Text for a check or an import that was cancelled. */
  stopped: (dry: boolean) => string
}

/** The way of a file into a list: read, its columns named, tried out, done. */
export function useImport({ grid, params, task: left, stopped, onDone, onLeft }: ImportTarget) {
  const [state, setState] = useState(begin)
  const request = useRef<AbortController>(null)
  const isOpen = useRef(true)
  /** The last work in the background, whose card stays until something else takes its place. */
  const lastTask = useRef<number>(null)
  const put = (change: Partial<ImportState>) => {
    if (isOpen.current) setState((now) => ({ ...now, ...change }))
  }
  const attempt = async (busy: NonNullable<ImportState['busy']>, work: (signal: AbortSignal) => Promise<Partial<ImportState>>) => {
    request.current = new AbortController()
    put({ busy, problem: null, share: null, taskId: null })
    try {
      put({ ...(await work(request.current.signal)), busy: null, taskId: null })
    } catch (error) {
      const failure = asFailure(error)
      put({ busy: null, taskId: null, problem: isCancelled(failure) ? null : problemOf(failure) })
    }
  }

  const open = (file: File) =>
    attempt('reading', async (signal) => {
      const opened = (
        await sendFile('grid-import-open', file, { payload: { grid, params }, signal, onProgress: (share) => put({ share }) })
      ).results as OpenedFile
      return { ...begin, step: 'columns', opened, mapping: opened.mapping, mode: opened.modes.at(-1) ?? 'create' }
    })

  const run = (dry: boolean) =>
    attempt(dry ? 'checking' : 'importing', async (signal) => {
      const { opened, mapping, mode } = state
      purgeTask()
      const { results } = await call('grid-import-run', {
        payload: { import: opened!.import, mapping, mode, dry },
        background: true,
        // Writing continues when the dialog is closed, and its result is still reported.
        signal: dry ? signal : undefined,
      })
      const report = 'task' in results ? await endOf(results.task as TaskAnswer) : results
      if (report && !report.is_written && !isOpen.current) onLeft(report, opened!)
      return told(report, dry)
    })

  /** Continues with a task: its progress or its result. */
  const resume = ({ id }: TaskAnswer) =>
    attempt('reading', async (signal) => {
      const { results: task } = await call('task', { params: { id }, signal, background: true })
      const { import: key, mapping, mode, dry = false } = askedOf(task)
      const { results: opened } = await call('grid-import-file', { params: { import: key }, signal, background: true })
      put({ step: 'columns', busy: dry ? 'checking' : 'importing', opened, mapping, mode })
      return told(await endOf(task), dry)
    })

  const told = (report: ImportReport | null, dry: boolean): Partial<ImportState> => {
    if (report === null) return { problem: stopped(dry) }
    if (report.is_written) {
      purgeTask()
      onDone(report)
    }
    return { step: 'checked', report }
  }

  /** A large file: its task continues when the dialog is closed, and its card reports the end. Null if it was cancelled. */
  const endOf = async (task: TaskAnswer): Promise<ImportReport | null> => {
    lastTask.current = task.id
    const ended = isUnfinished(task)
      ? await new Promise<TaskAnswer>((resolve) => {
          followTask(task, isOpen.current ? resolve : undefined)
          put({ taskId: task.id })
        })
      : task
    if (ended.state === 'failed') throw new Error(ended.error?.message ?? '')
    return ended.state === 'done' ? (ended.result as unknown as ImportReport) : null
  }

  const purgeTask = () => {
    if (lastTask.current !== null) dismissTask(lastTask.current)
    lastTask.current = null
  }

  /** Cancels the background task. */
  const stop = () => {
    if (state.taskId !== null) void cancelTask({ id: state.taskId })
  }

  const saveErrors = () =>
    attempt('reading', async (signal) => {
      const found = await callFile('grid-import-errors', { params: { import: state.opened!.import }, signal })
      if ('file' in found) saveFile(found.file.blob, found.file.name)
      return {}
    })

  const comeBack = useEffectEvent(() => {
    if (left) void resume(left)
  })
  useEffect(() => {
    isOpen.current = true
    comeBack()
    return () => {
      isOpen.current = false
      request.current?.abort()
      if (lastTask.current !== null) leaveTask(lastTask.current)
    }
  }, [])

  return {
    state,
    open,
    run,
    resume,
    stop,
    saveErrors,
    setMapping: (field: string, at: number | null) =>
      setState((now) => ({
        ...now,
        problem: null,
        mapping: Object.fromEntries([
          ...Object.entries(now.mapping).filter(([name]) => name !== field),
          ...(at === null ? [] : [[field, at] as const]),
        ]),
      })),
    setMode: (mode: ImportMode) => put({ mode }),
    backToColumns: () => put({ step: 'columns', report: null, problem: null }),
    startOver: () => {
      purgeTask()
      put(begin)
    },
  }
}
