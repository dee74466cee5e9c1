import { isEmpty, isSame } from '#renderer/form/data/path.ts'
import { isRecord } from '#schemas/rules/is-record.ts'

/** The rows of three versions of a list by names: rows of one name are versions of the same row. */
export interface AlignedRows {
  base: string[]
  mine: string[]
  theirs: string[]
}

/**
 * Matches the rows of two versions of a list without keys: the longest run of unchanged rows, then rows that only moved,
 * then rows between the same neighbours that resemble each other most. A row that both sides added at the same place is
 * one row.
 */
export function alignRows(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): AlignedRows {
  const ours = pairRows(base, mine)
  const others = pairRows(base, theirs)
  const added = new Map<string, number[]>()
  const nameOf = (at: number): string => `base ${at}`
  const nameAll = (
    rows: readonly unknown[],
    pairs: readonly number[],
    side: string,
    note: (place: string, at: number) => string | undefined,
  ): string[] => {
    let gap = -1
    return rows.map((row, at) => {
      const pair = pairs[at]!
      if (pair >= 0) {
        gap = pair
        return nameOf(pair)
      }
      return note(`${gap}|${contentKey(row)}`, at) ?? `${side} ${at}`
    })
  }
  const names = nameAll(mine, ours, 'mine', (place, at) => {
    added.set(place, [...(added.get(place) ?? []), at])
    return undefined
  })
  return {
    base: base.map((_, at) => nameOf(at)),
    mine: names,
    theirs: nameAll(theirs, others, 'theirs', (place) => {
      const at = added.get(place)?.shift()
      return at === undefined ? undefined : names[at]
    }),
  }
}

/** Of each row the place in `base` that it comes from, -1 for a new one; no place is taken twice. */
export function pairRows(base: readonly unknown[], rows: readonly unknown[]): number[] {
  const [old, own] = [base.map(contentKey), rows.map(contentKey)]
  const pairs = rows.map(() => -1)
  const taken = new Set<number>()
  const pair = (at: number, from: number): void => {
    pairs[at] = from
    taken.add(from)
  }
  for (const [from, at] of commonRun(old, own)) pair(at, from)
  const anchors = [...pairs]
  const moved = new Map<string, number[]>()
  old.forEach((key, from) => {
    if (!taken.has(from)) moved.set(key, [...(moved.get(key) ?? []), from])
  })
  own.forEach((key, at) => {
    const from = pairs[at] === -1 ? moved.get(key)?.shift() : undefined
    if (from !== undefined) pair(at, from)
  })
  for (const { froms, ats } of gapsBetween(anchors, base.length)) {
    pairAlike(
      base,
      rows,
      froms.filter((from) => !taken.has(from)),
      ats.filter((at) => pairs[at] === -1),
      pair,
    )
  }
  return pairs
}

/** Rows between unchanged neighbours: their places in the old list and in the new one. */
function gapsBetween(anchors: readonly number[], length: number): { froms: number[]; ats: number[] }[] {
  const gaps: { froms: number[]; ats: number[] }[] = []
  let [from, at] = [0, 0]
  const range = (start: number, end: number): number[] => Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step)
  for (const [end, anchor] of [...anchors.entries(), [anchors.length, length] as const]) {
    if (anchor === -1) continue
    gaps.push({ froms: range(from, anchor), ats: range(at, end) })
    ;[from, at] = [anchor + 1, end + 1]
  }
  return gaps
}

/** Beyond this, rows between the same neighbours are paired in their order alone. */
const mostCompared = 10_000

/** The most alike first; those that have nothing in common in their order, while both sides have one left. */
function pairAlike(
  base: readonly unknown[],
  rows: readonly unknown[],
  froms: readonly number[],
  ats: readonly number[],
  pair: (at: number, from: number) => void,
): void {
  const free = { froms: new Set(froms), ats: new Set(ats) }
  const alike =
    froms.length * ats.length > mostCompared
      ? []
      : froms.flatMap((from, nth) =>
          ats
            .map((at, order) => ({ from, at, share: likeness(base[from], rows[at]), off: Math.abs(nth - order) }))
            .filter(({ share }) => share > 0),
        )
  for (const { from, at } of alike.sort((a, b) => b.share - a.share || a.off - b.off)) {
    if (!free.froms.has(from) || !free.ats.has(at)) continue
    pair(at, from)
    free.froms.delete(from)
    free.ats.delete(at)
  }
  const left = [...free.froms]
  for (const at of free.ats) {
    const from = left.shift()
    if (from !== undefined) pair(at, from)
  }
}

/** The share of fields, from 0 to 1, that two rows have in common; rows that are no groups have nothing. */
export function likeness(a: unknown, b: unknown): number {
  if (!isRecord(a) || !isRecord(b)) return isSame(a, b) ? 1 : 0
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !isEmpty(a[name]) || !isEmpty(b[name]))
  return names.length === 0 ? 1 : names.filter((name) => isSame(a[name], b[name])).length / names.length
}

/** Beyond this many comparisons the longest run is not looked for; rows that are alike still find each other. */
const mostSteps = 4_000_000

/** The longest run of places whose keys are the same in both lists, in order. */
function commonRun(a: readonly string[], b: readonly string[]): [number, number][] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const run: [number, number][] = Array.from({ length: start }, (_, at) => [at, at])
  const [rows, columns] = [endA - start, endB - start]
  if (rows * columns <= mostSteps) {
    const width = columns + 1
    const length = new Uint32Array((rows + 1) * width)
    for (let i = rows - 1; i >= 0; i -= 1) {
      for (let j = columns - 1; j >= 0; j -= 1) {
        length[i * width + j] =
          a[start + i] === b[start + j]
            ? length[(i + 1) * width + j + 1]! + 1
            : Math.max(length[(i + 1) * width + j]!, length[i * width + j + 1]!)
      }
    }
    let [i, j] = [0, 0]
    while (i < rows && j < columns) {
      if (a[start + i] === b[start + j]) {
        run.push([start + i, start + j])
        i += 1
        j += 1
      } else if (length[(i + 1) * width + j]! >= length[i * width + j + 1]!) i += 1
      else j += 1
    }
  }
  for (let step = 0; step < a.length - endA; step += 1) run.push([endA + step, endB + step])
  return run
}

/** A text that is equal for values that `isSame` treats as equal. */
function contentKey(value: unknown): string {
  if (isEmpty(value)) return '""'
  if (Array.isArray(value)) return `[${value.map(contentKey).join()}]`
  if (isRecord(value))
    return `{${Object.keys(value)
      .filter((name) => !isEmpty(value[name]))
      .sort()
      .map((name) => `${JSON.stringify(name)}:${contentKey(value[name])}`)
      .join()}}`
  return JSON.stringify(value) ?? String(value)
}
