import { diffValues, sentenceOf } from './diff-values.ts'

export interface Change {
  /** `breaking`: something that worked stops working, or data is refused; `risky`: it may; `additive`: nothing is lost. */
  level: 'additive' | 'risky' | 'breaking'
  /** What has changed, e.g. `entity book`. */
  subject: string
  sentence: string
}

export type Report = (level: Change['level'], subject: string, sentence: string) => void

export function diffAccess(subject: string, before: string | undefined, after: string | undefined, report: Report): void {
  if (before !== after) report(after === 'guest' || (before !== undefined && after === undefined) ? 'risky' : 'breaking', subject, `needs ${after ?? 'no permission'} instead of ${before ?? 'no permission'}`)
}

/** Whatever nothing else tells: each value by its place. */
export function diffRest(subject: string, before: unknown, after: unknown, report: Report, isTold: (pointer: string) => boolean = () => false): void {
  for (const difference of diffValues(before, after)) if (!isTold(difference.pointer)) report('additive', subject, sentenceOf(difference))
}
