import { unreadableAnswer } from '#renderer/api/call-failure.ts'
import { isCancelled, type Answer } from '#renderer/api/call.ts'
import { wrongType, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'

export type GridParams = Record<string, unknown>

type Ask = (params: GridParams, signal: AbortSignal) => Promise<Answer>

interface Outcome<T> {
  onAnswer: (answer: T) => void
  onFailure: (error: unknown) => void
}

export interface GridLoader {
  /** Requests a page; the previous request is cancelled, and its response is ignored. */
  load: (params: GridParams, outcome: Outcome<Answer>) => void
  /** Requests some rows again. The response is ignored if they, or a page, were requested in the meantime. */
  loadRows: (params: GridParams, ids: GridRow['id'][], outcome: Outcome<GridRow[]>) => void
  /**
   * Requests the current page again in the background. The response is ignored if another page was requested in the
   * meantime, and a failure is reported only to the caller.
   */
  look: (params: GridParams, onAnswer: (answer: Answer) => void, onFailure?: () => void) => void
  /** Cancels everything, silently. */
  stop: () => void
}

/** Orders the responses of one grid: the last request wins, in whatever order the responses arrive. */
export function createGridLoader(ask: Ask): GridLoader {
  let controller = new AbortController()
  let generation = 0
  /** How often the same rows were requested since the page was. */
  let rereads = new Map<string, number>()

  const settle = <T>(isWanted: () => boolean, asked: Promise<T>, { onAnswer, onFailure }: Outcome<T>) => {
    asked.then(
      (answer) => {
        if (isWanted()) onAnswer(answer)
      },
      (error: unknown) => {
        if (isWanted() && !isCancelled(error)) onFailure(error)
      },
    )
  }
  const begin = () => {
    controller.abort()
    controller = new AbortController()
    rereads = new Map()
    const turn = ++generation
    return () => turn === generation
  }

  return {
    load: (params, outcome) => settle(begin(), ask(params, controller.signal), outcome),
    loadRows: (params, ids, outcome) => {
      const turn = generation
      const key = ids.join(',')
      const reread = (rereads.get(key) ?? 0) + 1
      rereads.set(key, reread)
      settle(
        () => turn === generation && rereads.get(key) === reread,
        ask({ ...params, ids: key, parts: 'cells' }, controller.signal).then((answer) => readRows(answer.results)),
        outcome,
      )
    },
    look: (params, onAnswer, onFailure = () => {}) => {
      const turn = generation
      settle(() => turn === generation, ask(params, controller.signal), { onAnswer, onFailure })
    },
    stop: () => {
      begin()
    },
  }
}

/**
 * Rows of a response. Items that are not records with an id are left out and reported, and an id that occurs twice
 * counts once.
 * @throws CallFailure when the results are not a list, which is different from having no rows
 */
export function readRows(results: unknown, problems: DocumentProblem[] = []): GridRow[] {
  if (!Array.isArray(results)) throw unreadableAnswer('grid', '/results', 'array', results)
  const seen = new Set<string>()
  return results.filter((row: unknown, at): row is GridRow => {
    if (!isRecord(row)) problems.push(wrongType(`/results/${at}`, 'object', row))
    else if (typeof row.id !== 'number' && typeof row.id !== 'string') problems.push(wrongType(`/results/${at}/id`, 'number', row.id))
    else if (seen.has(String(row.id)))
      problems.push({ pointer: `/results/${at}/id`, key: 'blocks.twice', values: { value: String(row.id) } })
    else return Boolean(seen.add(String(row.id)))
    return false
  })
}
