import { validateSchema } from '#schemas/rules/json-schema/json-schema.ts'
import { isEmpty, ruleChecks } from '#schemas/rules/validation/rule-checks.ts'
import { isRuleName, parseRules } from '#schemas/rules/validation/rule-string.ts'

/** Rules that hang on more than the value: another field, or the day. */
const hanging: readonly string[] = ['required', 'required_if', 'confirmed', 'after']

/** Why a field never takes a value, by its schema and its rules: `maxLength 3`, `the rule max:3`; undefined where it does. */
export function valueFault(field: Readonly<Record<string, unknown>>, value: unknown, root: object = field): string | undefined {
  const fault = validateSchema(field, value, { root }).find(({ keyword }) => !['schema', '$ref', 'depth'].includes(keyword))
  if (fault) return fault.value === undefined ? fault.keyword : `${fault.keyword} ${JSON.stringify(fault.value)}`
  if (typeof field.rules !== 'string' || isEmpty(value)) return undefined
  const rule = parseRules(field.rules).find(
    ({ name, args }) =>
      isRuleName(name) && !hanging.includes(name) && ruleChecks[name]({ value, args, name, siblings: {}, root: {} }) !== undefined,
  )
  return rule && `the rule ${[rule.name, rule.args.join(',')].filter(Boolean).join(':')}`
}
