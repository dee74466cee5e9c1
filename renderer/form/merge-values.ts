import { deref, isRecord, type FieldSchema } from './json-schema.ts'
import { getAt, isSame, setAt } from './path.ts'
import { isTranslated } from './translated-value.ts'

type Path = (string | number)[]
export type Side = 'mine' | 'theirs'

/** A value that both sides changed, each in its way. The path leads into the merged data; `undefined` is a row removed. */
export interface ValueConflict { path: Path; base: unknown; mine: unknown; theirs: unknown }
/** A value that only they changed, and that was taken over. */
export interface TakenChange { path: Path; before: unknown; after: unknown }
export interface Merge { value: unknown; conflicts: ValueConflict[]; taken: TakenChange[] }

/** Stands in a list for a row that is not there. */
const removed = Symbol('removed')

/**
 * What two people made of the same value: groups by field, translated texts by locale, rows by what identifies them,
 * everything else as a whole. Where both changed it, `value` holds ours until somebody chooses.
 */
export function mergeValues(root: FieldSchema, schema: FieldSchema, base: unknown, mine: unknown, theirs: unknown, path: Path = []): Merge {
  const conflicts: ValueConflict[] = []
  const taken: TakenChange[] = []
  const value = merge(schema, base, mine, theirs, path)
  return { value, conflicts, taken }

  function merge(given: FieldSchema, before: unknown, ours: unknown, other: unknown, here: Path): unknown {
    if (isSame(ours, other)) return ours
    const known = deref(given, root)
    if (isRecord(ours) && isRecord(other) && (known.properties || isTranslated(known))) return mergeGroup(known, isRecord(before) ? before : {}, ours, other, here)
    if (Array.isArray(ours) && Array.isArray(other)) {
      const old: unknown[] = Array.isArray(before) ? before : []
      const key = keyOfRows(old, ours, other)
      if (key) return mergeRows(known, key, old as Row[], ours as Row[], other as Row[], here)
    }
    if (isSame(other, before)) return ours
    if (isSame(ours, before)) taken.push({ path: here, before, after: other })
    else conflicts.push({ path: here, base: before, mine: ours, theirs: other })
    return isSame(ours, before) ? other : ours
  }

  function mergeGroup(known: FieldSchema, before: Row, ours: Row, other: Row, here: Path): Row {
    const names = [...new Set([...Object.keys(ours), ...Object.keys(other)])]
    return Object.fromEntries(names.map((name) => [name, merge(known.properties?.[name] ?? {}, before[name], ours[name], other[name], [...here, name])] as const).filter(([, one]) => one !== undefined))
  }

  function mergeRows(known: FieldSchema, key: string, before: Row[], ours: Row[], other: Row[], here: Path): unknown[] {
    const items = (Array.isArray(known.items) ? known.items[0] : known.items) ?? {}
    const [old, own, their] = [before, ours, other].map((rows) => new Map(rows.map((row) => [row[key], row]))) as [Map<unknown, Row>, Map<unknown, Row>, Map<unknown, Row>]
    const result: unknown[] = []
    for (const row of inOrder(before, ours, other, key)) {
      const id = row[key]
      const at = [...here, result.length]
      const [was, mineRow, theirRow] = [old.get(id), id === undefined ? row : own.get(id), their.get(id)]
      if (mineRow && theirRow) result.push(merge(items, was, mineRow, theirRow, at))
      else if (mineRow && !was) result.push(mineRow)
      else if (theirRow && !was) {
        taken.push({ path: at, before: undefined, after: theirRow })
        result.push(theirRow)
      } else if (mineRow && !isSame(mineRow, was)) {
        conflicts.push({ path: at, base: was, mine: mineRow, theirs: undefined })
        result.push(mineRow)
      } else if (theirRow && !isSame(theirRow, was)) {
        conflicts.push({ path: at, base: was, mine: undefined, theirs: theirRow })
        result.push(removed)
      } else if (mineRow) taken.push({ path: at, before: was, after: undefined })
    }
    return result
  }
}

/** The merged value with what was chosen for each conflict, ours where nothing was. */
export function applyChoices({ value, conflicts }: Merge, choose: (conflict: ValueConflict) => Side): unknown {
  let result = value
  for (const conflict of conflicts) {
    const chosen = conflict[choose(conflict)]
    result = setAt(result, conflict.path, chosen === undefined && typeof conflict.path.at(-1) === 'number' ? removed : chosen)
  }
  const lists = conflicts.flatMap(({ path }) => path.flatMap((part, at) => (typeof part === 'number' ? [path.slice(0, at)] : [])))
  for (const list of lists.sort((a, b) => b.length - a.length)) {
    const rows = getAt(result, list)
    if (Array.isArray(rows) && rows.includes(removed)) result = setAt(result, list, rows.filter((row) => row !== removed))
  }
  return result
}

type Row = Record<string, unknown>

const keys = ['id', 'key', 'uid', 'uuid'] as const

/** The property that tells rows apart on every side; only rows that we added may lack it. */
function keyOfRows(before: unknown[], ours: unknown[], other: unknown[]): string | undefined {
  if (before.length + other.length === 0 || ![...before, ...ours, ...other].every(isRecord)) return undefined
  const stored = [before, other] as Row[][]
  return keys.find((key) => stored.every((rows) => rows.every((row) => row[key] !== undefined && row[key] !== null)) && [...stored, ours as Row[]].every((rows) => {
    const found = rows.map((row) => row[key]).filter((id) => id !== undefined && id !== null)
    return new Set(found).size === found.length
  }))
}

/** Every row once: in our order when we changed it, else in theirs; the other side's own rows behind what they followed there. */
function inOrder(before: Row[], ours: Row[], other: Row[], key: string): Row[] {
  const idsOf = (rows: Row[]): unknown[] => rows.map((row) => row[key])
  const old = idsOf(before)
  const moved = (rows: Row[]): boolean => {
    const places = idsOf(rows).map((id) => old.indexOf(id)).filter((place) => place >= 0)
    return places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))
  }
  const [first, second] = moved(other) && !moved(ours) ? [other, ours] : [ours, other]
  const result = [...first]
  const placed = new Set(idsOf(first))
  second.forEach((row, at) => {
    if (row[key] !== undefined && row[key] !== null && placed.has(row[key])) return
    const before = second[at - 1]
    const after = before ? result.findIndex((one) => one === before || (before[key] !== undefined && one[key] === before[key])) : -1
    result.splice(after + 1, 0, row)
    placed.add(row[key])
  })
  return result
}
