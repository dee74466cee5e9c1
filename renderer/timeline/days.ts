import type { TimelineNode } from './timeline-types.ts'

export interface TimelineDay {
  key: string
  date: string
  nodes: TimelineNode[]
}

/** Nodes by the day that they happened on, in their order; `keyOf` says which day a moment is of. */
export function groupByDay(nodes: readonly TimelineNode[], keyOf: (date: string) => string): TimelineDay[] {
  const days: TimelineDay[] = []
  for (const node of nodes) {
    const key = keyOf(node.date)
    const last = days.at(-1)
    if (last?.key === key) last.nodes.push(node)
    else days.push({ key, date: node.date, nodes: [node] })
  }
  return days
}

/** Kinds that a choice of the filter stands for; undefined for all. */
export function kindsOf(choice: string): string | undefined {
  if (choice === 'all') return undefined
  return choice === 'changed' ? 'created,changed,trashed,restored,destroyed,activated,deactivated,event' : choice
}
