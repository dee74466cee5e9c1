import { isTimeLimit } from '#schemas/rules/calendar/time-limits.ts'
import { isDecimal } from '#schemas/rules/numbers/decimal.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { isSafePattern } from '#schemas/rules/pattern/pattern-safety.ts'
import { isRuleName, parseRules, ruleNames, type RuleName } from '#schemas/rules/validation/rule-string.ts'
import { error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { nearest } from '#schemas/check/problem.ts'
import { ruleMisfit } from '#schemas/check/form/rule-types.ts'
import { missing } from '#schemas/check/scope.ts'

/** Fields that a rule may name, with their schemas. */
export type Siblings = Record<string, unknown>

/** Why a pattern is refused: it is not valid, or it is slow. */
export function patternFault(pattern: string): string {
  try {
    new RegExp(pattern, 'u')
  } catch (fault) {
    return `this is no regular expression: ${(fault as Error).message.replace(/^Invalid regular expression: /, '')}`
  }
  return 'this regular expression cannot be used: it may take very long on some texts (nested or overlapping repeats, back references)'
}

const isNumber = (arg: string | undefined): boolean => arg !== undefined && isDecimal(toLatinDigits(arg))
const numbers =
  (least: number, most = least) =>
  (args: string[]): string | undefined =>
    args.length >= least && args.length <= most && args.every(isNumber)
      ? undefined
      : least === most
        ? `takes ${least === 1 ? 'a number' : `${least} numbers`}`
        : `takes ${least} to ${most} numbers`
/** Arguments that count characters, entries, digits or decimals. */
const counts =
  (least: number, most = least) =>
  (args: string[]): string | undefined =>
    numbers(least, most)(args) ??
    (args.every((arg) => /^\d+$/.test(toLatinDigits(arg))) ? undefined : 'counts something: it takes whole numbers from 0 on')
const wrongOrder = ([least, most]: string[]): string | undefined =>
  most !== undefined && Number(toLatinDigits(least!)) > Number(toLatinDigits(most))
    ? `has its bounds in the wrong order: write ${most},${least}`
    : undefined
const some = (args: string[]): string | undefined => (args.some((arg) => arg !== '') ? undefined : 'needs at least one value')
const none = (args: string[]): string | undefined => (args.length === 0 ? undefined : 'takes nothing after its name')

/** Whether a text is a day of the calendar, alone or with a time. */
const isMoment = (text: string): boolean => isValid({ type: 'string', format: 'date' }, text.slice(0, 10)) && isTimeLimit(text)

function dayOrField([arg = '']: string[], siblings: Siblings, node: Record<string, unknown>): string | undefined {
  if (node.format === 'time') return 'is about days, and this is a time of day: write "formatMinimum"'
  if (arg === 'today' || arg === 'now' || isMoment(arg)) return undefined
  return /^\d{4}-\d{2}-\d{2}/.test(arg)
    ? `names "${arg}", and there is no such day: write a date such as 2024-01-31`
    : fieldArgument(arg, siblings, 'takes a date such as 2024-01-31 or the name of a field')
}

/** The other field must be one that holds numbers. */
function numberOrField(args: string[], siblings: Siblings): string | undefined {
  const [arg = ''] = args
  if (args.length !== 1 || isNumber(arg)) return numbers(1)(args)
  const wrong = fieldArgument(arg, siblings, 'takes a number or the name of a field')
  const other = siblings[arg]
  return wrong ?? (isRecord(other) && ruleMisfit('max_value', other) ? `names "${arg}", which holds no number` : undefined)
}

/** Errors in the arguments of each rule. */
const argumentChecks: Record<RuleName, (args: string[], siblings: Siblings, node: Record<string, unknown>) => string | undefined> = {
  after: dayOrField,
  alpha: none,
  alpha_dash: none,
  alpha_num: none,
  currency: none,
  email: none,
  numeric: none,
  required: none,
  url: none,
  between: (args) => numbers(2)(args) ?? wrongOrder(args),
  confirmed: ([arg], siblings) => (arg === undefined || arg === '' ? undefined : fieldArgument(arg, siblings, 'takes the name of a field')),
  decimal: counts(0, 1),
  digits: (args) =>
    counts(1)(args) ?? (Number(toLatinDigits(args[0]!)) > 0 ? undefined : 'counts digits: it takes a whole number from 1 on'),
  excluded: (args, _, node) => some(args) ?? valueArgument(args, node, 'this field'),
  included: (args, _, node) => some(args) ?? valueArgument(args, node, 'this field'),
  length: (args) => counts(1, 2)(args) ?? wrongOrder(args),
  max: counts(1),
  max_value: numberOrField,
  min: counts(1),
  min_value: numberOrField,
  size: (args) => numbers(1)(args) ?? (Number(toLatinDigits(args[0]!)) > 0 ? undefined : 'takes a number of kilobytes above 0'),
  regex: ([pattern = '']) =>
    pattern === '' ? 'takes a regular expression' : isSafePattern(pattern) ? undefined : `is refused: ${patternFault(pattern)}`,
  required_if: ([arg = '', ...values], siblings) =>
    fieldArgument(arg, siblings, 'takes the name of a field and its values') ?? valueArgument(values, siblings[arg], `"${arg}"`),
}

function fieldArgument(arg: string, fields: Siblings, otherwise: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_.]*$/.test(arg)) return otherwise
  const siblings = Object.keys(fields)
  const name = arg.split('.')[0]!
  if (siblings.length === 0 || siblings.includes(name) || siblings.includes(name.replace(/_id$/, ''))) return undefined
  const close = nearest(name, siblings)
  return `names the field "${name}", which is not there${close ? `; did you mean "${close}"?` : ''}`
}

/** Checks arguments that must be values of a field, if its schema lists them. */
function valueArgument(args: string[], field: unknown, name: string): string | undefined {
  const allowed = isRecord(field) && Array.isArray(field.enum) ? field.enum.map(String) : undefined
  const wrong = allowed && args.find((arg) => arg !== '' && !allowed.includes(arg))
  if (!allowed || wrong === undefined) return undefined
  const close = nearest(wrong, allowed)
  return `names "${wrong}", which is no value of ${name}${close ? `; did you mean "${close}"?` : ` (${allowed.join(', ')})`}`
}

export function checkRules(document: CheckedDocument, pointer: string, node: Record<string, unknown>, siblings: Siblings): void {
  const { rules } = node
  if (typeof rules !== 'string') return error(document, pointer, 'must be text such as "required|max:200"')
  for (const { name, args } of parseRules(rules)) {
    if (!isRuleName(name)) error(document, pointer, `there is no rule "${name}"`, missing(name, ruleNames))
    else {
      const wrong = argumentChecks[name](args, siblings, node)
      const { sentence, ...extra } = ruleMisfit(name, node, siblings[args[0] ?? '']) ?? { sentence: undefined }
      if (wrong) error(document, pointer, `the rule ${name} ${wrong}`)
      if (sentence) error(document, pointer, `the rule ${name} ${sentence}`, extra)
    }
  }
}
