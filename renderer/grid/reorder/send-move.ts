import { refresh } from '#renderer/api/refresh.ts'
import { tellUndoFailed, unansweredUndos } from '#renderer/action/run-undo.ts'
import { noteTakenBack, versionNow, type Undone } from '#renderer/action/undo-steps.ts'
import { callNamed } from '#renderer/api/call.ts'
import type { RepeatKeys } from '#renderer/api/idempotency-keys.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'
import type { MoveTarget } from './row-order.ts'

/** The result of a move: the record's new version, and its former position if that changed. */
export interface Moved {
  version?: number
  stood?: MoveTarget
}

/** The list whose rows are moved, and the call of its own that moves them. */
export interface OrderedList {
  grid: string
  call: string | undefined
  /** Method of the call of its own; POST when left out. */
  method?: 'PUT'
}

/** @throws CallFailure */
export async function sendMove(
  { grid, call, method }: OrderedList,
  { id, version, ...target }: MoveTarget & { id: number; version?: unknown },
  idempotencyKeys?: RepeatKeys,
): Promise<Moved> {
  const payload = { ...(call === undefined && { grid }), id, ...target, ...(typeof version === 'number' && { version }) }
  return (await callNamed<Moved>(call ?? 'reorder', { method: method ?? 'POST', idempotencyKeys, payload })).results
}

/** Moves a row back, unless somebody has changed it since; returns the outcome. `record` identifies it in the undo history. */
export async function moveBack(list: OrderedList, row: GridRow, { version, stood }: Moved, record: string): Promise<Undone> {
  try {
    const now = version === undefined ? undefined : versionNow(record, version)
    const back = await sendMove(list, { id: Number(row.id), version: now, ...stood! }, unansweredUndos)
    if (typeof row.version === 'number' && back.version !== undefined) noteTakenBack(record, row.version, back.version)
    return 'done'
  } catch (error) {
    return tellUndoFailed(error)
  } finally {
    refresh('list')
  }
}
