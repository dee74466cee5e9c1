import { isCancelled, type Answer } from '#renderer/api/call.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'

export type GridParams = Record<string, unknown>

type Ask = (params: GridParams, signal: AbortSignal) => Promise<Answer>

interface Outcome<T> {
  onAnswer: (answer: T) => void
  onFailure: (error: unknown) => void
}

export interface GridLoader {
  /** Asks for a page; whatever was asked before is cancelled, and its answer is dropped should it still come. */
  load: (params: GridParams, outcome: Outcome<Answer>) => void
  /** Reads some rows again; dropped when a page was asked for meanwhile, which brings them anyway. */
  loadRows: (params: GridParams, ids: GridRow['id'][], outcome: Outcome<GridRow[]>) => void
  /** Cancels everything, silently. */
  stop: () => void
}

/** Orders the answers of one grid: the last question wins, however late the others are answered. */
export function createGridLoader(ask: Ask): GridLoader {
  let controller = new AbortController()
  let generation = 0

  const settle = <T>(turn: number, asked: Promise<T>, { onAnswer, onFailure }: Outcome<T>) => {
    asked.then(
      (answer) => { if (turn === generation) onAnswer(answer) },
      (error: unknown) => { if (turn === generation && !isCancelled(error)) onFailure(error) },
    )
  }
  const begin = () => {
    controller.abort()
    controller = new AbortController()
    return ++generation
  }

  return {
    load: (params, outcome) => settle(begin(), ask(params, controller.signal), outcome),
    loadRows: (params, ids, outcome) => settle(generation, ask({ ...params, ids: ids.join(','), parts: 'results' }, controller.signal).then((answer) => readRows(answer.results)), outcome),
    stop: () => { begin() },
  }
}

/** Rows of an answer; what is no record with an id is left out, and an id that comes twice counts once. */
export function readRows(results: unknown): GridRow[] {
  if (!Array.isArray(results)) return []
  const seen = new Set<string>()
  return results.filter((row): row is GridRow => {
    if (typeof row !== 'object' || row === null) return false
    const { id } = row as Record<string, unknown>
    if ((typeof id !== 'number' && typeof id !== 'string') || seen.has(String(id))) return false
    seen.add(String(id))
    return true
  })
}
