import { diffValues, same, sentenceOf, type Difference } from './diff-values.ts'

export interface Change {
  /**
   * `refused`: publishing ends with this error. `breaking`: something stops working, or data is refused. `risky`: this
   * may happen. `additive`: nothing is lost.
   */
  level: 'additive' | 'risky' | 'breaking' | 'refused'
  /** What changed, e.g. `entity book`. */
  subject: string
  sentence: string
}

export type Report = (level: Change['level'], subject: string, sentence: string) => void

export function diffAccess(subject: string, before: string | undefined, after: string | undefined, report: Report): void {
  if (before !== after)
    report(
      after === 'guest' || (before !== undefined && after === undefined) ? 'risky' : 'breaking',
      subject,
      `needs ${after ?? 'no permission'} instead of ${before ?? 'no permission'}`,
    )
}

/** Properties that only change how something looks or reads. */
const cosmetic = new Set([
  '$schema',
  'title',
  'text',
  'description',
  'examples',
  'label',
  'icon',
  'color',
  'width',
  'span',
  'size',
  'order',
  'help',
  'placeholder',
  'primary',
  'collapsed',
  'freeze',
  'align',
  'rows',
  'note',
  'prefix',
  'suffix',
  'toast',
  'count',
  'badge',
  'autofocus',
  'breadcrumbs',
  'empty',
  'sample',
])
/** Properties that decide who can see or reach something, and when. */
const limits = /\/(access|flag|when|visible|disabled|required|readonly|guest)(\/|$)/
/** Properties that decide where something leads, what it draws or what it calls. */
const targets = new Set(['to', 'endpoint', 'modal', 'grid', 'form', 'details', 'widget', 'type', 'method', 'submit', 'operation', 'name'])

/** `risky` if an operator may miss something afterwards: it is removed, leads elsewhere, or is shown to fewer people. */
export function levelOf({ pointer, before, after, order = false }: Difference): 'additive' | 'risky' {
  const step =
    pointer
      .split('/')
      .filter((part) => !/^\d+$/.test(part))
      .at(-1) ?? ''
  if (order || cosmetic.has(step)) return 'additive'
  if (limits.test(pointer)) return 'risky'
  if (before === undefined) return step === 'search' && after === false ? 'risky' : 'additive'
  if (after === undefined) return 'risky'
  if (Array.isArray(before) && Array.isArray(after))
    return before.some((item) => !after.some((other) => same(item, other))) ? 'risky' : 'additive'
  if (before === true && after === false) return 'risky'
  // An entry replaced by another: users may lose what the old entry offered.
  return targets.has(step) || (/\/\d+$/.test(pointer) && textsIn(before).some((text) => !textsIn(after).includes(text)))
    ? 'risky'
    : 'additive'
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []

/** Reports all remaining differences, each value with its path. */
export function diffRest(
  subject: string,
  before: unknown,
  after: unknown,
  report: Report,
  isReported: (pointer: string) => boolean = () => false,
): void {
  for (const difference of diffValues(before, after))
    if (!isReported(difference.pointer)) report(levelOf(difference), subject, sentenceOf(difference))
}
