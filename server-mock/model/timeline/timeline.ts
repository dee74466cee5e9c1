import type { GridColumn } from '#schemas/types/contract.d.ts'
import { findModel, lookUpEntity, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { readStored } from '#server/model/read.ts'
import { changeColumn, readableColumn, stateOf } from './timeline-changes.ts'
import { commentNodes, commentRights } from './timeline-comments.ts'
import { formatTimelineCursor, parseTimelineCursor, type TimelinePlace } from './timeline-cursor.ts'
import { selectEntries, timelineKinds, type EntryQuery, type TimelineEntry, type TimelineOrder } from './timeline-entries.ts'
import { requireTimeline, timelineLinks } from './timeline-links.ts'
import { linkedNode } from './linked-nodes.ts'
import { auditNode, readAudit, type AuditRow, type TimelineNode } from './timeline-nodes.ts'
import { readTitles, type TimelineTitles } from './timeline-titles.ts'

export interface TimelineQuery {
  cursor?: string
  kinds?: readonly string[]
  /** Which entries come first; left out, as the entity says. */
  order?: TimelineOrder
}

export interface TimelineMetadata {
  /** Of the next page; null at the end. */
  cursor: string | null
  order: TimelineOrder
  /** Kinds that a reader chooses between. */
  kinds: string[]
  can_comment: boolean
  can_comment_private: boolean
  can_attach: boolean
  /** How changed values are drawn, by entity and field. */
  fields: Record<string, Record<string, GridColumn>>
  /** Present state of the first lifecycle. */
  status?: unknown
  status_title?: string
}

/** Kinds and order of a query, whose texts have not been read yet. */
export const timelineQuery = ({ cursor, kinds, order }: Record<string, unknown>): TimelineQuery => ({
  ...(typeof cursor === 'string' && { cursor }),
  ...(order !== undefined && { order: order === 'oldest' ? 'oldest' : 'newest' }),
  kinds: kindsFrom(kinds),
})

/** Kinds as a query names them: `comment,changed`; all when there are none. */
const kindsFrom = (kinds: unknown): string[] | undefined =>
  typeof kinds === 'string' && kinds !== '' ? kinds.split(',').slice(0, timelineKinds.length) : undefined

const pageSize = 20
/** Batches that are read for one page where much of them is left out. */
const mostBatches = 10

/**
 * What was done to a record and to those that its timeline shows too, and what was said about it: the newest or the oldest first, 20 at a
 * time. What the caller may not read is left out.
 * @throws `not-found`, `permission-denied`, 422 on `cursor`
 */
export async function readTimeline(
  context: ModelContext,
  model: string,
  id: unknown,
  { cursor, kinds, order: wanted }: TimelineQuery,
  options: ModelOptions = {},
): Promise<{ results: TimelineNode[]; metadata: TimelineMetadata }> {
  const entity = findModel(context, model)
  const { order: usual = 'newest' } = requireTimeline(entity)
  const order = wanted ?? usual
  const record = await readStored(context, model, id, options)
  const { canComment, hasPrivate, hasFiles } = commentRights(context, entity)
  const links = timelineLinks(context, entity)
  const query: EntryQuery = {
    entity,
    id: record.id,
    links,
    hasPrivate,
    order,
    limit: pageSize + 1,
    ...(kinds && { kinds: new Set(kinds) }),
  }
  const results: TimelineNode[] = []
  let place: TimelinePlace | undefined = cursor === undefined ? undefined : parseTimelineCursor(cursor)
  let hasMore = true
  for (let batch = 0; hasMore && results.length < pageSize && batch < mostBatches; batch += 1) {
    const entries = await selectEntries(context, { ...query, after: place })
    hasMore = entries.length > pageSize
    const part = entries.slice(0, pageSize)
    const nodes = await nodesOf(context, query, part, record.version)
    for (const [at, node] of nodes.entries()) {
      if (node) results.push(node)
      place = part[at]!
      if (results.length === pageSize) {
        hasMore ||= at < part.length - 1
        break
      }
    }
  }
  const present = readableStates(context, entity)[0]
  const state = present && stateOf(context, entity, present, record[present])
  return {
    results,
    metadata: {
      cursor: hasMore && place ? formatTimelineCursor(place) : null,
      order,
      kinds: kindsOf(context, entity),
      can_comment: canComment && !record.deleted_at,
      can_comment_private: canComment && hasPrivate,
      can_attach: hasFiles,
      fields: columnsOf(context, entity, results),
      ...(state && { status: state.value, status_title: state.title }),
    },
  }
}

async function nodesOf(context: ModelContext, { entity, links }: EntryQuery, entries: readonly TimelineEntry[], present: number) {
  const audited = entries.filter(({ source }) => source !== 'comment').flatMap(({ ids }) => ids)
  const rows = await readAudit(context, audited)
  const titles = await readTitles(context, namedRecords(context, [...rows.values()]))
  const comments = await commentNodes(
    context,
    entity,
    entries.filter(({ source }) => source === 'comment').flatMap(({ ids }) => ids),
  )
  const nodeOf = async (entry: TimelineEntry): Promise<TimelineNode | undefined> => {
    if (entry.source === 'comment') return comments.get(entry.id)
    const own = entry.ids.flatMap((id) => rows.get(id) ?? [])
    if (entry.source === 'own') return own[0] && ownNode(context, entity, own[0], titles, present)
    const link = links.find((one) => one.entity.name === entry.entity)
    return link && linkedNode(context, link, own, entry.count, titles)
  }
  const nodes: (TimelineNode | undefined)[] = []
  for (const entry of entries) nodes.push(await nodeOf(entry))
  return nodes
}

/** What was done to the record itself; with its version, where there is a later one. */
function ownNode(context: ModelContext, entity: ModelEntity, row: AuditRow, titles: TimelineTitles, present: number) {
  const node = auditNode(context, entity, row, titles)
  return node && (row.version !== null && row.version < present ? { ...node, version: row.version } : node)
}

/** Records that are named by their titles: those of the entries, and those that changed references lead to. */
export function namedRecords(context: ModelContext, rows: readonly AuditRow[]): Map<string, Set<number>> {
  const named = new Map<string, Set<number>>()
  const add = (model: string, id: unknown) => {
    if (typeof id === 'number') named.set(model, (named.get(model) ?? new Set()).add(id))
  }
  for (const row of rows) {
    add(row.entity, row.record_id)
    const entity = lookUpEntity(context.registry, row.entity)
    for (const column of entity?.shape.columns ?? [])
      if (!column.system && column.references && row.action !== 'create')
        for (const part of [row.before, row.after]) add(column.references, part?.[column.name])
  }
  return named
}

/** Fields whose states the caller may read. */
const readableStates = (context: ModelContext, entity: ModelEntity): string[] =>
  Object.keys((entity.document as { lifecycle?: object }).lifecycle ?? {}).filter((field) => readableColumn(context, entity, field))

function kindsOf(context: ModelContext, entity: ModelEntity): string[] {
  const linked = timelineLinks(context, entity).map((link) => link.entity)
  const hasStates = [entity, ...linked].some((one) => readableStates(context, one).length > 0)
  return [...(entity.document.timeline?.comments ? ['comment'] : []), ...(hasStates ? ['transition'] : []), 'changed']
}

/** Columns of the fields that the nodes tell changes of. */
export function columnsOf(context: ModelContext, entity: ModelEntity, nodes: readonly TimelineNode[]): TimelineMetadata['fields'] {
  const fields: TimelineMetadata['fields'] = {}
  for (const node of nodes) {
    const model = node.of?.model ?? entity.name
    const owner = lookUpEntity(context.registry, model)!
    for (const { field } of [...(node.changes ?? []), ...(node.rows ?? []).flatMap((row) => row.changes ?? [])]) {
      const column = owner.shape.byName.get(field)
      const drawn = column && changeColumn(context, owner, column)
      if (drawn) (fields[model] ??= {})[field] = drawn
    }
  }
  return fields
}
