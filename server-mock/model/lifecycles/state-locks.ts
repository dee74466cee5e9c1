import { heldLocks, isStateField, locksField, type HeldLock } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { ApiError, validationError, type FieldErrors, type FieldMessage } from '#server/errors.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { Given } from '#server/model/write/input.ts'
import { isStored } from '#server/model/write/read-only.ts'
import { stateTitle } from './state-titles.ts'

/** The sentence of a lock: its own, or one that names the state. */
export function lockMessage({ registry, caller }: ModelContext, entity: ModelEntity, { field, state, lock }: HeldLock): FieldMessage {
  if (lock.message !== undefined)
    return lock.message.startsWith('$') ? registry.message(entity.module, caller.locale, lock.message.slice(1)) : lock.message
  return { key: 'errors.locked_in_state', values: { state: stateTitle(registry, caller, entity, field, state) } }
}

/**
 * Keeps states to their transitions, and what the present state locks to its values. A form may send back what is stored.
 * @throws a 422 at each of these fields that was sent with another value
 */
export function holdStates(
  context: ModelContext,
  entity: ModelEntity,
  input: Map<EntityColumn, Given>,
  before: StoredRow | undefined,
  { stepping = [], unlocked, states }: ModelOptions,
): void {
  if (!entity.document.lifecycle || states === 'keep') return
  const errors: FieldErrors = {}
  const locks = before && !unlocked ? heldLocks(entity.document, before) : []
  for (const [column, { key, value }] of [...input]) {
    if (stepping.includes(column.field)) continue
    const isState = isStateField(entity.document, column.field)
    const lock = isState ? undefined : locks.find((held) => locksField(held.lock, column.field))
    if (!isState && !lock) continue
    const stored = before ? before[column.name] : column.default
    if (isStored(column, stored ?? null, value ?? null)) input.delete(column)
    else errors[key] = [lock ? lockMessage(context, entity, lock) : { key: 'errors.state_by_transition' }]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** @throws a 422 at each list of rows that changed although the state of the record locks it */
export function holdLists(
  context: ModelContext,
  entity: ModelEntity,
  row: StoredRow,
  lists: readonly string[],
  { unlocked, states }: ModelOptions,
): void {
  if (unlocked || states === 'keep' || lists.length === 0) return
  const locks = heldLocks(entity.document, row)
  const errors: FieldErrors = {}
  for (const list of lists) {
    const lock = locks.find((held) => locksField(held.lock, list))
    if (lock) errors[list] = [lockMessage(context, entity, lock)]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** @throws `precondition-failed` where the state of a record locks all of it, so that it is neither trashed, restored nor destroyed */
export function requireUnlocked(context: ModelContext, entity: ModelEntity, row: StoredRow): void {
  const held = heldLocks(entity.document, row).find(({ lock }) => lock.fields === true)
  if (held) throw new ApiError('precondition-failed', { userMessage: lockMessage(context, entity, held) })
}
