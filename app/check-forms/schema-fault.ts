import Ajv from 'ajv'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json'
import { isRecord } from '#schemas/rules/is-record.ts'
import { indexSchema, isSchema, schemasIn, type SchemaNode } from '#schemas/rules/json-schema/schema-index.ts'
import { isPattern } from '#schemas/rules/pattern/pattern-safety.ts'

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, logger: false })
ajv.addMetaSchema(draft06)

/** Keywords of draft 4 that draft-07 writes otherwise and that are read all the same. */
const isOfDraft4 = (message: string, pointer: string): boolean => /\/exclusive(?:Minimum|Maximum)$/.test(pointer) || /"?id"?/.test(message)

/** What makes a schema none, so that no form can be drawn from it: where, and why. */
export function schemaFault(schema: unknown): { pointer: string; reason: string } | undefined {
  if (!isSchema(schema))
    return {
      pointer: '',
      reason: `a schema is an object, true or false, not ${schema === null ? 'null' : Array.isArray(schema) ? 'a list' : `a ${typeof schema}`}`,
    }
  if (typeof schema === 'boolean') return undefined
  const { $schema } = schema
  const draft = typeof $schema === 'string' ? $schema : ''
  const judged = /draft-0[34]|draft\/20/.test(draft) ? undefined : ajv.validate('http://json-schema.org/draft-07/schema', schema)
  const first =
    judged === false
      ? ajv.errors?.find(({ keyword, message, instancePath }) => keyword !== 'anyOf' && !isOfDraft4(message ?? '', instancePath))
      : undefined
  if (first)
    return {
      pointer: first.instancePath,
      reason: `not a JSON Schema: ${first.message ?? first.keyword}${Array.isArray(first.params.allowedValues) ? ` (${first.params.allowedValues.join(', ')})` : ''}`,
    }
  return referenceFault(schema)
}

/** The first reference that leads nowhere, or pattern that is none. */
function referenceFault(schema: SchemaNode): { pointer: string; reason: string } | undefined {
  let index
  try {
    index = indexSchema(schema)
  } catch (fault) {
    return { pointer: '', reason: (fault as Error).message }
  }
  const waiting: [SchemaNode, string][] = [[schema, '']]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, pointer] = next
    if (typeof node.$ref === 'string' && !index.resolve(node.$ref, index.place(node)))
      return { pointer: `${pointer}/$ref`, reason: `"${node.$ref}" leads nowhere in this file; other files are not fetched` }
    if (typeof node.pattern === 'string' && !isPattern(node.pattern))
      return { pointer: `${pointer}/pattern`, reason: `"${node.pattern}" is no regular expression` }
    for (const [steps, inner] of schemasIn(node))
      if (isRecord(inner))
        waiting.push([inner, `${pointer}/${steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`])
  }
  return undefined
}
