/** How wide a column has to be, in pixels. */
export interface WidthNeed {
  /** Nothing in it that has to be seen whole is cut. */
  least: number
  /** Nothing in it is cut. */
  whole: number
  /** Grows to its whole content before others do: what is cut of it is of no use. */
  isFirst?: boolean
  /** What its document says. */
  wish?: number
  /** Takes the room that remains when every column has its preferred width. */
  fills: boolean
}

/** Each width between its own and the next step, as far as the room goes. */
function grow(widths: readonly number[], next: readonly number[], room: number): number[] {
  const free = room - sumOf(widths)
  const missing = sumOf(next) - sumOf(widths)
  const share = missing <= 0 ? 0 : Math.min(1, Math.max(0, free / missing))
  return widths.map((width, at) => (share === 1 ? next[at]! : Math.floor(width + (next[at]! - width) * share)))
}

const sumOf = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

/**
 * Shares the room of a table: every column gets its minimum; then all grow towards the width of their whole content, those that
 * are first before the others, then towards the width in their document; the rest goes to the columns that fill. If there is too
 * little room, each has its minimum and the table scrolls.
 */
export function shareWidth(needs: readonly WidthNeed[], room: number): number[] {
  const least = needs.map((need) => need.least)
  const first = needs.map((need) => (need.isFirst ? need.whole : need.least))
  const whole = needs.map((need) => need.whole)
  const wished = needs.map((need) => Math.max(need.whole, need.wish ?? 0))
  const widths = grow(grow(grow(least, first, room), whole, room), wished, room)
  const rest = room - sumOf(widths)
  if (rest <= 0 || widths.some((width, at) => width < wished[at]!)) return widths
  const isGrowing = needs.map(({ fills }) => fills || !needs.some((need) => need.fills))
  const weight = sumOf(widths.filter((_, at) => isGrowing[at]))
  return widths.map((width, at) => (isGrowing[at] ? Math.floor(width + (rest * width) / weight) : width))
}
