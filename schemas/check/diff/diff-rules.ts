import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import { same } from './diff-values.ts'

/** What a changed rules string means for values: it refuses more, it takes more, both cannot be told, or it says the same. */
type RulesChange = 'tighter' | 'looser' | 'other' | 'same'

type Rules = ReadonlyMap<string, readonly string[]>

/** Compares two rules strings, whatever the order of their rules. `without` names rules that are compared elsewhere. */
export function compareRules(before: unknown, after: unknown, without: readonly string[] = []): RulesChange {
  const [old, now] = [rulesOf(before, without), rulesOf(after, without)]
  const changes = [...new Set([...old.keys(), ...now.keys()])].map((name) => compareRule(name, old, now))
  return (['tighter', 'other', 'looser'] as const).find((change) => changes.includes(change)) ?? 'same'
}

const rulesOf = (rules: unknown, without: readonly string[]): Rules =>
  new Map(
    parseRules(typeof rules === 'string' ? rules : '')
      .filter(({ name }) => !without.includes(name))
      .map(({ name, args }) => [name, args]),
  )

function compareRule(name: string, before: Rules, after: Rules): RulesChange {
  const [old, now] = [before.get(name), after.get(name)]
  if (!now) return 'looser'
  if (!old) return 'tighter'
  if (same(old, now)) return 'same'
  switch (name) {
    case 'min':
    case 'min_value':
      return worst(atLeast(old[0], now[0]))
    case 'max':
    case 'max_value':
    case 'size':
    case 'decimal':
      return worst(atMost(old[0], now[0]))
    case 'between':
    case 'length':
      return worst(atLeast(old[0], now[0]), atMost(old[1] ?? old[0], now[1] ?? now[0]))
    case 'included':
      return worst(listed(now, old))
    case 'excluded':
      return worst(listed(old, now))
    case 'required_if':
      return old[0] === now[0] ? worst(listed(old.slice(1), now.slice(1))) : 'tighter'
    case 'after':
      return isDay(old[0]) && isDay(now[0]) ? (now[0]! > old[0]! ? 'tighter' : 'looser') : 'other'
    case 'digits':
      return 'tighter'
    default:
      return 'other'
  }
}

const isDay = (text: string | undefined): boolean => /^\d{4}-\d{2}-\d{2}/.test(text ?? '')
const worst = (...changes: RulesChange[]): RulesChange =>
  (['tighter', 'other', 'looser'] as const).find((change) => changes.includes(change)) ?? 'same'

/** A missing bound has no limit. */
const numberOf = (arg: string | undefined, otherwise: number): number => (arg === undefined ? otherwise : Number(toLatinDigits(arg)))
const step = (difference: number): RulesChange =>
  Number.isNaN(difference) ? 'other' : difference > 0 ? 'tighter' : difference < 0 ? 'looser' : 'same'
const atLeast = (old: string | undefined, now: string | undefined): RulesChange => step(numberOf(now, -Infinity) - numberOf(old, -Infinity))
const atMost = (old: string | undefined, now: string | undefined): RulesChange => step(numberOf(old, Infinity) - numberOf(now, Infinity))

/** `tighter` if the second list has something that the first has not: for `included` the lists are handed over in reverse. */
function listed(first: readonly string[], second: readonly string[]): RulesChange {
  if (second.some((value) => !first.includes(value))) return 'tighter'
  return first.some((value) => !second.includes(value)) ? 'looser' : 'same'
}
