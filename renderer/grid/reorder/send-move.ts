import { refresh } from '#renderer/api/refresh.ts'
import { tellUndoFailed, unansweredUndos } from '#renderer/action/run-undo.ts'
import { noteTakenBack, versionNow, type Undone } from '#renderer/action/undo-steps.ts'
import { call } from '#renderer/api/call.ts'
import type { RepeatKeys } from '#renderer/api/idempotency-keys.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'
import type { MoveTarget } from './row-order.ts'

/** The result of a move: the record's new version, and its former position if that changed. */
export interface Moved {
  version?: number
  stood?: MoveTarget
}

/** @throws CallFailure */
export async function sendMove(
  payload: MoveTarget & { grid: string; id: number; version?: unknown },
  idempotencyKeys?: RepeatKeys,
): Promise<Moved> {
  const { version, ...rest } = payload
  return (await call('reorder', { idempotencyKeys, payload: { ...rest, ...(typeof version === 'number' && { version }) } as never }))
    .results as Moved
}

/** Moves a row back, unless somebody has changed it since; returns the outcome. `record` identifies it in the undo history. */
export async function moveBack(grid: string, row: GridRow, { version, stood }: Moved, record: string): Promise<Undone> {
  try {
    const back = await sendMove(
      { grid, id: Number(row.id), version: version === undefined ? undefined : versionNow(record, version), ...stood! },
      unansweredUndos,
    )
    if (typeof row.version === 'number' && back.version !== undefined) noteTakenBack(record, row.version, back.version)
    return 'done'
  } catch (error) {
    return tellUndoFailed(error)
  } finally {
    refresh('list')
  }
}
