import {
  accessFrom,
  heldLocks,
  locksTransition,
  offeredTransitionsOf,
  stateOf,
  transitionsOf,
  type HeldLock,
  type NamedTransition,
} from '#schemas/rules/lifecycle/lifecycle.ts'
import { isAllowed, type Caller } from '#server/caller.ts'
import { mayDo, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'

/** Why a caller may not take a transition, whatever the rest of the record; undefined where he may. */
type Refusal = 'permission' | 'own' | undefined

/** Whether the caller has the right to a transition of a record in its present state. */
export function transitionRefusal(
  caller: Caller,
  entity: ModelEntity,
  { field, transition }: NamedTransition,
  row: StoredRow,
  { permitted, trusted }: ModelOptions,
): Refusal {
  if (trusted) return undefined
  const permission = accessFrom(transition, stateOf(row[field]))
  // Without a permission for this state there is no way from here, whoever asks.
  if (permission === null) return undefined
  if (permission === undefined ? !permitted && !mayDo(caller, entity, 'write') : !isAllowed(caller, permission)) return 'permission'
  const isOwn = transition.not_by?.some((name) => {
    const person = row[entity.shape.byName.get(name)?.name ?? name]
    return caller.user !== null && person === caller.user.id
  })
  return isOwn ? 'own' : undefined
}

/** The lock that stops a transition. */
export const stoppingLock = (entity: ModelEntity, { name }: Pick<NamedTransition, 'name'>, row: StoredRow): HeldLock | undefined =>
  heldLocks(entity.document, row).find(({ lock }) => locksTransition(lock, name))

/** Whether a transition begins in the present state of a record. */
export const startsHere = ({ field, transition }: NamedTransition, row: StoredRow): boolean => {
  const state = stateOf(row[field])
  return transition.from.includes(state) && accessFrom(transition, state) !== null
}

/** Which transitions a record offers this caller, as flags: `{ can_send: true }`. What it still lacks is said when one is taken. */
export function transitionFlags(
  caller: Caller,
  entity: ModelEntity,
  row: StoredRow,
  options: ModelOptions,
  isWithin: boolean,
  held: readonly HeldLock[],
): Record<`can_${string}`, boolean> {
  const isOpen = isWithin && (row.deleted_at === null || row.deleted_at === undefined)
  const flags: Record<`can_${string}`, boolean> = {}
  for (const named of offeredTransitionsOf(entity.document))
    flags[`can_${named.name}`] =
      isOpen &&
      startsHere(named, row) &&
      !held.some(({ lock }) => locksTransition(lock, named.name)) &&
      transitionRefusal(caller, entity, named, row, options) === undefined
  return flags
}

/** Columns that the flags are told from. */
export const transitionColumns = (entity: ModelEntity): string[] => [
  ...Object.keys(entity.document.lifecycle ?? {}),
  ...transitionsOf(entity.document)
    .flatMap(({ transition }) => transition.not_by ?? [])
    .map((name) => entity.shape.byName.get(name)?.name ?? name),
]
