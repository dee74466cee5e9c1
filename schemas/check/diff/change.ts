import { diffValues, same, sentenceOf, type Difference } from './diff-values.ts'

export interface Change {
  /**
   * `refused`: publishing ends with this error; `breaking`: something that worked stops working, or data is refused;
   * `risky`: it may; `additive`: nothing is lost.
   */
  level: 'additive' | 'risky' | 'breaking' | 'refused'
  /** What has changed, e.g. `entity book`. */
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

/** What only changes how something looks or reads; without it the same can be done. */
const looks = new Set([
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
/** What decides who sees or reaches something, and when. */
const limits = /\/(access|flag|when|visible|disabled|required|readonly|guest)(\/|$)/
/** Where something leads, what it draws or calls. */
const leads = new Set(['to', 'endpoint', 'modal', 'grid', 'form', 'details', 'widget', 'type', 'method', 'submit', 'operation', 'name'])

/** `risky` where an operator may miss something afterwards: it is gone, leads elsewhere, or is shown to fewer. */
export function levelOf({ pointer, before, after, order = false }: Difference): 'additive' | 'risky' {
  const step =
    pointer
      .split('/')
      .filter((part) => !/^\d+$/.test(part))
      .at(-1) ?? ''
  if (order || looks.has(step)) return 'additive'
  if (limits.test(pointer)) return 'risky'
  if (before === undefined) return step === 'search' && after === false ? 'risky' : 'additive'
  if (after === undefined) return 'risky'
  if (Array.isArray(before) && Array.isArray(after))
    return before.some((item) => !after.some((other) => same(item, other))) ? 'risky' : 'additive'
  if (before === true && after === false) return 'risky'
  // An entry in the place of another: what the one named, the other may not.
  return leads.has(step) || (/\/\d+$/.test(pointer) && textsIn(before).some((text) => !textsIn(after).includes(text)))
    ? 'risky'
    : 'additive'
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []

/** Whatever nothing else tells: each value by its place. */
export function diffRest(
  subject: string,
  before: unknown,
  after: unknown,
  report: Report,
  isTold: (pointer: string) => boolean = () => false,
): void {
  for (const difference of diffValues(before, after))
    if (!isTold(difference.pointer)) report(levelOf(difference), subject, sentenceOf(difference))
}
