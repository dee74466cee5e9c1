/** The two ends of a range; either may be empty. */
export interface Range {
  from: string
  to: string
}

/** Whether a range cannot match anything because it ends before it begins. */
export function isReversed({ from, to }: Range, kind: 'number' | 'date'): boolean {
  if (from === '' || to === '') return false
  return kind === 'number' ? Number(from) > Number(to) : from > to
}
