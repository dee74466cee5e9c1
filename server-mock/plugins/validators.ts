import { createHash } from 'node:crypto'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import { createSchemaAjv } from '#schemas/check/schema/schema-ajv.ts'
import { readContractSchemas } from '#schemas/cli/contract-bundle.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { decimalOfNumber } from '#schemas/rules/numbers/decimal.ts'
import { isDecimalSchema } from '#schemas/rules/json-schema/schema-decimals.ts'
import { isKindKeyword, schemaMessage, validateRules } from '#schemas/rules/validation/validate-rules.ts'
import type { EndpointDocument, JsonSchema } from '#schemas/types/contract.d.ts'
import { inFormPaths, validationError, type FieldErrors, type FieldMessage } from '#server/errors.ts'

export interface EndpointValidators {
  /** Coerces query strings to the types of the schema; throws a 422. */
  params(query: Record<string, unknown>, allowedRules: readonly string[]): Record<string, unknown>
  /** Never coerces; throws a 422. */
  payload(body: Record<string, unknown>, allowedRules: readonly string[]): Record<string, unknown>
  /** Faults of an answer, one line each; empty when it fits its schemas. */
  answer(results: unknown, metadata: Record<string, unknown>): string[]
}

/** Most errors that are collected; those of unfitting branches of an `anyOf` are removed later. */
const maxFaults = 200

/** Ajv finds one error or all of them; this stops it with `{ faults }` once there are enough. */
const endAtMaxFaults = (code: string) =>
  code.replace(/\berrors ?(?:\+\+|= ?vErrors\.length);/g, (counted) => `${counted}if(errors>${maxFaults})throw{faults:vErrors};`)

/** A schema compiled twice: for whether a value fits, which stops at the first fault, and for all faults of a value. */
interface Judges {
  fits: Ajv
  faults: Ajv
}

function createJudges(coerceTypes: boolean | 'array'): Judges {
  // The schemas were validated when their documents were checked.
  const options = { coerceTypes, useDefaults: true, removeAdditional: false, verbose: true, validateSchema: false }
  const judges = {
    fits: createSchemaAjv({ ...options, allErrors: false }),
    faults: createSchemaAjv({ ...options, code: { process: endAtMaxFaults } }),
  }
  for (const [, schema] of readContractSchemas()) for (const ajv of Object.values(judges)) ajv.addSchema(schema)
  return judges
}

/** Compiles a schema that Ajv itself shall not keep: validators are kept here, for as long as calls need them. */
function compileOnce(ajv: Ajv, schema: object | boolean): ValidateFunction {
  const validate = ajv.compile(schema)
  if (typeof schema === 'object') ajv.removeSchema(schema)
  return validate
}

let queryJudges: Judges | undefined
let bodyJudges: Judges | undefined
/** Most sets of schemas whose validators are kept; about four times as many as the product's endpoints have. */
const maxKept = 2000
/** By the digest of their schemas, last used last: most endpoints are the same after a publication. */
const kept = new Map<string, EndpointValidators>()
const compiled = new WeakMap<EndpointDocument, EndpointValidators>()

/** Validators of an endpoint, compiled when one with its schemas is first called. */
export function endpointValidators(endpoint: EndpointDocument): EndpointValidators {
  const known = compiled.get(endpoint)
  if (known) return known
  const { params, payload, results, metadata } = endpoint
  const digest = createHash('sha256')
    .update(JSON.stringify([params, payload, results, metadata]))
    .digest('base64')
  const validators = kept.get(digest) ?? compileValidators(endpoint)
  kept.delete(digest)
  kept.set(digest, validators)
  if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
  compiled.set(endpoint, validators)
  return validators
}

function compileValidators(endpoint: EndpointDocument): EndpointValidators {
  queryJudges ??= createJudges('array')
  bodyJudges ??= createJudges(false)
  const params = createCheck(queryJudges, endpoint.params)
  const payload = createCheck(bodyJudges, endpoint.payload)
  const results = endpoint.results === undefined ? undefined : compileOnce(bodyJudges.fits, endpoint.results as object | boolean)
  const metadata = endpoint.metadata === undefined ? undefined : compileOnce(bodyJudges.fits, endpoint.metadata)
  return {
    params: (query, allowedRules) => {
      refuseOddNumbers(endpoint.params, query)
      return params({ ...query }, allowedRules)
    },
    payload: (body, allowedRules) => inFormPaths(() => payload(withExactNumbers(endpoint.payload, structuredClone(body)), allowedRules)),
    answer: (value, extra) => [...promised(results, 'results', value), ...promised(metadata, 'metadata', extra)],
  }
}

/** Writes JSON numbers where a schema has a decimal, and no number, as texts, as long as they are exact; at any depth. */
function withExactNumbers<Value>(schema: unknown, value: Value): Value {
  if (!isRecord(schema)) return value
  const variants = [schema, schema.anyOf, schema.oneOf].flat().filter(isRecord)
  if (typeof value === 'number') {
    const takesNumbers = variants.some(({ type }) => [type].flat().some((one) => one === 'number' || one === 'integer'))
    return takesNumbers || !variants.some(isDecimalSchema) ? value : ((decimalOfNumber(value) as Value | undefined) ?? value)
  }
  for (const { items, properties } of variants) {
    if (Array.isArray(value)) value.forEach((item: unknown, at) => (value[at] = withExactNumbers(items, item)))
    else if (isRecord(value) && isRecord(properties))
      for (const [name, part] of Object.entries(properties))
        if (Object.hasOwn(value, name)) (value as Record<string, unknown>)[name] = withExactNumbers(part, value[name])
  }
  return value
}

/** Numbers in a query are plain digits; other notations of JavaScript (`1e3`, `0x10`, ` 7 `) are refused. */
function refuseOddNumbers(schema: JsonSchema | undefined, query: Record<string, unknown>): void {
  const errors: FieldErrors = {}
  for (const [name, part] of Object.entries(isRecord(schema?.properties) ? schema.properties : {})) {
    const { type, items } = isRecord(part) ? part : {}
    const kind = [type, isRecord(items) ? items.type : undefined].flat().find((each) => each === 'integer' || each === 'number')
    if (kind === undefined || !Object.hasOwn(query, name)) continue
    const plain = kind === 'integer' ? /^-?[0-9]+$/ : /^-?[0-9]+([.][0-9]+)?$/
    const isOdd = [query[name]].flat().some((value) => typeof value === 'string' && value !== '' && !plain.test(value))
    if (isOdd) errors[name] = [schemaMessage({ pointer: `/${name}`, keyword: 'type', value: kind })]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

type Check = (data: Record<string, unknown>, allowedRules: readonly string[]) => Record<string, unknown>

/** The schema's keywords and its `rules`, in one list of sentences; may fill defaults into the data it is given. */
function createCheck({ fits, faults }: Judges, schema: JsonSchema | undefined): Check {
  const strict = closed(schema)
  const isFitting = compileOnce(fits, strict)
  let findFaults: ValidateFunction | undefined
  return (data, allowed) => {
    const { found, hasMore } = isFitting(data) ? noFaults : faultsOf((findFaults ??= compileOnce(faults, strict)), data)
    const errors: FieldErrors = mergeErrors(ofFittingKinds(found), validateRules(strict, data, { allowed }))
    if (Object.keys(errors).length > 0) throw validationError(errors, hasMore)
    return data
  }
}

interface Found {
  found: readonly ErrorObject[]
  hasMore: boolean
}
const noFaults: Found = { found: [], hasMore: false }

function faultsOf(validate: ValidateFunction, data: unknown): Found {
  try {
    return { found: validate(data) ? [] : (validate.errors ?? []), hasMore: false }
  } catch (ended) {
    const { faults } = ended as { faults?: ErrorObject[] }
    if (!faults) throw ended
    return { found: faults, hasMore: true }
  }
}

/**
 * Removes errors of anyOf or oneOf branches that are for another type: for a map of texts, "is not a text" is of no use as long as
 * another branch is for maps.
 */
function ofFittingKinds(schemaErrors: readonly ErrorObject[]): ErrorObject[] {
  const siblings = new Set<ErrorObject>()
  for (const { keyword, schemaPath, instancePath } of schemaErrors) {
    if (keyword !== 'anyOf' && keyword !== 'oneOf') continue
    const branches = new Map<string, ErrorObject[]>()
    for (const error of schemaErrors) {
      const branch = error.schemaPath.startsWith(`${schemaPath}/`)
        ? error.schemaPath.slice(schemaPath.length + 1).split('/')[0]!
        : undefined
      if (branch !== undefined) branches.set(branch, [...(branches.get(branch) ?? []), error])
    }
    const unfit = [...branches.values()].filter((errors) =>
      errors.some((error) => error.keyword === 'type' && error.instancePath === instancePath),
    )
    if (unfit.length < branches.size) for (const error of unfit.flat()) siblings.add(error)
  }
  return schemaErrors.filter((error) => !siblings.has(error))
}

/** Messages of rules come first, except for a value of the wrong type. */
function mergeErrors(schemaErrors: readonly ErrorObject[], rules: FieldErrors): FieldErrors {
  const kinds = fieldErrors(schemaErrors.filter(({ keyword }) => isKindKeyword(keyword)))
  const missing = Object.entries(rules).filter(([, messages]) =>
    messages.some((message) => typeof message === 'object' && message.key === 'rules.required'),
  )
  return { ...fieldErrors(schemaErrors), ...rules, ...kinds, ...Object.fromEntries(missing) }
}

function promised(validate: ValidateFunction | undefined, part: string, value: unknown): string[] {
  // Checked as JSON: dates are strings, undefined values are left out.
  if (!validate || validate(JSON.parse(JSON.stringify(value ?? null)))) return []
  return (validate.errors ?? []).map((error) => `${part}${error.instancePath} ${error.message ?? error.keyword}`)
}

/** Closes a schema: fields that it does not name are refused, unless it has `additionalProperties`. */
function closed(schema: JsonSchema | undefined): JsonSchema {
  if (schema === undefined) return { type: 'object', additionalProperties: false }
  if (typeof schema.$ref === 'string') return schema
  const properties = isRecord(schema.properties)
    ? Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, closedPart(part)]))
    : undefined
  const open =
    'additionalProperties' in schema ||
    'patternProperties' in schema ||
    ['allOf', 'anyOf', 'oneOf', 'if'].some((keyword) => keyword in schema)
  return { type: 'object', ...schema, ...(properties && { properties }), ...(!open && { additionalProperties: false }) }
}

function closedPart(schema: unknown): unknown {
  if (!isRecord(schema)) return schema
  if (schema.type === 'array' && isRecord(schema.items)) return { ...schema, items: closedPart(schema.items) }
  return schema.type === 'object' && isRecord(schema.properties) ? closed(schema) : schema
}

/** Errors of ajv by field path, e.g. `rows.0.count`, in the messages of the rules that say the same; one a field. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldErrors {
  // Without a prototype: a caller may name a field `constructor`.
  const byField = Object.create(null) as Record<string, FieldMessage[]>
  // anyOf and its like only say that every branch failed; the branches' own errors say why.
  const telling = errors.filter(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword))
  for (const error of telling.length > 0 ? telling : errors) {
    byField[fieldPath(error)] ??= [
      schemaMessage({
        pointer: error.instancePath,
        keyword: error.keyword === 'dependencies' ? 'required' : error.keyword,
        value: error.schema,
        isDecimal: error.keyword === 'type' && isRecord(error.parentSchema) && isDecimalSchema(error.parentSchema),
      }),
    ]
  }
  return byField
}

function fieldPath({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required' || keyword === 'dependencies') path.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty))
  return path.join('.')
}
