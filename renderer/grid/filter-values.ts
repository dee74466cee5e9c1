/** The two ends of a range as they travel, `10..20`; either may be empty. */
export interface Range {
  from: string
  to: string
}

/** Reads `a,b` of a select filter. */
export const parseChoices = (value: string): string[] => value.split(',').filter((choice) => choice !== '')

export const formatChoices = (choices: string[]): string => choices.join(',')

/** Reads `from..to`; a value without dots means both ends. */
export function parseRange(value: string): Range {
  const at = value.indexOf('..')
  return at < 0 ? { from: value, to: value } : { from: value.slice(0, at), to: value.slice(at + 2) }
}

/** Writes a range; nothing when both ends are open. */
export function formatRange({ from, to }: Range): string {
  return from === '' && to === '' ? '' : `${from}..${to}`
}

/** Whether a range cannot match anything because it ends before it begins. */
export function isReversed({ from, to }: Range, kind: 'number' | 'date'): boolean {
  if (from === '' || to === '') return false
  return kind === 'number' ? Number(from) > Number(to) : from > to
}
