import type { Change, Report } from './change.ts'
import { diffValues, sentenceOf, type Difference } from './diff-values.ts'

/** Keywords that refuse more values when they grow, and those that do when they shrink. */
const lower = new Set(['minimum', 'exclusiveMinimum', 'formatMinimum', 'formatExclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const upper = new Set(['maximum', 'exclusiveMaximum', 'formatMaximum', 'formatExclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
const structure = new Set(['type', 'format', 'references', '$ref', 'const'])
const strict = new Set(['rules', 'pattern', 'enum', 'required', 'multipleOf', 'uniqueItems', 'additionalProperties'])

/** Reports every difference between two JSON Schemas with its path and its effect on stored values. */
export function diffSchema(
  subject: string,
  before: unknown,
  after: unknown,
  report: Report,
  isReported: (pointer: string) => boolean = () => false,
): void {
  for (const difference of diffValues(before, after)) {
    if (isReported(difference.pointer)) continue
    const [level, meaning] = judge(difference)
    report(level, subject, `${sentenceOf(difference)}${meaning ? `; ${meaning}` : ''}`)
  }
}

/** Whether a bound, or the argument of a rule about a bound, refuses more than before. For days and times a later value is a larger one. */
export function isTightened(side: 'lower' | 'upper', before: unknown, after: unknown): boolean {
  if (after === undefined || before === undefined) return after !== undefined
  const [old, now] = [Number(before), Number(after)]
  const step = Number.isNaN(old) || Number.isNaN(now) ? String(after).localeCompare(String(before), 'en') : now - old
  return side === 'lower' ? step > 0 : step < 0
}

const tightened = 'it is tightened, so values that were taken are refused'

function judge(difference: Difference): [level: Change['level'], meaning?: string] {
  const { pointer, before, after } = difference
  const keyword = pointer.split('/').at(-1)!
  if (pointer.split('/').at(-2) !== 'properties') {
    const side = lower.has(keyword) ? 'lower' : upper.has(keyword) ? 'upper' : undefined
    if (side) return isTightened(side, before, after) ? ['breaking', tightened] : ['additive']
    if (keyword === 'readOnly') return after === true ? ['breaking', 'every write to it is refused'] : ['additive']
  }
  return [levelOf(difference)]
}

function levelOf({ pointer, before, after }: Difference): Change['level'] {
  const steps = pointer.split('/')
  const isProperty = steps.at(-2) === 'properties'
  const keyword = steps.findLast((step) => !/^\d+$/.test(step)) ?? ''
  if (isProperty) return after === undefined ? 'breaking' : before === undefined ? 'additive' : 'risky'
  if (structure.has(keyword)) return 'breaking'
  if (!strict.has(keyword)) return 'additive'
  if (Array.isArray(before) && (after === undefined || Array.isArray(after))) {
    const [more, less] = keyword === 'enum' ? [before, after ?? before] : [(after ?? []) as unknown[], before]
    // A shorter list of allowed values, or a longer list of required ones, refuses more.
    return (more as unknown[]).some((item) => !(less as unknown[]).includes(item)) ? 'risky' : 'additive'
  }
  return after === undefined ? 'additive' : 'risky'
}
