import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { readContractSchemas } from '#schemas/cli/contract-bundle.ts'
import type { EndpointDocument, JsonSchema } from '#schemas/types/contract.d.ts'
import { invalid, type FieldErrors, type FieldMessage } from '#server/errors.ts'

// CommonJS: its default export is the function for Node and a namespace for the compiler.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void

export interface EndpointValidators {
  /** Coerces query strings to the types of the schema; throws a 422. */
  params(query: Record<string, unknown>): Record<string, unknown>
  /** Never coerces; throws a 422. */
  payload(body: Record<string, unknown>): Record<string, unknown>
  /** What is wrong with an answer, in a line each; empty when it is as promised. */
  answer(results: unknown, metadata: Record<string, unknown>): string[]
}

const createAjv = (coerceTypes: boolean | 'array') => {
  const ajv = new Ajv({ allErrors: true, strict: false, coerceTypes, useDefaults: true, removeAdditional: false, allowUnionTypes: true, ownProperties: true, logger: false })
  addFormats(ajv)
  ajv.addFormat('decimal', /^-?[0-9]{1,30}([.][0-9]{1,20})?$/)
  for (const [, schema] of readContractSchemas()) ajv.addSchema(schema)
  return ajv
}

let queryAjv: Ajv | undefined
let bodyAjv: Ajv | undefined
const compiled = new WeakMap<EndpointDocument, EndpointValidators>()

/** Validators of an endpoint, compiled when it is first called and kept as long as its document is. */
export function endpointValidators(endpoint: EndpointDocument): EndpointValidators {
  const known = compiled.get(endpoint)
  if (known) return known
  queryAjv ??= createAjv('array')
  bodyAjv ??= createAjv(false)
  const params = queryAjv.compile(closed(endpoint.params))
  const payload = bodyAjv.compile(closed(endpoint.payload))
  const results = endpoint.results === undefined ? undefined : bodyAjv.compile(endpoint.results as object | boolean)
  const metadata = endpoint.metadata === undefined ? undefined : bodyAjv.compile(endpoint.metadata)
  const validators: EndpointValidators = {
    params: query => check(params, { ...query }),
    payload: body => check(payload, structuredClone(body)),
    answer: (value, extra) => [...promised(results, 'results', value), ...promised(metadata, 'metadata', extra)],
  }
  compiled.set(endpoint, validators)
  return validators
}

/** Forgets the schemas of documents that are no longer published. */
export function forgetValidators() {
  queryAjv = undefined
  bodyAjv = undefined
}

function check(validate: ValidateFunction, data: Record<string, unknown>): Record<string, unknown> {
  if (!validate(data)) throw invalid(fieldErrors(validate.errors ?? []))
  return data
}

function promised(validate: ValidateFunction | undefined, part: string, value: unknown): string[] {
  // As it goes over the wire: dates are strings there, and what is undefined is not there.
  if (!validate || validate(JSON.parse(JSON.stringify(value ?? null)))) return []
  return (validate.errors ?? []).map(error => `${part}${error.instancePath} ${error.message ?? error.keyword}`)
}

/** What is not named in a schema is refused, unless the schema says `additionalProperties` itself. */
function closed(schema: JsonSchema | undefined): JsonSchema {
  if (schema === undefined) return { type: 'object', additionalProperties: false }
  if (typeof schema.$ref === 'string') return schema
  const properties = isObject(schema.properties) ? Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, closedPart(part)])) : undefined
  const open = 'additionalProperties' in schema || 'patternProperties' in schema || ['allOf', 'anyOf', 'oneOf', 'if'].some(keyword => keyword in schema)
  return { type: 'object', ...schema, ...(properties && { properties }), ...(!open && { additionalProperties: false }) }
}

function closedPart(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  if (schema.type === 'array' && isObject(schema.items)) return { ...schema, items: closedPart(schema.items) }
  return schema.type === 'object' && isObject(schema.properties) ? closed(schema) : schema
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Errors of ajv as messages by field path, e.g. `rows.0.count`; one message a field and keyword. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldErrors {
  const found: Record<string, FieldMessage[]> = {}
  // anyOf and its like only say that every branch failed; the branches' own errors say why.
  const telling = errors.filter(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword))
  for (const error of telling.length > 0 ? telling : errors) {
    const path = fieldPath(error)
    const message = fieldMessage(error)
    const list = (found[path] ??= [])
    if (!list.some(known => JSON.stringify(known) === JSON.stringify(message))) list.push(message)
  }
  return found
}

function fieldPath({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') path.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty))
  return path.join('.')
}

/** The message of a keyword; the keys are those of the rule that says the same, where there is one. */
function fieldMessage({ keyword, params }: ErrorObject): FieldMessage {
  const values = { ...params } as Record<string, unknown>
  return { key: `errors.schema.${keyword in schemaMessages ? keyword : 'other'}`, values: { ...values, allowed: Array.isArray(values.allowedValues) ? values.allowedValues.join(', ') : values.allowedValue } }
}

const schemaMessages: Record<string, true> = {
  required: true, additionalProperties: true, type: true, enum: true, const: true, format: true, pattern: true, minLength: true, maxLength: true,
  minimum: true, maximum: true, exclusiveMinimum: true, exclusiveMaximum: true, minItems: true, maxItems: true, uniqueItems: true, multipleOf: true,
}
