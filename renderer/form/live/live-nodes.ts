import { isRecord } from '#schemas/rules/is-record.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { isUntouched, noteUntouched } from '#renderer/form/rows/untouched-rows.ts'
import type { LivePlace } from './live-plan.ts'

/** A record of a form's data while what hangs on a change is computed. */
export interface LiveNode {
  place: LivePlace
  /** Path in the data: `['lines', 3]`. */
  path: readonly (string | number)[]
  parent?: LiveNode
  /** As it will be. It is copied before it is changed. */
  record: Data
  /** As conditions and formulas see it: without the values of hidden fields. */
  seen: Data
  /** As it was; undefined for a new one. */
  before?: Data
  seenBefore?: Data
  /** As it is stored; undefined for a new one. */
  stored?: Data
  /** Names of values that are other ones than before; `all` where everything is computed. */
  changed: Set<string> | 'all'
  rows: Map<string, LiveNode[]>
  isCopied: boolean
}

interface Sides {
  record: Data
  seen: Data
  before?: Data
  seenBefore?: Data
  stored?: Data
}

const noNames: ReadonlySet<string> = new Set()

export function createNode(
  place: LivePlace,
  path: LiveNode['path'],
  { record, seen, before, seenBefore, stored }: Sides,
  isWhole: boolean,
  parent?: LiveNode,
): LiveNode {
  const changed = !before || !seenBefore || (isWhole && record !== before) ? 'all' : changedNames(seenBefore, seen)
  return { place, path, parent, record, seen, before, seenBefore, stored, changed, rows: new Map(), isCopied: false }
}

function changedNames(before: Data, after: Data): Set<string> {
  if (before === after) return new Set(noNames)
  const changed = new Set<string>()
  for (const name in after) if (!Object.is(after[name], before[name])) changed.add(name)
  for (const name in before) if (!(name in after) && before[name] !== undefined) changed.add(name)
  return changed
}

const listIn = (record: Data | undefined, name: string): readonly Data[] => {
  const list = record?.[name]
  return Array.isArray(list) ? (list as Data[]) : []
}

const byIds = new WeakMap<readonly Data[], Map<unknown, Data>>()

/** Stored rows by their ids. */
function byId(rows: readonly Data[]): Map<unknown, Data> {
  let known = byIds.get(rows)
  if (!known) byIds.set(rows, (known = new Map(rows.filter((row) => isRecord(row) && row.id != null).map((row) => [row.id, row]))))
  return known
}

/** The rows of a list as nodes, matched with what they were: the same object, the same id, or in the same place. */
export function rowsOf(node: LiveNode, name: string, isWhole: boolean): LiveNode[] {
  const known = node.rows.get(name)
  if (known) return known
  const place = node.place.lists.get(name)!
  const [rows, old] = [listIn(node.record, name), listIn(node.before, name)]
  const [seen, oldSeen] = [listIn(node.seen, name), listIn(node.seenBefore, name)]
  const stored = byId(listIn(node.stored, name))
  const isAligned = rows.length === old.length && rows.every((row, at) => row === old[at] || (isRecord(row) && row.id === old[at]?.id))
  const places = isAligned ? undefined : new Map(old.map((row, at) => [row, at]))
  const ids = isAligned ? undefined : new Map(old.map((row, at) => [isRecord(row) ? row.id : undefined, at]))
  const taken = new Set(isAligned ? [] : rows.flatMap((row) => places!.get(row) ?? []))
  const placeBefore = (row: Data, at: number): number => {
    if (isAligned) return at
    const same = places!.get(row) ?? (row.id == null ? undefined : ids!.get(row.id))
    if (same !== undefined) return same
    return row.id == null && at < old.length && old[at]!.id == null && !taken.has(at) ? at : -1
  }
  const nodes = rows.map((row, at) => {
    const record = isRecord(row) ? row : {}
    const from = placeBefore(record, at)
    return createNode(
      place,
      [...node.path, name, at],
      { record, seen: isRecord(seen[at]) ? seen[at] : record, before: old[from], seenBefore: oldSeen[from], stored: stored.get(record.id) },
      isWhole,
      node,
    )
  })
  node.rows.set(name, nodes)
  return nodes
}

/** Whether rows came or went; where they stand makes no difference. */
export function isOtherRows(node: LiveNode, name: string): boolean {
  const [rows, old] = [listIn(node.record, name), listIn(node.before, name)]
  if (rows === old) return false
  return rows.length !== old.length || (node.rows.get(name) ?? []).some(({ before }) => before === undefined)
}

/** Gives a record a value; the lists that it is in follow in `finishNode`. */
export function setValue(node: LiveNode, name: string, value: unknown): void {
  if (!node.isCopied) {
    const wasSame = node.seen === node.record
    const isSpare = isUntouched(node.record)
    node.record = { ...node.record }
    if (isSpare) noteUntouched(node.record)
    node.seen = wasSame ? node.record : { ...node.seen }
    node.isCopied = true
  }
  node.record[name] = value
  node.seen[name] = value
  if (node.changed !== 'all') node.changed.add(name)
}

/** The record with its rows as they have become. */
export function finishNode(node: LiveNode): Data {
  for (const [name, rows] of node.rows) {
    const present = listIn(node.record, name)
    const next = rows.map(finishNode)
    if (next.every((row, at) => row === present[at] || (!isRecord(present[at]) && Object.keys(row).length === 0))) continue
    if (!node.isCopied) {
      node.record = { ...node.record }
      node.isCopied = true
    }
    node.record[name] = next
  }
  return node.record
}
