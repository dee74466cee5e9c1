export interface DayOf<Node> {
  key: string
  date: string
  nodes: Node[]
}

/** Nodes by the day that they happened on, in their order; `keyOf` says which day a moment is of. */
export function groupByDay<Node extends { date: string }>(nodes: readonly Node[], keyOf: (date: string) => string): DayOf<Node>[] {
  const days: DayOf<Node>[] = []
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
