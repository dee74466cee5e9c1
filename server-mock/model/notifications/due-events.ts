import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import { noteOthers } from '#server/model/write/write-log.ts'

/** Something that happened to a record of which a notification may tell. */
export interface RecordEvent {
  entity: ModelEntity
  /** Undefined for a record that was made. */
  before?: StoredRow
  after: StoredRow
  transition?: string
}

const due = new WeakMap<object, RecordEvent[]>()

/** Notes what happened to a record of an entity that has notifications; they are written when the call has done everything else. */
export function noteEvent(
  { trx, registry }: Pick<ModelContext, 'trx' | 'registry'>,
  entity: ModelEntity,
  event: Omit<RecordEvent, 'entity'>,
): void {
  if (!registry.notifications.has(entity.name)) return
  if (!due.has(trx)) due.set(trx, [])
  due.get(trx)!.push({ entity, ...event })
  // An import that writes again what it has tried has to tell of it too.
  noteOthers(trx)
}

/** What nobody has been told of yet, in its order. */
export function takeEvents(trx: object): RecordEvent[] {
  const events = due.get(trx) ?? []
  due.delete(trx)
  return events
}

/** Forgets what was noted, of work that is taken back. */
export const forgetEvents = (trx: object): void => void due.delete(trx)
