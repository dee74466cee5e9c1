import { sql } from 'kysely'
import { underPresentNames } from '#schemas/rules/entities/renamed-fields.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { humanise } from '#server/documents/expansion.ts'
import { panelModule } from '#server/documents/messages.ts'
import { noteKey, type TransitionDetails } from '#server/model/audit.ts'
import { lookUpEntity, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { changesOf, readableColumn, stateOf, titleOf, type FieldChange, type State } from './timeline-changes.ts'
import { kindOf, type TimelineKind } from './timeline-entries.ts'
import type { TimelineTitles } from './timeline-titles.ts'

/** A row of the audit with the names of who acted. */
export interface AuditRow {
  id: number
  at: Date | string
  record_id: number
  entity: string
  action: string
  version: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  details: TransitionDetails | null
  user_id: number | null
  name: string | null
  impersonator: string | null
}

/** What is shown of an entry. */
export interface TimelineNode {
  id: string
  kind: TimelineKind
  status: unknown
  status_title: string
  description: string | null
  date: string
  user: { id: number; name_full: string } | null
  color: string
  from?: State
  to?: State
  /** Title of the field whose state changed: a record may have several states side by side. */
  field?: string
  /** The description is the module's own sentence. */
  own_text?: boolean
  note?: string
  changes?: FieldChange[]
  files?: unknown[]
  private?: boolean
  edited?: boolean
  can_edit?: boolean
  parent?: { id: string; user: { id: number; name_full: string } | null; description: string }
  of?: { model: string; type: string; id?: number; title?: string }
  rows?: { id: number; title: string; kind: TimelineKind; changes?: FieldChange[] }[]
  count?: number
  /** Version of the record that this made, where `timeline-version` tells it. */
  version?: number
}

const colors: Readonly<Partial<Record<TimelineKind, string>>> = {
  created: 'success',
  changed: 'info',
  transition: 'primary',
  trashed: 'danger',
  restored: 'success',
  destroyed: 'danger',
  activated: 'success',
  deactivated: 'warning',
}

/** Audited writes by id, under the names that fields have now. */
export async function readAudit(
  { trx, registry }: Pick<ModelContext, 'trx' | 'registry'>,
  ids: readonly number[],
): Promise<Map<number, AuditRow>> {
  if (ids.length === 0) return new Map()
  const { rows } =
    await sql<AuditRow>`select audit.id, audit.at, audit.record_id, audit.entity, audit.action, audit.version, audit.before, audit.after, audit.details,
      audit.user_id, coalesce(u.name_full, u.username) as name, coalesce(i.name_full, i.username) as impersonator
    from pishkhan.audit left join data."user" u on u.id = audit.user_id left join data."user" i on i.id = audit.impersonator_id
    where audit.id = any(${[...ids]}::bigint[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, underNamesOf(lookUpEntity(registry, row.entity)?.document, row)]))
}

function underNamesOf(document: EntityDocument | undefined, row: AuditRow): AuditRow {
  if (!document?.renamed) return row
  const { details } = row
  return {
    ...row,
    before: underPresentNames(document, row.before),
    after: underPresentNames(document, row.after),
    details: details && { ...details, field: document.renamed[details.field] ?? details.field },
  }
}

/** Who did it, as people read it; null for the server itself. */
export function actorOf(
  { registry, caller }: ModelContext,
  { user_id: id, name, impersonator }: Pick<AuditRow, 'user_id' | 'name' | 'impersonator'>,
) {
  if (id === null) return null
  const own = name ?? `#${id}`
  const name_full = impersonator === null ? own : registry.message(panelModule, caller.locale, 'history.as', { impersonator, name: own })
  return { id, name_full }
}

/** What is shown of an audited write; undefined where the caller may read nothing of it. */
export function auditNode(context: ModelContext, entity: ModelEntity, row: AuditRow, titles: TimelineTitles): TimelineNode | undefined {
  const kind = kindOf(row.action, row.details)
  const node: TimelineNode = {
    id: `a${row.id}`,
    kind,
    status: row.action,
    status_title: say(context, `history.${row.action}`) ?? humanise(row.action),
    description: null,
    date: new Date(row.at).toISOString(),
    user: actorOf(context, row),
    color: colors[kind] ?? 'default',
  }
  if (kind === 'transition') return transitionNode(context, entity, row, node, titles)
  if (kind === 'activated' || kind === 'deactivated') return readableColumn(context, entity, entity.document.storage?.active ?? '') && node
  if (kind !== 'changed') return { ...node, ...(typeof row.after?.[noteKey] === 'string' && { note: row.after[noteKey] }) }
  const changes = changesOf(context, entity, row, titles)
  return changes.length === 0
    ? undefined
    : { ...node, description: listOf(context, [...new Set(changes.map(({ label }) => label))]), changes }
}

function transitionNode(
  context: ModelContext,
  entity: ModelEntity,
  row: AuditRow,
  node: TimelineNode,
  titles: TimelineTitles,
): TimelineNode | undefined {
  const { field, from: before, to: after, note } = row.details!
  if (!readableColumn(context, entity, field)) return undefined
  const [from, to] = [stateOf(context, entity, field, before), stateOf(context, entity, field, after)]
  const changes = changesOf(context, entity, row, titles, field)
  const isMark = JSON.stringify(before) === JSON.stringify(after)
  const name = `transitions.${entity.name}.${row.action}`
  const title = say(context, `${name}.title`, {}, entity) ?? say(context, name, {}, entity) ?? humanise(row.action)
  const values = { from: from.title, to: to.title, field: titleOf(context, entity, field) }
  const own = say(context, `${name}.done`, values, entity)
  const told = own ?? (isMark ? title : say(context, from.title === '' ? 'timeline.status_set' : 'timeline.status_changed', values))
  return {
    ...node,
    status: isMark ? row.action : after,
    status_title: isMark ? title : to.title,
    description: told ?? null,
    color: (isMark ? undefined : to.color) ?? node.color,
    ...(!isMark && { from, to, field: values.field }),
    ...(own !== undefined && { own_text: true }),
    ...(note !== undefined && note !== '' && { note }),
    ...(changes.length > 0 && { changes }),
  }
}

/** A message of the panel or of the entity's module; undefined where there is none. */
export function say({ registry, caller }: ModelContext, key: string, values: Record<string, unknown> = {}, entity?: ModelEntity) {
  const text = registry.message(entity?.module ?? panelModule, caller.locale, key, values)
  return text === key ? undefined : text
}

export const listOf = ({ caller }: ModelContext, words: readonly string[]): string =>
  new Intl.ListFormat(caller.locale, { type: 'conjunction' }).format(words)
