import { isRecord } from '#schemas/rules/is-record.ts'
import { validateSchema } from '#schemas/rules/json-schema/json-schema.ts'
import type { Rule } from '#schemas/rules/validation/rule-string.ts'
import { validateRules } from '#schemas/rules/validation/validate-rules.ts'

/** Rules whose result depends on more than the value: on another field, or on the day. */
const isContextual = ({ name, args: [arg] }: Rule): boolean =>
  ['required', 'required_if', 'confirmed'].includes(name) || (name === 'after' && (arg === 'today' || arg === 'now'))

/** A name that no schema uses for a property of its own. */
const probe = '\u0001value'

/** The first rule that refuses a value or a part of it: `the rule max:3`, `at rows.0.count: the rule max_value:5`. */
export function ruleFault(field: object, value: unknown, root: object = field): string | undefined {
  const { properties, definitions, $defs } = root as Record<string, unknown>
  const schema = { definitions, $defs, properties: { ...(isRecord(properties) && properties), [probe]: field } }
  let fault: string | undefined
  validateRules(
    schema,
    { [probe]: value },
    {
      onRefusal: (path, rule) => {
        if (fault !== undefined || isContextual(rule)) return
        const inside = path.slice(probe.length + 1)
        fault = `${inside === '' ? '' : `at ${inside}: `}the rule ${[rule.name, rule.args.join(',')].filter(Boolean).join(':')}`
      },
    },
  )
  return fault
}

/** Why a field never takes a value, by its schema and its rules: `maxLength 3`, `the rule max:3`; undefined if it does. */
export function valueFault(field: Readonly<Record<string, unknown>>, value: unknown, root: object = field): string | undefined {
  const fault = validateSchema(field, value, { root }).find(({ keyword }) => !['schema', '$ref', 'depth'].includes(keyword))
  if (fault) return fault.value === undefined ? fault.keyword : `${fault.keyword} ${JSON.stringify(fault.value)}`
  return ruleFault(field, value, root)
}
