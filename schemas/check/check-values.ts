import { isRecord } from '#schemas/rules/is-record.ts'
import { validateSchema } from '#schemas/rules/json-schema/json-schema.ts'
import { equalityKey } from '#schemas/rules/json-schema/schema-decimals.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import { schemasIn } from '#schemas/rules/json-schema/schema-index.ts'
import { boundFaults, sharedBoundFaults } from './check-bounds.ts'
import { at, error, type CheckedDocument } from './checked-document.ts'
import { formatLimits } from './form/keyword-types.ts'
import { missing } from './scope.ts'
import { ruleFault, valueFault } from './value-fault.ts'

/** A value such as `{record.id}` is filled in later, so its type is not known here. */
const isInserted = (value: unknown): boolean => typeof value === 'string' && /\{[\w.]+\}/.test(value)

/** Keywords that restrict a plain value, without `enum` and `const`. */
const scalarKeywords = [
  'type',
  'format',
  'pattern',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'rules',
  ...formatLimits,
]

type Node = Record<string, unknown>

/** The keywords of a schema that apply to the value as a whole and hold further schemas. `not` and `if` refuse nothing by themselves. */
const sameValueKeywords = ['allOf', 'anyOf', 'oneOf', 'then', 'else']

/** A node and everything that applies together with it to the same value: its `allOf`, at any depth. */
const withAllOf = (node: Node): Node[] => [node, ...(Array.isArray(node.allOf) ? node.allOf.filter(isRecord).flatMap(withAllOf) : [])]

/**
 * Reports each value of `enum` and `const` that can never be valid. `schemas` are all schemas that apply to the same
 * value, the node itself included: the format may be outside the `allOf` that holds the enum.
 */
function checkListed(document: CheckedDocument, pointer: string, node: Node, schemas: readonly Node[]): void {
  const listed: [(string | number)[], unknown][] = Array.isArray(node.enum) ? node.enum.map((value, index) => [['enum', index], value]) : []
  if (node.const !== undefined) listed.push([['const'], node.const])
  const lists = schemas.filter((schema) => Array.isArray(schema.enum))
  for (const schema of lists) {
    const allowed = (schema.enum as unknown[]).map((value) => equalityKey(schema, value))
    if (node.const !== undefined && !allowed.includes(equalityKey(schema, node.const)))
      error(
        document,
        at(pointer, 'const'),
        `${JSON.stringify(node.const)} can never be a value here: "enum" does not list it`,
        missing(String(node.const), (schema.enum as unknown[]).map(String)),
      )
  }
  const restrictions = schemas.map((schema) => Object.fromEntries(Object.entries(schema).filter(([key]) => scalarKeywords.includes(key))))
  for (const [steps, value] of listed) {
    if (value === null || isInserted(value)) continue
    const fault = restrictions.map((restriction) => valueFault(restriction, value)).find((each) => each !== undefined)
    if (fault !== undefined)
      error(document, at(pointer, ...steps), `${JSON.stringify(value)} can never be a value here: ${fault} refuses it`)
  }
}

/**
 * Checks at any depth of a schema that default, enum and bounds agree with each other. `outer` are the schemas around the
 * node that apply to the same value.
 */
export function checkValues(
  document: CheckedDocument,
  pointer: string,
  node: unknown,
  root: unknown = node,
  outer: readonly Node[] = [],
): void {
  if (!isRecord(node) || !isRecord(root)) return
  if (node.default !== undefined && node.default !== null && !isInserted(node.default)) {
    // The default of an object may be incomplete: the form asks for the rest.
    const wrong = validateSchema(node, node.default, { root }).find(({ keyword }) => keyword !== 'required')
    if (wrong)
      error(
        document,
        at(pointer, 'default'),
        `the default ${JSON.stringify(node.default)} is not a value of this field (${wrong.pointer === '' ? '' : `at ${wrong.pointer}: `}${wrong.keyword})`,
        Array.isArray(node.enum) ? missing(String(node.default), node.enum.map(String)) : {},
      )
    const refused = wrong ? undefined : ruleFault(node, node.default, root)
    if (refused !== undefined)
      error(document, at(pointer, 'default'), `the default ${JSON.stringify(node.default)} is not a value of this field (${refused})`)
  }
  const schemas = [...new Set([...outer, ...withAllOf(node)])]
  checkListed(document, pointer, node, schemas)
  for (const { key, message } of boundFaults(node)) error(document, at(pointer, key), message)
  for (const message of sharedBoundFaults(withAllOf(node))) error(document, at(pointer, 'allOf'), message)
  if (typeof node.rules === 'string') for (const sentence of contradictions(node.rules)) error(document, at(pointer, 'rules'), sentence)
  for (const [steps, inner] of schemasIn(node))
    checkValues(document, at(pointer, ...steps), inner, root, sameValueKeywords.includes(steps[0]!) ? schemas : [])
}

const shapes = ['alpha', 'alpha_num', 'alpha_dash', 'email', 'url', 'numeric', 'decimal', 'digits']
/** Rules that no value passes together: an address has an @, which is not a letter. */
const contradicting: Record<string, string[]> = {
  email: ['alpha', 'alpha_num', 'alpha_dash', 'url', 'numeric', 'decimal', 'digits'],
  url: ['alpha', 'alpha_num', 'alpha_dash', 'numeric', 'decimal', 'digits'],
  alpha: ['numeric', 'decimal', 'digits'],
}

function contradictions(text: string): string[] {
  const rules = parseRules(text)
  const faults: string[] = []
  const named = rules.map((rule) => rule.name).filter((name) => shapes.includes(name))
  for (const name of named)
    for (const other of contradicting[name] ?? []) if (named.includes(other)) faults.push(`no value passes both ${name} and ${other}`)
  const excluded = new Set(rules.flatMap(({ name, args }) => (name === 'excluded' ? args : [])))
  for (const { name, args } of rules)
    if (name === 'included' && args.length > 0 && args.every((arg) => excluded.has(arg)))
      faults.push(`no value passes both included:${args.join(',')} and the rule excluded: list in "included" only what may be chosen`)
  return faults
}
