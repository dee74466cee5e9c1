/** How wide a column has to be, in pixels. */
export interface WidthNeed {
  /** Nothing in it that has to be seen whole is cut. */
  least: number
  /** Nothing in it is cut. */
  whole: number
  /** Takes what is left when every column is whole, by the width that it wishes for. */
  fills: boolean
  wish?: number
}

/**
 * Shares the room of a table: every column has its least, then all come as near to their whole as there is room, and what is still
 * left goes to those that fill. With too little room each has its least, and the table is wider than its frame.
 */
export function shareWidth(needs: readonly WidthNeed[], room: number): number[] {
  const sum = (of: (need: WidthNeed) => number) => needs.reduce((total, need) => total + of(need), 0)
  const least = sum((need) => need.least)
  if (least >= room) return needs.map((need) => need.least)
  const missing = sum((need) => need.whole - need.least)
  if (least + missing >= room) {
    const share = (room - least) / missing
    return needs.map((need) => Math.floor(need.least + (need.whole - need.least) * share))
  }
  const rest = room - least - missing
  const growing = needs.some(({ fills }) => fills) ? needs.filter(({ fills }) => fills) : needs
  const wishOf = ({ whole, wish = 0 }: WidthNeed) => Math.max(whole, wish)
  const weight = growing.reduce((total, need) => total + wishOf(need), 0)
  return needs.map((need) => (growing.includes(need) ? Math.floor(need.whole + (rest * wishOf(need)) / weight) : need.whole))
}
