import { meetsCheck } from '#schemas/formula/meets-check.ts'
import { matches } from '#schemas/rules/conditions/condition.ts'
import type { Data, Messages } from '#renderer/form/data/form-store.ts'
import { isEmpty } from '#renderer/form/data/path.ts'
import { createNode, rowsOf, type LiveNode } from './live-nodes.ts'
import type { LivePlan } from './live-plan.ts'
import { unknown, viewOf, type FetchedValue } from './live-views.ts'

interface Checked {
  data: Data
  /** The data without the values of hidden fields. */
  seen: Data
  /** The record as it is stored. */
  stored: Data
  fetched: FetchedValue
}

/** Messages of the checks that records of a form do not meet, by the path of the field at which they stand. */
export function liveMessages({ root }: LivePlan, { data, seen, stored, fetched }: Checked): Messages {
  const messages: Messages = {}
  const context = { rows: (node: LiveNode, name: string) => rowsOf(node, name, false), fetched }
  const visit = (node: LiveNode): void => {
    for (const { field, message, paths, when, ...check } of node.place.checks) {
      const view = viewOf(node, paths, context)
      if (view === unknown || (when !== undefined && !matches(when, { ...node.seen, ...view })) || meetsCheck(check, view)) continue
      messages[[...node.path, field].join('.')] ??= [message]
    }
    for (const name of node.place.lists.keys()) context.rows(node, name).forEach(visit)
  }
  visit(createNode(root, [], { record: data, seen, stored: isEmpty(stored.id) ? undefined : stored }, false))
  return messages
}
