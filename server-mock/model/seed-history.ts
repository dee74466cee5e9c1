import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from './seed.ts'

type Row = Record<string, unknown>

/** Something that was done to a record of the demo. */
export interface PastStep {
  at: number
  /** Id of who did it; null for the server. */
  by: number | null
  /** `update`, or the name of a transition. */
  action: string
  /** Columns that it wrote. */
  set?: Row
  /** Of a transition: its field, the state after it and the note. */
  step?: { field: string; to: unknown; note?: string }
}

/** A record of the demo as it was made, and what was done to it since, oldest first. */
export interface PastRecord {
  row: Row
  at: number
  by: number | null
  steps: readonly PastStep[]
}

export interface PastComment {
  record: number
  at: number
  by: number
  text: string
}

const entriesAtOnce = 1000
const iso = (at: number): string => new Date(at).toISOString()

/** Inserts records as they are after their steps, and their history for timelines. Answers their ids in order. */
export async function seedWithHistory(
  trx: Trx,
  registry: DocumentRegistry,
  model: string,
  records: readonly PastRecord[],
): Promise<number[]> {
  const lived = records.map(live)
  const ids = await seedRecords(
    trx,
    registry,
    model,
    lived.map(({ row }) => row),
  )
  const entries = lived.flatMap(({ entries: own }, index) => own.map((entry) => ({ ...entry, entity: model, record_id: ids[index]! })))
  for (let from = 0; from < entries.length; from += entriesAtOnce)
    await trx
      .insertInto('pishkhan.audit')
      .values(entries.slice(from, from + entriesAtOnce))
      .execute()
  return ids
}

/** The row after all steps, and an entry of the audit for the making of it and for each step. */
function live({ row: made, at, by, steps }: PastRecord) {
  const row: Row = { ...made }
  let version = 1
  let last = { at, by }
  const entries = [auditRow({ at, by, action: 'create' }, version, null, made)]
  for (const { set = {}, step, ...done } of steps) {
    const written: Row = { ...set, ...(step && { [step.field]: step.to }) }
    const changed = Object.keys(written).filter((name) => JSON.stringify(row[name] ?? null) !== JSON.stringify(written[name] ?? null))
    const details = step && { field: step.field, from: row[step.field], to: step.to, ...(step.note && { note: step.note }) }
    const part = (values: Row) => Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
    const isMark = changed.length === 0
    if (!isMark) {
      version += 1
      last = done
    }
    entries.push(auditRow(done, isMark ? null : version, isMark ? null : part(row), isMark ? null : part(written), details))
    Object.assign(row, written)
  }
  return { row: { ...row, version, created_at: iso(at), created_by: by, updated_at: iso(last.at), updated_by: last.by }, entries }
}

const auditRow = (
  { at, by, action }: Pick<PastStep, 'at' | 'by' | 'action'>,
  version: number | null,
  before: Row | null,
  after: Row | null,
  details?: Row,
) => ({
  at: new Date(at),
  user_id: by,
  request_id: '',
  action,
  version,
  unconditional: false,
  before: before && JSON.stringify(before),
  after: after && JSON.stringify(after),
  details: details ? JSON.stringify(details) : null,
})

/** Comments on records of an entity whose timeline has them. */
export async function seedComments(trx: Trx, registry: DocumentRegistry, model: string, comments: readonly PastComment[]): Promise<void> {
  await seedRecords(
    trx,
    registry,
    'timeline_comment',
    comments.map(({ record, at, by, text }) => ({
      model,
      record,
      text,
      private: false,
      created_at: iso(at),
      created_by: by,
      updated_at: iso(at),
      updated_by: by,
    })),
  )
}
