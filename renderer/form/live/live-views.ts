import { fitsWhere } from '#schemas/formula/fits-where.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { Where } from '#schemas/types/contract.d.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import type { LiveNode } from './live-nodes.ts'
import { dataKey, type LivePlace, type Path } from './live-plan.ts'

/** What is known of records that others refer to; undefined while it is not known yet, null for none that can be read. */
export type FetchedValue = (model: string, id: unknown, path: Path) => unknown

export type RowNodes = (node: LiveNode, name: string) => readonly LiveNode[]

/** A value that is not there to be computed with: it has not been fetched, or the form has only some of the record. */
export const unknown = Symbol('unknown')

interface ViewContext {
  rows: RowNodes
  fetched: FetchedValue
}

/** What formulas see of a record: the values of these paths under the names that formulas use. */
export function viewOf(node: LiveNode, paths: readonly Path[], context: ViewContext, where?: Where): Data | typeof unknown {
  const view: Data = {}
  for (const [head, inside] of byHead(paths)) {
    const value = headValue(node, head, inside, context, where)
    if (value === unknown) return unknown
    view[head] = value
  }
  return view
}

function headValue(node: LiveNode, head: string, inside: readonly Path[], context: ViewContext, where: Where | undefined): unknown {
  const { place, seen, parent } = node
  if (parent && head === place.parentName) return viewOf(parent, inside, context)
  const list = place.lists.get(head)
  if (list) return rowViews(context.rows(node, head), list, inside, context, where)
  const key = dataKey(place, head)
  if (!isKnown(node, key)) return unknown
  const value = Object.hasOwn(seen, key) ? seen[key] : undefined
  return inside.length === 0 ? value : referenced(place, key, value, inside, context)
}

/** Whether the form has a value of a record, be it empty: of a stored one it may have only some. */
const isKnown = ({ record, stored }: LiveNode, key: string): boolean =>
  Object.hasOwn(record, key) || stored === undefined || Object.hasOwn(stored, key)

function rowViews(
  rows: readonly LiveNode[],
  place: LivePlace,
  inside: readonly Path[],
  context: ViewContext,
  where: Where | undefined,
): unknown {
  const isDirect = inside.every(([head = '', ...rest]) => rest.length === 0 && head !== place.parentName && dataKey(place, head) === head)
  const views: unknown[] = []
  for (const row of rows) {
    const view = isDirect && inside.every(([head]) => isKnown(row, head!)) ? row.seen : viewOf(row, inside, context)
    if (view === unknown) return unknown
    if (where === undefined || fitsWhere(view as Data, where)) views.push(view)
  }
  return views
}

function referenced(place: LivePlace, key: string, id: unknown, inside: readonly Path[], { fetched }: ViewContext): unknown {
  const model = place.properties[key]?.references
  if (model === undefined || id === undefined || id === null || id === '') return null
  let view: Data = {}
  for (const path of inside) {
    const value = fetched(model, id, path)
    if (value === undefined) return unknown
    view = placed(view, path, value)
  }
  return view
}

function placed(view: Data, [head = '', ...rest]: Path, value: unknown): Data {
  if (rest.length === 0) return { ...view, [head]: value }
  return { ...view, [head]: placed(isRecord(view[head]) ? view[head] : {}, rest, value) }
}

const heads = new WeakMap<readonly Path[], Map<string, Path[]>>()

/** Paths by their first step, with what follows it. */
function byHead(paths: readonly Path[]): Map<string, Path[]> {
  let known = heads.get(paths)
  if (!known) {
    known = new Map()
    for (const [head, ...rest] of paths) {
      const inside = known.get(head!) ?? []
      if (rest.length > 0) inside.push(rest)
      known.set(head!, inside)
    }
    heads.set(paths, known)
  }
  return known
}
