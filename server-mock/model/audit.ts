import { underPresentNames } from '#schemas/rules/entities/renamed-fields.ts'
import { isComputed } from '#schemas/formula/computed-words.ts'
import type { ModelContext, ModelEntity } from './context.ts'
import type { StoredRow } from './read.ts'
import { restoreRows, type Written } from './rows/rows-at-version.ts'
import { noteAudit } from './write/write-log.ts'

/** What an entry says of a transition; `from` and `to` are equal where it only marks something. */
export interface TransitionDetails {
  field: string
  from: unknown
  to: unknown
  note?: string
}

export interface AuditEntry {
  /** Name of the entity, or a feature's own word for what was done to. */
  entity: string
  recordId?: number | null
  /** `create`, `update`, `trash`, `restore`, `destroy`, `activate`, `deactivate`, the name of a transition, or a feature's own. */
  action: string
  version?: number
  /** The caller sent no version. */
  unconditional?: boolean
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** Of a transition, whose name is the `action`. */
  details?: TransitionDetails
}

type AuditContext = Pick<ModelContext, 'trx' | 'caller' | 'now'>

const occasions = new WeakMap<object, Map<string, number>>()

/** Writes down who did what; goes with the transaction. Answers the id of the entry. */
export async function writeAudit(context: AuditContext, entry: AuditEntry): Promise<number> {
  const values = auditValues(context, entry)
  const { id } = (await context.trx.insertInto('pishkhan.audit').values(values).returning('id').executeTakeFirstOrThrow()) as { id: number }
  noteAudit(context.trx, values)
  const own = occasions.get(context.trx) ?? new Map<string, number>()
  occasions.set(context.trx, own.set(`${entry.entity} ${entry.recordId ?? ''}`, id))
  return id
}

/** The last entry about a record that this call has written: what it does to others happens on that occasion. */
export const occasionOf = ({ trx }: Pick<AuditContext, 'trx'>, entity: string, id: number): number | undefined =>
  occasions.get(trx)?.get(`${entity} ${id}`)

/** Entries of one statement; PostgreSQL takes at most 65,535 parameters. */
const entriesAtOnce = 1000

/** Writes down many entries, in their order. */
export async function writeAudits(context: AuditContext, entries: readonly AuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    const values = entries.slice(from, from + entriesAtOnce).map((entry) => auditValues(context, entry))
    await context.trx.insertInto('pishkhan.audit').values(values).execute()
  }
}

function auditValues({ caller, now }: AuditContext, entry: AuditEntry) {
  return {
    at: now,
    user_id: caller.user?.id ?? null,
    impersonator_id: caller.impersonatorId ?? null,
    request_id: caller.requestId,
    entity: entry.entity,
    record_id: entry.recordId ?? null,
    action: entry.action,
    version: entry.version ?? null,
    unconditional: entry.unconditional ?? false,
    before: entry.before ? JSON.stringify(entry.before) : null,
    after: entry.after ? JSON.stringify(entry.after) : null,
    details: entry.details ? JSON.stringify(entry.details) : null,
  }
}

/** Key under which an entry names the columns that the server has computed. No field has this name. */
export const computedKey = '$computed'
/** Key under which an entry of what is no transition has the words of who did it. */
export const noteKey = '$note'

const always = new Set(['id', 'version', 'updated_at', 'updated_by'])

/** The stored columns in which two rows differ, apart from those that differ with every write. */
export function difference(
  entity: ModelEntity,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): { before: Record<string, unknown> | null; after: Record<string, unknown> | null } {
  const changed = entity.shape.columns
    .map((column) => column.name)
    .filter((name) => !always.has(name) && JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null))
  const part = (row: StoredRow | undefined) => (row ? Object.fromEntries(changed.map((name) => [name, row[name] ?? null])) : null)
  const computed = changed.filter((name) => isComputed(entity.document, entity.shape.byName.get(name)!.field))
  return { before: part(before), after: after ? { ...part(after), ...(computed.length > 0 && { [computedKey]: computed }) } : null }
}

/**
 * The row as it was at an earlier version, with its rows if these have changed since, by undoing what the audit knows; null when the
 * history has a gap. Several entries of one version are one change.
 */
export async function rowAtVersion(
  context: Pick<ModelContext, 'trx' | 'registry'>,
  entity: ModelEntity,
  current: StoredRow,
  version: number,
): Promise<StoredRow | null> {
  if (version > current.version || current.version - version > 1000) return null
  const entries = (await context.trx
    .selectFrom('pishkhan.audit')
    .select(['id', 'version', 'action', 'before', 'after', 'at', 'user_id'])
    .where('entity', '=', entity.name)
    .where('record_id', '=', current.id)
    .where('version', '>=', version)
    .where('version', '<=', current.version)
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')
    .execute()) as unknown as (Written & { at: string; user_id: number | null })[]
  const changes = entries.filter((entry) => entry.version > version)
  // Records that a seed or an import made have no entry for their first version.
  const made = entries.find((entry) => entry.version === version) ?? {
    id: 0,
    at: version === 1 ? current.created_at : null,
    user_id: version === 1 ? current.created_by : null,
  }
  const versions = new Set(changes.map((change) => change.version))
  if (versions.size !== current.version - version || changes.some((change) => change.before === null)) return null
  const names = new Set(entity.shape.columns.map((column) => column.name))
  const row: StoredRow = { ...current, version, updated_at: made.at, updated_by: made.user_id }
  for (const { before } of changes)
    for (const [name, value] of Object.entries(underPresentNames(entity.document, before!)))
      if (names.has(name)) (row as Record<string, unknown>)[name] = value
  if (changes.length > 0) await restoreRows(context, entity, row, changes, made.id)
  return row
}
