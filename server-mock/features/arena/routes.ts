import type { Feature, Handler } from '#server/feature.ts'
import { readRecord } from '#server/model/model.ts'
import { readTimeline } from '#server/model/timeline/timeline.ts'
import { readTitles } from '#server/model/timeline/timeline-titles.ts'
import type { TimelineNode } from '#server/model/timeline/timeline-nodes.ts'
import { seedArena } from './seed.ts'

const model = 'shipping_order'
/** Transitions by which something is declared of an order. */
const declarations: ReadonlySet<unknown> = new Set(['declare_arrival', 'declare_border', 'declare_edit'])
/** Newest entries that are answered. */
const mostEntries = 400

const details: Handler<'arena-details'> = async (context) => {
  const { id } = context.params
  const order = await readRecord(context, model, id, { flags: true })
  const nodes: TimelineNode[] = []
  let cursor: string | undefined
  do {
    const page = await readTimeline(context, model, id, { cursor, kinds: ['transition', 'comment'] })
    nodes.push(...page.results)
    cursor = page.metadata.cursor ?? undefined
  } while (cursor !== undefined && nodes.length < mostEntries)
  const ids = order.participants as number[]
  const titles = await readTitles(context, new Map([['user', new Set(ids)]]))
  const named = nodes.map((node) => ({ ...node, status: String(node.status), name: node.user?.name_full ?? null }))
  return {
    results: {
      ...order,
      status: order.status as 'open' | 'closed',
      participants: ids.map((user) => ({ id: user, title: titles.titleOf('user', user) })),
      declarations: named.filter(({ status }) => declarations.has(status)),
      comments: named.filter(({ kind }) => kind === 'comment'),
    },
  }
}

export const arena: Feature = { module: 'arena', handlers: { 'arena-details': details }, seed: seedArena }
