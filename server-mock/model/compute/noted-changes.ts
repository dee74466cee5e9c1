import { stateOf, transitionsOf, type NamedTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import { columnOf } from '#server/model/list/field-in-sql.ts'
import { isStored } from '#server/model/write/read-only.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import { noteLimits } from '#server/model/ledgers/changed-limits.ts'
import { notePosted } from '#server/model/ledgers/posted-records.ts'
import { noteEvent } from '#server/model/notifications/due-events.ts'
import { noteOthers } from '#server/model/write/write-log.ts'
import { planOf } from './compute-plan.ts'

/** A record that was made, changed or destroyed. */
export interface Change {
  entity: ModelEntity
  id: number
  before?: StoredRow
  after?: StoredRow
}

/** A record whose checks are still to be held, as it was before its first change. */
export interface Unchecked {
  entity: ModelEntity
  id: number
  before?: StoredRow
}

/** A record that has to take a transition, since a field has changed. */
export interface Outdated {
  entity: ModelEntity
  id: number
  named: NamedTransition
}

interface Noted {
  /** What others may follow, and have not yet. */
  unfollowed: Change[]
  /** Records whose checks are still to be held, by entity and id. */
  unchecked: Map<string, Unchecked>
  /** Records with transitions that happen by themselves with a change, by entity and id. */
  outdated: Map<string, Outdated>
  /** Records with values that were computed beside what the call has written. */
  derived: Map<string, { entity: ModelEntity; id: number }>
}

const noted = new WeakMap<object, Noted>()

function notesOf(trx: object): Noted {
  let notes = noted.get(trx)
  if (!notes) noted.set(trx, (notes = { unfollowed: [], unchecked: new Map(), outdated: new Map(), derived: new Map() }))
  return notes
}

export const keyOf = (entity: ModelEntity, id: number): string => `${entity.name} ${id}`

/** Notes a written record, where others are computed from it or it has to meet checks. */
export function noteChange(
  { trx, registry }: Pick<ModelContext, 'trx' | 'registry'>,
  entity: ModelEntity,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): void {
  const { followers, ...held } = planOf(registry)
  const { id } = (after ?? before)!
  noteLimits({ trx, registry }, entity, before, after)
  notePosted({ trx, registry }, entity, before, after)
  if (after) noteEvent({ trx, registry }, entity, { before, after })
  const named = before && after && outdatedBy(entity, before, after)
  if (named) notesOf(trx).outdated.set(keyOf(entity, id), { entity, id, named })
  if (followers.has(entity.name)) {
    notesOf(trx).unfollowed.push({ entity, id, before, after })
    // An import that writes again what it has tried has to compute again too.
    noteOthers(trx)
  }
  const isHeld = [held.checks, held.amounts, held.references].some((each) => each.has(entity.name))
  if (isHeld && after && !after.deleted_at) {
    const { unchecked } = notesOf(trx)
    const key = keyOf(entity, id)
    if (!unchecked.has(key)) unchecked.set(key, { entity, id, before })
  }
}

/** The transition that a change of fields brings about; none where the state itself has changed. */
function outdatedBy(entity: ModelEntity, before: StoredRow, after: StoredRow): NamedTransition | undefined {
  const isChanged = (name: string): boolean => {
    const column = columnOf(entity, name)
    return column !== undefined && !isStored(column, before[column.name] ?? null, after[column.name] ?? null)
  }
  return transitionsOf(entity.document).find(
    ({ field, transition: { from, changed } }) =>
      changed !== undefined && from.includes(stateOf(after[field])) && !isChanged(field) && changed.some(isChanged),
  )
}

/** Notes a record whose computed values have changed, though nobody asked for a change of it. */
export function noteComputed({ trx }: Pick<ModelContext, 'trx'>, entity: ModelEntity, id: number): void {
  notesOf(trx).derived.set(keyOf(entity, id), { entity, id })
}

/** Notes a record of which only computed values were written. */
export function noteDerived(
  context: Pick<ModelContext, 'trx' | 'registry'>,
  entity: ModelEntity,
  before: StoredRow,
  after: StoredRow,
): void {
  noteComputed(context, entity, after.id)
  noteChange(context, entity, before, after)
}

/** The changes that nothing has followed yet; they count as followed then. */
export const takeChanges = (trx: object): Change[] => noted.get(trx)?.unfollowed.splice(0) ?? []

export function takeUnchecked(trx: object): Unchecked[] {
  const notes = noted.get(trx)
  const due = [...(notes?.unchecked.values() ?? [])]
  notes?.unchecked.clear()
  return due
}

export function takeOutdated(trx: object): Map<string, Outdated> {
  const notes = noted.get(trx)
  const due = new Map(notes?.outdated)
  notes?.outdated.clear()
  return due
}

export function takeDerived(trx: object): Map<string, { entity: ModelEntity; id: number }> {
  const notes = noted.get(trx)
  const due = new Map(notes?.derived)
  notes?.derived.clear()
  return due
}
