import { alignRows, likeness } from '#renderer/form/rows/align-rows.ts'
import { deref, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { getAt, isSame, setAt } from '#renderer/form/data/path.ts'
import { isTranslated } from '#renderer/form/data/translated-value.ts'
import { isRecord } from '#schemas/rules/is-record.ts'

type Path = (string | number)[]
export type Side = 'mine' | 'theirs'

/** A value that both sides changed, each in its way. The path leads into the merged data; `undefined` is a row removed. */
export interface ValueConflict {
  path: Path
  base: unknown
  mine: unknown
  theirs: unknown
}
/** A value that only they changed, and that was taken over. */
export interface TakenChange {
  path: Path
  before: unknown
  after: unknown
}
export interface Merge {
  value: unknown
  conflicts: ValueConflict[]
  taken: TakenChange[]
}

/** Stands in a list for a row that is not there. */
const removed = Symbol('removed')

/**
 * Merges two versions of a value: groups by field, translated texts by locale, rows by their key, or without a key by
 * content and neighbours; everything else as a whole. Where both sides changed it, `value` contains ours until the user
 * chooses.
 */
export function mergeValues(root: FieldSchema, schema: FieldSchema, base: unknown, mine: unknown, theirs: unknown, path: Path = []): Merge {
  const conflicts: ValueConflict[] = []
  const takenChanges: TakenChange[] = []
  const value = merge(schema, base, mine, theirs, path)
  return { value, conflicts, taken: takenChanges }

  function merge(given: FieldSchema, before: unknown, ours: unknown, other: unknown, here: Path): unknown {
    if (isSame(ours, other)) return ours
    const known = deref(given, root)
    // Nobody has changed what is read only; the form computes it anew.
    if (known.readOnly === true && here.length > 1) return other
    if (isRecord(ours) && isRecord(other) && (known.properties || isTranslated(known)))
      return mergeGroup(known, isRecord(before) ? before : {}, ours, other, here)
    if (isSame(other, before)) return ours
    const rows = namedRows(known, before, ours, other)
    return rows ? mergeRows(known, rows, here) : mergeWhole(before, ours, other, here)
  }

  function mergeGroup(known: FieldSchema, before: Row, ours: Row, other: Row, here: Path): Row {
    const names = [...new Set([...Object.keys(ours), ...Object.keys(other)])]
    return Object.fromEntries(
      names
        .map((name) => [name, merge(known.properties?.[name] ?? {}, before[name], ours[name], other[name], [...here, name])] as const)
        .filter(([, one]) => one !== undefined),
    )
  }

  function mergeRows(known: FieldSchema, sides: NamedSides, here: Path): unknown[] {
    const items = (Array.isArray(known.items) ? known.items[0] : known.items) ?? {}
    const [old, own, their] = [rowsByName(sides.base), rowsByName(sides.mine), rowsByName(sides.theirs)]
    const result: unknown[] = []
    for (const name of inOrder(sides)) {
      const at = [...here, result.length]
      const [was, mineRow, theirRow] = [old.get(name), own.get(name), their.get(name)]
      const isSure = sides.sure || (likeness(was, mineRow) >= surelySame && likeness(was, theirRow) >= surelySame)
      if (own.has(name) && their.has(name))
        result.push(isSure ? merge(items, was, mineRow, theirRow, at) : mergeWhole(was, mineRow, theirRow, at))
      else if (own.has(name) && !old.has(name)) result.push(mineRow)
      else if (their.has(name) && !old.has(name)) {
        takenChanges.push({ path: at, before: undefined, after: theirRow })
        result.push(theirRow)
      } else if (own.has(name) && !isSame(mineRow, was)) {
        conflicts.push({ path: at, base: was, mine: mineRow, theirs: undefined })
        result.push(mineRow)
      } else if (their.has(name) && !isSame(theirRow, was)) {
        conflicts.push({ path: at, base: was, mine: undefined, theirs: theirRow })
        result.push(removed)
      } else if (own.has(name)) takenChanges.push({ path: at, before: was, after: undefined })
    }
    return result
  }

  function mergeWhole(before: unknown, ours: unknown, other: unknown, here: Path): unknown {
    if (isSame(ours, other) || isSame(other, before)) return ours
    if (isSame(ours, before)) takenChanges.push({ path: here, before, after: other })
    else conflicts.push({ path: here, base: before, mine: ours, theirs: other })
    return isSame(ours, before) ? other : ours
  }
}

/** The merged value with the user's choice for each conflict; ours where none was made. */
export function applyChoices({ value, conflicts }: Merge, choose: (conflict: ValueConflict) => Side): unknown {
  let result = value
  for (const conflict of conflicts) {
    const chosen = conflict[choose(conflict)]
    result = setAt(result, conflict.path, chosen === undefined && typeof conflict.path.at(-1) === 'number' ? removed : chosen)
  }
  const lists = conflicts.flatMap(({ path }) => path.flatMap((part, at) => (typeof part === 'number' ? [path.slice(0, at)] : [])))
  for (const list of lists.sort((a, b) => b.length - a.length)) {
    const rows = getAt(result, list)
    if (Array.isArray(rows) && rows.includes(removed))
      result = setAt(
        result,
        list,
        rows.filter((row) => row !== removed),
      )
  }
  return result
}

type Row = Record<string, unknown>
interface NamedRow {
  name: unknown
  row: unknown
}
/** The rows of each side by their identity. `sure`: identified by a key, so that two rows with one key are the same row. */
interface NamedSides {
  base: NamedRow[]
  mine: NamedRow[]
  theirs: NamedRow[]
  sure: boolean
}

const rowsByName = (rows: NamedRow[]): Map<unknown, unknown> => new Map(rows.map(({ name, row }) => [name, row]))

/** Share of equal fields from which a row without a key is considered the same row. */
const surelySame = 0.5

const keys = ['id', 'key', 'uid', 'uuid'] as const

/** Whether a list is one of rows that come and go: not two ends of a period, nor places with a meaning each. */
const isOfRows = ({ items, minItems, maxItems }: FieldSchema): boolean =>
  isRecord(items) && (maxItems === undefined || (maxItems > 2 && maxItems !== minItems))

/** Undefined for a value that is not a list of rows and is merged as a whole. */
function namedRows(schema: FieldSchema, ...sides: [before: unknown, ours: unknown, other: unknown]): NamedSides | undefined {
  const lists = sides.map((side) => side ?? [])
  if (!lists.every(Array.isArray)) return undefined
  const [before, ours, other] = lists as [unknown[], unknown[], unknown[]]
  const named = (rows: unknown[], nameOf: (row: unknown, at: number) => unknown): NamedRow[] =>
    rows.map((row, at) => ({ name: nameOf(row, at), row }))
  const surely = (nameOf: (row: unknown) => unknown): NamedSides => ({
    base: named(before, nameOf),
    mine: named(ours, nameOf),
    theirs: named(other, nameOf),
    sure: true,
  })
  const key = keyOfRows(before, ours, other)
  if (key !== undefined) return surely((row) => (row as Row)[key] ?? row)
  if (!isOfRows(schema)) return undefined
  const isSet =
    schema.uniqueItems === true &&
    [before, ours, other].every((rows) => rows.every((row) => typeof row !== 'object') && new Set(rows).size === rows.length)
  if (isSet) return surely((row) => row)
  const names = alignRows(before, ours, other)
  return {
    base: named(before, (_, at) => names.base[at]),
    mine: named(ours, (_, at) => names.mine[at]),
    theirs: named(other, (_, at) => names.theirs[at]),
    sure: false,
  }
}

/** The property that identifies rows on every side; only rows that we added may lack it. */
function keyOfRows(before: unknown[], ours: unknown[], other: unknown[]): string | undefined {
  if (before.length + other.length === 0 || ![...before, ...ours, ...other].every(isRecord)) return undefined
  const stored = [before, other] as Row[][]
  return keys.find(
    (key) =>
      stored.every((rows) => rows.every((row) => row[key] !== undefined && row[key] !== null)) &&
      [...stored, ours as Row[]].every((rows) => {
        const found = rows.map((row) => row[key]).filter((id) => id !== undefined && id !== null)
        return new Set(found).size === found.length
      }),
  )
}

/**
 * All rows, each once: in our order if we changed it, otherwise in theirs. Rows of the other side follow the row after
 * which they were inserted there.
 */
function inOrder({ base, mine, theirs }: NamedSides): unknown[] {
  const old = new Map(base.map(({ name }, at) => [name, at]))
  const isMoved = (rows: NamedRow[]): boolean => {
    const places = rows.flatMap(({ name }) => old.get(name) ?? [])
    return places.some((place, at) => at > 0 && place < places[at - 1]!)
  }
  const [first, second] = isMoved(theirs) && !isMoved(mine) ? [theirs, mine] : [mine, theirs]
  const result = first.map(({ name }) => name)
  const placed = new Set(result)
  second.forEach(({ name }, at) => {
    if (placed.has(name)) return
    result.splice(at === 0 ? 0 : result.indexOf(second[at - 1]!.name) + 1, 0, name)
    placed.add(name)
  })
  return result
}
