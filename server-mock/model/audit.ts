import type { ModelContext, ModelEntity } from './context.ts'
import type { StoredRow } from './read.ts'
import { noteAudit } from './write/write-log.ts'

export interface AuditEntry {
  /** Name of the entity, or a feature's own word for what was done to. */
  entity: string
  recordId?: number | null
  /** `create`, `update`, `trash`, `restore`, `destroy`, `activate`, `deactivate`, or a feature's own. */
  action: string
  version?: number
  /** The caller sent no version. */
  unconditional?: boolean
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** Writes down who did what; goes with the transaction. */
export async function writeAudit({ trx, caller, now }: Pick<ModelContext, 'trx' | 'caller' | 'now'>, entry: AuditEntry): Promise<void> {
  const values = {
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
  }
  await trx.insertInto('pishkhan.audit').values(values).execute()
  noteAudit(trx, values)
}

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
  return { before: part(before), after: part(after) }
}

/** The row as it was at an earlier version, by undoing what the audit knows; null when the history has a gap. */
export async function rowAtVersion(
  { trx }: Pick<ModelContext, 'trx'>,
  entity: ModelEntity,
  current: StoredRow,
  version: number,
): Promise<StoredRow | null> {
  if (version > current.version || current.version - version > 1000) return null
  const changes = (await trx
    .selectFrom('pishkhan.audit')
    .select(['version', 'before', 'at', 'user_id'])
    .where('entity', '=', entity.name)
    .where('record_id', '=', current.id)
    .where('version', '>=', version)
    .where('version', '<=', current.version)
    .orderBy('version', 'desc')
    .execute()) as { version: number; before: Record<string, unknown> | null; at: string; user_id: number | null }[]
  // Records that a seed or an import made have no entry for their first version.
  const made =
    changes.at(-1)?.version === version
      ? changes.pop()!
      : { at: version === 1 ? current.created_at : null, user_id: version === 1 ? current.created_by : null }
  if (changes.length !== current.version - version || changes.some((change) => change.before === null)) return null
  const names = new Set(entity.shape.columns.map((column) => column.name))
  const row: StoredRow = { ...current, version, updated_at: made.at, updated_by: made.user_id }
  for (const { before } of changes)
    for (const [name, value] of Object.entries(before!)) if (names.has(name)) (row as Record<string, unknown>)[name] = value
  return row
}
