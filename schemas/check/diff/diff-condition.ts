import { isRecord } from '#schemas/rules/is-record.ts'
import type { Report } from './change.ts'
import { brief, same } from './diff-values.ts'

/** Keywords of conditions that every record of an entity must meet. A branch is compared together with its `if`. */
export const recordConditions = ['allOf', 'anyOf', 'oneOf', 'not', 'dependencies'] as const

/**
 * Reports a changed condition of a call or of records. A new or stricter condition refuses what worked before; a looser
 * or removed one accepts what was refused.
 */
export function diffCondition(subject: string, key: string, before: unknown, after: unknown, report: Report): void {
  if (same(before, after)) return
  if (before === undefined)
    report('breaking', subject, `has the condition ${key} from now on: ${brief(after)}; what does not meet it is refused`)
  else if (after === undefined) report('risky', subject, `has no condition ${key} any more, was ${brief(before)}`)
  else if (isLooser(before, after))
    report('risky', subject, `takes more by its condition ${key}: was ${brief(before)}, becomes ${brief(after)}`)
  else
    report(
      'breaking',
      subject,
      `is tightened by its condition ${key}: was ${brief(before)}, becomes ${brief(after)}; what met it may be refused`,
    )
}

/**
 * Reports a changed condition whose records cannot be trashed or destroyed: the more meet it, the more is refused.
 */
export function diffExclusion(subject: string, key: string, before: unknown, after: unknown, report: Report): void {
  if (same(before, after)) return
  if (before === undefined)
    report('breaking', subject, `has ${key} from now on: ${brief(after)}; records that meet it can no longer be removed`)
  else if (after === undefined) report('risky', subject, `has no ${key} any more, was ${brief(before)}; those records can be removed`)
  else if (isLooser(after, before))
    report('risky', subject, `protects fewer records by ${key}: was ${brief(before)}, becomes ${brief(after)}`)
  else
    report(
      'breaking',
      subject,
      `protects other records by ${key}: was ${brief(before)}, becomes ${brief(after)}; what could be removed may be refused`,
    )
}

/** The branches of a condition as one value; undefined if there are none. */
export const branchesOf = (schema: Record<string, unknown>): unknown =>
  schema.if === undefined ? undefined : { if: schema.if, then: schema.then, else: schema.else }

/** Whether every value that meets `before` also meets `after`, as far as can be told. */
function isLooser(before: unknown, after: unknown): boolean {
  if (same(before, after)) return true
  if (!isRecord(before) || !isRecord(after)) return false
  return Object.entries(after).every(([key, value]) => value === undefined || isKeywordLooser(key, before, value))
}

function isKeywordLooser(key: string, before: Record<string, unknown>, after: unknown): boolean {
  const was = before[key]
  if (same(was, after)) return true
  const isBelow = (one: unknown, other: unknown): boolean => typeof one === 'number' && typeof other === 'number' && one <= other
  switch (key) {
    case 'title':
    case 'description':
    case '$comment':
      return true
    case 'properties':
      return (
        isRecord(was) &&
        isRecord(after) &&
        Object.entries(after).every(([name, part]) => Object.hasOwn(was, name) && isLooser(was[name], part))
      )
    case 'required':
      return contains(was, after)
    case 'enum':
      return before.const === undefined ? contains(after, was) : contains(after, [before.const])
    case 'type':
      return contains(([] as unknown[]).concat(after), ([] as unknown[]).concat(was ?? [])) && was !== undefined
    case 'allOf':
      return contains(was, after)
    case 'then':
    case 'else':
      return isLooser(was, after)
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
      return isBelow(after, was)
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
      return isBelow(was, after)
    default:
      return false
  }
}

const contains = (list: unknown, part: unknown): boolean =>
  Array.isArray(list) && Array.isArray(part) && part.every((item) => list.some((other) => same(item, other)))
