import { isRecord } from '#schemas/rules/is-record.ts'
import { validateSchema } from '#schemas/rules/json-schema.ts'
import { parseRules } from '#schemas/rules/rule-string.ts'
import { schemasIn } from '#schemas/rules/schema-index.ts'
import { at, error, type CheckedDocument } from './checked-document.ts'
import { missing } from './scope.ts'

/** What is inserted later has no type yet. */
const isInserted = (value: unknown): boolean => typeof value === 'string' && /\{[\w.]+\}/.test(value)

/** A default, an enum and bounds that agree with each other, at any depth of a schema. */
export function checkValues(document: CheckedDocument, pointer: string, node: unknown, root: unknown = node): void {
  if (!isRecord(node) || !isRecord(root)) return
  if (node.default !== undefined && node.default !== null && !isInserted(node.default)) {
    // A group may be given in part: what it leaves out is asked for.
    const wrong = validateSchema(node, node.default, { root }).find(({ keyword }) => keyword !== 'required')
    if (wrong)
      error(
        document,
        at(pointer, 'default'),
        `the default ${JSON.stringify(node.default)} is not a value of this field (${wrong.pointer === '' ? '' : `at ${wrong.pointer}: `}${wrong.keyword})`,
        Array.isArray(node.enum) ? missing(String(node.default), node.enum.map(String)) : {},
      )
  }
  for (const [least, most] of [
    ['minimum', 'maximum'],
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
  ] as const) {
    if (typeof node[least] === 'number' && typeof node[most] === 'number' && node[least] > node[most])
      error(document, at(pointer, least), `nothing fits: ${least} ${node[least]} is more than ${most} ${node[most]}`)
  }
  if (typeof node.rules === 'string') for (const sentence of contradictions(node)) error(document, at(pointer, 'rules'), sentence)
  for (const [steps, inner] of schemasIn(node)) checkValues(document, at(pointer, ...steps), inner, root)
}

const shapes = ['alpha', 'alpha_num', 'alpha_dash', 'email', 'url', 'numeric', 'decimal', 'digits']
/** Rules that no value passes together: an address has an @, which is no letter. */
const apart: Record<string, string[]> = {
  email: ['alpha', 'alpha_num', 'alpha_dash', 'url', 'numeric', 'decimal', 'digits'],
  url: ['alpha', 'alpha_num', 'alpha_dash', 'numeric', 'decimal', 'digits'],
  alpha: ['numeric', 'decimal', 'digits'],
}

function contradictions(node: Record<string, unknown>): string[] {
  const rules = parseRules(String(node.rules))
  const found: string[] = []
  const argument = (name: string): number | undefined => {
    const rule = rules.find((entry) => entry.name === name)
    return rule?.args[0] === undefined ? undefined : Number(rule.args[0])
  }
  for (const [least, most] of [
    ['min', 'max'],
    ['min_value', 'max_value'],
  ] as const) {
    const [low, high] = [argument(least), argument(most)]
    if (low !== undefined && high !== undefined && low > high) found.push(`nothing fits: ${least}:${low} is more than ${most}:${high}`)
  }
  const named = rules.map((rule) => rule.name).filter((name) => shapes.includes(name))
  for (const name of named)
    for (const other of apart[name] ?? []) if (named.includes(other)) found.push(`no value passes both ${name} and ${other}`)
  const isNumeric = ['integer', 'number'].includes(String(node.type))
  for (const name of named)
    if (isNumeric && ['alpha', 'email', 'url'].includes(name))
      found.push(`the rule ${name} is about text, and this is a ${node.type === 'integer' ? 'whole number' : 'number'}`)
  return found
}
