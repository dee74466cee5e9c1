import type { Change, Report } from './change.ts'
import { compareRules } from './diff-rules.ts'
import { diffValues, same, sentenceOf, type Difference } from './diff-values.ts'

/** Keywords that refuse more values when they grow, and those that do when they shrink. */
const lower = new Set(['minimum', 'exclusiveMinimum', 'formatMinimum', 'formatExclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const upper = new Set([
  'maximum',
  'exclusiveMaximum',
  'formatMaximum',
  'formatExclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'scale',
])
const structure = new Set(['format', 'references', '$ref', 'const'])
/** Keywords that refuse values as soon as they are there. */
const strict = new Set([
  'pattern',
  'items',
  'contains',
  'propertyNames',
  'patternProperties',
  'dependencies',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
])
/** Lists whose order means nothing. */
const sets = /\/(enum|required|type)\/\d+$/

interface Options {
  /** Differences that are reported elsewhere. */
  isReported?: (pointer: string) => boolean
  /** Whether values are only sent, and never read: to take more of them then changes nothing for anybody. */
  sentOnly?: boolean
}

/** Reports every difference between two JSON Schemas with its path and its effect on stored values. */
export function diffSchema(
  subject: string,
  before: unknown,
  after: unknown,
  report: Report,
  { isReported = () => false, sentOnly = false }: Options = {},
): void {
  for (const difference of wholeSets(diffValues(before, after), before, after)) {
    if (isReported(difference.pointer)) continue
    const [level, meaning] = judge(difference, sentOnly)
    report(level, subject, `${sentenceOf(difference)}${meaning ? `; ${meaning}` : ''}`)
  }
}

/** Differences inside of lists without an order become one of the whole list; none is left where only the order differs. */
function wholeSets(differences: readonly Difference[], before: unknown, after: unknown): Difference[] {
  const seen = new Set<string>()
  return differences.flatMap((difference) => {
    if (!sets.test(difference.pointer)) return isSetOf(difference) ? [] : [difference]
    const pointer = difference.pointer.replace(/\/\d+$/, '')
    if (seen.has(pointer)) return []
    seen.add(pointer)
    const whole = { pointer, before: valueAt(before, pointer), after: valueAt(after, pointer) }
    return isSetOf(whole) ? [] : [whole]
  })
}

const isSetOf = ({ pointer, before, after }: Difference): boolean =>
  /\/(enum|required|type)$/.test(pointer) &&
  Array.isArray(before) &&
  Array.isArray(after) &&
  contains(before, after) &&
  contains(after, before)

const contains = (list: readonly unknown[], part: readonly unknown[]): boolean =>
  part.every((item) => list.some((other) => same(item, other)))

const valueAt = (root: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, step) => (node as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      root,
    )

/** Whether a bound refuses more than before. For days and times a later value is a larger one. */
function isTightened(side: 'lower' | 'upper', before: unknown, after: unknown): boolean {
  if (after === undefined || before === undefined) return after !== undefined
  const [old, now] = [Number(before), Number(after)]
  const step = Number.isNaN(old) || Number.isNaN(now) ? String(after).localeCompare(String(before), 'en') : now - old
  return side === 'lower' ? step > 0 : step < 0
}

/** Whether a `type` takes all that another took, and more. */
export function isWiderType(before: unknown, after: unknown): boolean {
  const [old, now] = [typesOf(before), typesOf(after)]
  return (
    before !== undefined &&
    (after === undefined || old.every((type) => now.includes(type) || (type === 'integer' && now.includes('number'))))
  )
}
const typesOf = (type: unknown): unknown[] => ([] as unknown[]).concat(type ?? [])

type Judgement = [level: Change['level'], meaning?: string]
const tightened: Judgement = ['breaking', 'it is tightened, so values that were taken are refused']
const loosened: Judgement = ['additive']

function judge(difference: Difference, sentOnly: boolean): Judgement {
  const { pointer, before, after } = difference
  const steps = pointer.split('/')
  const keyword = steps.findLast((step) => !/^\d+$/.test(step)) ?? ''
  if (steps.at(-2) === 'properties') return after === undefined ? ['breaking'] : before === undefined ? ['additive'] : ['risky']
  const where = steps.findIndex((step, index) => step === 'where' && steps[index - 1] !== 'properties')
  if (where > 0) return judgeWhere(difference, steps.length - where - 1)
  const side = lower.has(keyword) ? 'lower' : upper.has(keyword) ? 'upper' : undefined
  if (side) return isTightened(side, before, after) ? tightened : loosened
  switch (keyword) {
    case 'readOnly':
      return after === true ? ['breaking', 'every write to it is refused'] : loosened
    case 'type':
      return isWiderType(before, after)
        ? [sentOnly ? 'additive' : 'risky', 'more is taken; who reads it may not expect that']
        : ['breaking']
    case 'rules':
      return { tighter: tightened, other: ['risky'] as Judgement, looser: loosened, same: loosened }[compareRules(before, after)]
    case 'enum':
      return after === undefined || (Array.isArray(before) && Array.isArray(after) && contains(after, before)) ? loosened : tightened
    case 'required':
      return contains((before ?? []) as unknown[], (after ?? []) as unknown[]) ? loosened : tightened
    case 'slug':
      return after === undefined ? loosened : tightened
    case 'rows':
      return before === undefined ? ['risky', 'the list gets a table of its own'] : ['breaking']
    case 'uniqueItems':
      return after === true ? tightened : loosened
    case 'multipleOf':
      return after === undefined || Number.isInteger(Number(before) / Number(after)) ? loosened : tightened
    case 'additionalProperties':
      return after === undefined || after === true || before === false ? loosened : tightened
    case 'additionalItems':
      return after === false ? tightened : loosened
  }
  if (structure.has(keyword)) return sentOnly && after === undefined ? loosened : ['breaking']
  if (strict.has(keyword)) return after === undefined ? loosened : before === undefined || keyword === 'pattern' ? tightened : ['risky']
  return loosened
}

/**
 * A `where` of a reference: fewer records fit with each further field, more with each further value of a field. `depth`
 * counts the steps into it: 0 all of it, 1 a field, 2 one of its values.
 */
function judgeWhere({ before, after, order = false }: Difference, depth: number): Judgement {
  if (order) return loosened
  if (depth > 1) return before === undefined ? loosened : tightened
  if (after === undefined) return loosened
  if (before === undefined || depth === 0) return tightened
  return contains(([] as unknown[]).concat(after), ([] as unknown[]).concat(before)) ? loosened : tightened
}
