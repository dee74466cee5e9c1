import type { Change, Report } from './change.ts'
import { diffValues, sentenceOf, type Difference } from './diff-values.ts'

/** Keywords that refuse more values when they grow, and when they shrink. */
const lower = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const upper = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
const structure = new Set(['type', 'format', 'references', '$ref', 'const'])
const strict = new Set(['rules', 'pattern', 'enum', 'required', 'multipleOf', 'uniqueItems', 'additionalProperties'])

/** Every difference between two JSON Schemas by its place, with what it means for values that are stored. */
export function diffSchema(
  subject: string,
  before: unknown,
  after: unknown,
  report: Report,
  isTold: (pointer: string) => boolean = () => false,
): void {
  for (const difference of diffValues(before, after)) {
    if (isTold(difference.pointer)) continue
    report(levelOf(difference), subject, sentenceOf(difference))
  }
}

function levelOf({ pointer, before, after }: Difference): Change['level'] {
  const steps = pointer.split('/')
  const isProperty = steps.at(-2) === 'properties'
  const keyword = steps.findLast((step) => !/^\d+$/.test(step)) ?? ''
  if (isProperty) return after === undefined ? 'breaking' : before === undefined ? 'additive' : 'risky'
  if (structure.has(keyword)) return 'breaking'
  if (lower.has(keyword)) return after !== undefined && (before === undefined || Number(after) > Number(before)) ? 'risky' : 'additive'
  if (upper.has(keyword)) return after !== undefined && (before === undefined || Number(after) < Number(before)) ? 'risky' : 'additive'
  if (!strict.has(keyword)) return 'additive'
  if (Array.isArray(before) && (after === undefined || Array.isArray(after))) {
    const [more, less] = keyword === 'enum' ? [before, after ?? before] : [(after ?? []) as unknown[], before]
    // A list of values that shrinks and a list of what is required that grows refuse more.
    return (more as unknown[]).some((item) => !(less as unknown[]).includes(item)) ? 'risky' : 'additive'
  }
  return after === undefined ? 'additive' : 'risky'
}
