import type { ModelContext } from '#server/model/context.ts'
import type { TimelineKind } from './timeline-entries.ts'
import type { TimelineLink } from './timeline-links.ts'
import { auditNode, listOf, say, type AuditRow, type TimelineNode } from './timeline-nodes.ts'
import { formerTitles, type TimelineTitles } from './timeline-titles.ts'

/** Rows that are told one by one; the others are counted. */
const mostRows = 50

const countKeys: Readonly<Partial<Record<TimelineKind, string>>> = {
  created: 'timeline.count_created',
  trashed: 'timeline.count_removed',
  destroyed: 'timeline.count_removed',
  restored: 'timeline.count_restored',
}

/** What one call did to linked records: of one record its own node, of several one node that counts them ("Lines: 3 changed"). */
export async function linkedNode(
  context: ModelContext,
  link: TimelineLink,
  rows: readonly AuditRow[],
  count: number,
  titles: TimelineTitles,
): Promise<TimelineNode | undefined> {
  const nodes = rows.flatMap((row) => {
    const node = auditNode(context, link.entity, row, titles)
    return node ? [{ row, node }] : []
  })
  const [first] = nodes
  if (!first) return undefined
  const of = { model: link.entity.name, type: link.type }
  const former = await formerTitles(
    context,
    link.entity,
    rows.filter(({ action }) => action === 'destroy'),
  )
  const titleOf = ({ record_id: id, action }: AuditRow) =>
    (action === 'destroy' ? former.get(id) : undefined) ?? titles.titleOf(link.entity.name, id)
  const records = new Set(nodes.map(({ row }) => row.record_id))
  if (records.size === 1 && nodes.length === 1 && count === 1)
    return { ...first.node, of: { ...of, id: first.row.record_id, title: titleOf(first.row) } }
  const untold = count - rows.length
  const counts = new Map<string, number>()
  for (const { node } of nodes) {
    const key = countKeys[node.kind] ?? 'timeline.count_changed'
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  if (untold > 0) {
    const [key] = counts.keys()
    counts.set(key!, counts.get(key!)! + untold)
  }
  const told = listOf(
    context,
    [...counts].map(([key, number]) => say(context, key, { count: number }) ?? String(number)),
  )
  const isOneKind = nodes.every(({ node }) => node.kind === first.node.kind)
  return {
    ...first.node,
    ...(!isOneKind && { kind: 'changed', status: 'update', status_title: say(context, 'history.update') ?? 'update', color: 'info' }),
    changes: undefined,
    description: say(context, 'timeline.rows', { type: link.type, counts: told }) ?? told,
    of,
    count: nodes.length + untold,
    rows: nodes
      .slice(0, mostRows)
      .map(({ row, node }) => ({
        id: row.record_id,
        title: titleOf(row),
        kind: node.kind,
        ...(node.changes && { changes: node.changes }),
      })),
  }
}
