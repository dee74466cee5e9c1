/** One record in an order: its id, and the number that the order is kept in; null comes last. */
export interface Placed {
  id: number
  value: number | null
}

export interface PlaceLimits {
  /** Whether the numbers are whole; else there is always one between two others, as far as doubles reach. */
  whole: boolean
  min: number
  max: number
}

/**
 * Numbers that put a record at a place of an order: for the record alone where there is room between its neighbours, else also for those
 * behind it that have to make room, and for those before it that had no number. Undefined where the limits leave no room.
 * @param others all others, in their order
 * @param at how many of them come before it
 */
export function placeAmong(
  others: readonly Placed[],
  moved: Placed,
  at: number,
  { whole, min, max }: PlaceLimits,
): Map<number, number> | undefined {
  const values = new Map<number, number>()
  let last: number | null = null
  for (const other of others.slice(0, at)) {
    // Nothing without a number may come before the record.
    const value: number = other.value ?? (last === null ? min : last + 1)
    if (other.value === null) values.set(other.id, value)
    last = value
  }
  const after = others.slice(at)
  const upper = after[0]?.value ?? null
  const between =
    upper === null ? (last === null ? (moved.value ?? min) : last + 1) : last === null ? upper - 1 : middleOf(last, upper, whole)
  const hasRoom = between !== undefined && between >= min && (last === null || between > last) && (upper === null || between < upper)
  let value: number = hasRoom ? between : last === null ? min : whole ? Math.floor(last) + 1 : last + 1
  if (value !== moved.value) values.set(moved.id, value)
  for (const other of after) {
    if (other.value === null || other.value > value) break
    value = whole ? Math.floor(value) + 1 : value + 1
    values.set(other.id, value)
  }
  return [...values.values()].some((one) => one > max || one < min) ? undefined : values
}

function middleOf(a: number, b: number, whole: boolean): number | undefined {
  const middle = whole ? Math.floor((a + b) / 2) : (a + b) / 2
  return middle > a && middle < b ? middle : undefined
}
