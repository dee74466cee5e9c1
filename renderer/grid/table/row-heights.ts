/** Heights of a list's lines in pixels: measured ones, and the average for the others. */
export interface RowHeights {
  note: (id: string, height: number) => void
  /** Sum over the ids from `from` up to, without, `to`. */
  sum: (ids: readonly string[], from: number, to: number) => number
  /** Index of the line at a distance from the top. */
  indexAt: (ids: readonly string[], distance: number) => number
  forget: () => void
}

const usualHeight = 44

export function createRowHeights(): RowHeights {
  const known = new Map<string, number>()
  let total = 0
  const average = () => (known.size === 0 ? usualHeight : total / known.size)
  return {
    note(id, height) {
      if (height <= 0) return
      total += height - (known.get(id) ?? 0)
      known.set(id, height)
    },
    sum(ids, from, to) {
      const other = average()
      let sum = 0
      for (let at = from; at < to; at++) sum += known.get(ids[at] ?? '') ?? other
      return sum
    },
    indexAt(ids, distance) {
      const other = average()
      let top = 0
      for (let at = 0; at < ids.length; at++) {
        top += known.get(ids[at] ?? '') ?? other
        if (top > distance) return at
      }
      return Math.max(0, ids.length - 1)
    },
    forget() {
      known.clear()
      total = 0
    },
  }
}

export type Span = { from: number; to: number; drawn: boolean }

/** Lines in runs that are drawn or left out: those from `first` to `last`, and those that must be there wherever they are. */
export function spansOf(count: number, first: number, last: number, kept: readonly number[]): Span[] {
  const drawn = [
    { from: Math.max(0, first), to: Math.min(count, last) },
    ...kept.filter((at) => at >= 0 && at < count && (at < first || at >= last)).map((at) => ({ from: at, to: at + 1 })),
  ]
  const spans: Span[] = []
  let end = 0
  for (const { from, to } of drawn.filter((span) => span.from < span.to).sort((a, b) => a.from - b.from)) {
    if (from > end) spans.push({ from: end, to: from, drawn: false })
    spans.push({ from: Math.max(from, end), to, drawn: true })
    end = Math.max(end, to)
  }
  if (end < count) spans.push({ from: end, to: count, drawn: false })
  return spans
}
