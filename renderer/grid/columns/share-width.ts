/** How wide a column has to be, in pixels. */
export interface WidthNeed {
  /** Nothing in it that has to be seen whole is cut. */
  least: number
  /** Nothing in it is cut. */
  whole: number
  /** What its document says. */
  wish?: number
  /** Takes what is left when every column has what it wishes for. */
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
 * Shares the room of a table: every column has its least, then all come as near to their whole as there is room, then to the width of
 * their document, and what is still left goes to those that fill. With too little room each has its least, and the table is wider than
 * its frame.
 */
export function shareWidth(needs: readonly WidthNeed[], room: number): number[] {
  const whole = needs.map((need) => need.whole)
  const wished = needs.map((need) => Math.max(need.whole, need.wish ?? 0))
  const widths = grow(
    grow(
      needs.map((need) => need.least),
      whole,
      room,
    ),
    wished,
    room,
  )
  const rest = room - sumOf(widths)
  if (rest <= 0 || widths.some((width, at) => width < wished[at]!)) return widths
  const isGrowing = needs.map(({ fills }) => fills || !needs.some((need) => need.fills))
  const weight = sumOf(widths.filter((_, at) => isGrowing[at]))
  return widths.map((width, at) => (isGrowing[at] ? Math.floor(width + (rest * width) / weight) : width))
}
