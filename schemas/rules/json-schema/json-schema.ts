import { isRecord } from '#schemas/rules/is-record.ts'
import { testPattern } from '#schemas/rules/pattern/pattern-safety.ts'
import { valueKey } from '#schemas/rules/values/same-value.ts'
import { equalityKey, isDecimalSchema } from './schema-decimals.ts'
import { fail, pointerTo, addError, type Case, type HeldPattern, type Place, type Run, type SchemaError } from './schema-case.ts'
import { evaluatedItems, evaluatedNames, type Judge } from './schema-evaluated.ts'
import { indexSchema, isSchema, type Placed, type Schema, type SchemaNode } from './schema-index.ts'
import { checkFormat, checkNumber, checkText } from './schema-scalars.ts'

export type { HeldPattern, SchemaError } from './schema-case.ts'

export interface ValidateOptions {
  /** The document that contains the schema, to resolve its references; the schema itself when left out. */
  root?: object
  /** False leaves `format` unchecked. */
  formats?: boolean
  /** Called with each pattern that was skipped because it may take very long. */
  onHeldPattern?: (held: HeldPattern) => void
}

const maxDepth = 64
const maxHops = 150
const budget = 150_000
const budgetPerValue = 60
const top: Place = { key: '' }

/**
 * Checks data against a draft-07 schema without compiling anything, so it runs under a CSP without eval. Schemas whose
 * `$schema` names 2019-09 or 2020-12 are read by that draft. Never runs a pattern that backtracks. A failed `anyOf` or
 * `oneOf` reports the errors of the branch that fits best. A schema that cannot be run refuses everything.
 */
export function validateSchema(schema: object | boolean, data: unknown, options: ValidateOptions = {}): SchemaError[] {
  if (typeof schema === 'boolean') return schema ? [] : [{ pointer: '', keyword: 'false' }]
  const size = sizeOf(data)
  if (size === Infinity) return [{ pointer: '', keyword: 'depth' }]
  const errors: SchemaError[] = []
  try {
    const run = start(schema, size, options)
    check(run, run.index.place(schema as SchemaNode), data, top, errors)
    return errors
  } catch {
    return [{ pointer: '', keyword: 'schema' }]
  }
}

/** Whether `validateSchema` finds no error; stops at the first one. */
export function isValid(schema: object | boolean, data: unknown, options: ValidateOptions = {}): boolean {
  if (typeof schema === 'boolean') return schema
  const size = sizeOf(data)
  if (size === Infinity) return false
  try {
    const run = start(schema, size, options)
    return check(run, run.index.place(schema as SchemaNode), data, top)
  } catch {
    return false
  }
}

const start = (schema: object, size: number, { root = schema, formats = true, onHeldPattern }: ValidateOptions): Run => ({
  index: indexSchema(root as SchemaNode),
  formats,
  budget: budget + size * budgetPerValue,
  hops: 0,
  ...(onHeldPattern && { onHeldPattern }),
})

const sizes = new WeakMap<object, number>()

/** Number of values in the data as it was when it was first asked about: a record is asked by each condition of its page. */
function sizeOf(data: unknown): number {
  if (data === null || typeof data !== 'object') return 1
  let size = sizes.get(data)
  if (size === undefined) sizes.set(data, (size = countValues(data, 0)))
  return size
}

/** Number of values in the data; infinite if it is nested too deeply. */
function countValues(data: unknown, depth: number): number {
  if (data === null || typeof data !== 'object') return 1
  if (depth >= maxDepth) return Infinity
  let count = 1
  for (const item of Object.values(data)) count += countValues(item, depth + 1)
  return count
}

/** The value as JSON would carry it: dates as text, undefined as null. */
function plain(data: unknown): unknown {
  if (data === undefined || typeof data === 'function' || typeof data === 'symbol') return null
  if (typeof data === 'bigint') return Number(data)
  if (data instanceof Date) return Number.isNaN(data.getTime()) ? null : data.toISOString()
  return data
}

function check(run: Run, placed: Placed, input: unknown, place: Place, errors?: SchemaError[]): boolean {
  const { schema } = placed
  if (schema === true) return true
  if (schema === false) {
    addError(errors, place, place === top ? 'false' : 'additionalProperties')
    return false
  }
  if (--run.budget < 0 || ++run.hops > maxHops) throw new RangeError('the schema leads back to itself without end')
  const value = plain(input)
  const at: Case = { run, placed, schema, place, errors, fits: true }
  const reference = schema.$ref ?? (placed.isModern ? (schema.$dynamicRef ?? schema.$recursiveRef) : undefined)
  if (typeof reference === 'string') {
    const target = run.index.resolve(reference, placed)
    if (!target) throw new ReferenceError(`"${reference}" leads nowhere`)
    at.fits = check(run, target, value, place, errors)
  }
  // Up to draft 7 a `$ref` replaces the whole schema.
  if (typeof schema.$ref !== 'string' || placed.isModern) {
    if (at.fits || errors) checkAny(at, value)
    if (at.fits || errors) checkKind(at, value)
    if (at.fits || errors) checkCombinations(at, value)
  }
  run.hops--
  return at.fits
}

/** Whether a part of the schema accepts a value. Only parts that apply to the same value count as a hop. */
function holds({ run, placed, place }: Case, part: Schema, value: unknown, isSame: boolean, at = place, errors?: SchemaError[]): boolean {
  const { hops } = run
  if (!isSame) run.hops = 0
  const fits = check(run, run.index.place(part, placed), value, at, errors)
  run.hops = hops
  return fits
}

/** The same value has to fit a further schema. */
const also = (at: Case, part: unknown, value: unknown): void => {
  if (isSchema(part) && !holds(at, part, value, true, at.place, at.errors)) at.fits = false
}

/** The value at a key has to fit a schema. */
const inside = (at: Case, part: unknown, value: unknown, key: string | number): void => {
  if (isSchema(part) && !holds(at, part, value, false, { above: at.place, key }, at.errors)) at.fits = false
}

const typeTests: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isRecord,
}

const isOfType = (name: unknown, value: unknown): boolean =>
  typeof name === 'string' && Object.hasOwn(typeTests, name) && typeTests[name]!(value)

const enumKeys = new WeakMap<unknown[], Set<string>>()
const decimalEnumKeys = new WeakMap<unknown[], Set<string>>()

function checkAny(at: Case, value: unknown): void {
  const { type, enum: listed } = at.schema
  if (type !== undefined && !(Array.isArray(type) ? type.some((name) => isOfType(name, value)) : isOfType(type, value)))
    fail(at, 'type', type)
  if (Array.isArray(listed)) {
    const known = isDecimalSchema(at.schema) ? decimalEnumKeys : enumKeys
    let keys = known.get(listed)
    if (!keys) known.set(listed, (keys = new Set(listed.map((one) => equalityKey(at.schema, one)))))
    if (!keys.has(equalityKey(at.schema, value))) fail(at, 'enum', listed)
  }
  if (Object.hasOwn(at.schema, 'const') && equalityKey(at.schema, at.schema.const) !== equalityKey(at.schema, value))
    fail(at, 'const', at.schema.const)
}

function checkKind(at: Case, value: unknown): void {
  if (typeof value === 'string') checkText(at, value)
  else if (typeof value === 'number') checkNumber(at, value)
  else if (Array.isArray(value)) checkList(at, value)
  else if (isRecord(value)) checkObject(at, value)
}

/**
 * Of a list that is too long, only as many items as it may have are looked at: what a sender adds beyond that costs nothing.
 * The whole list where its length is right or no matter.
 */
export const permittedItems = (value: unknown[], maxItems: unknown): unknown[] =>
  typeof maxItems === 'number' && value.length > maxItems ? value.slice(0, Math.max(0, maxItems)) : value

function checkList(at: Case, all: unknown[]): void {
  const {
    schema,
    placed: { isModern },
  } = at
  const { items, additionalItems, contains, minItems, maxItems, uniqueItems } = schema
  if (typeof minItems === 'number' && all.length < minItems) fail(at, 'minItems', minItems)
  if (typeof maxItems === 'number' && all.length > maxItems) fail(at, 'maxItems', maxItems)
  const value = permittedItems(all, maxItems)
  if (uniqueItems === true && new Set(value.map(valueKey)).size < value.length) fail(at, 'uniqueItems', true)
  const tuple: unknown[] = isModern && Array.isArray(schema.prefixItems) ? schema.prefixItems : Array.isArray(items) ? items : []
  const rest = Array.isArray(items) ? additionalItems : items
  if (rest === false && value.length > tuple.length) fail(at, 'additionalItems', tuple.length)
  value.forEach((item, index) => inside(at, index < tuple.length ? tuple[index] : rest === false ? undefined : rest, item, index))
  if (isSchema(contains)) {
    const number = value.filter((item) => holds(at, contains, item, false)).length
    const least = isModern && typeof schema.minContains === 'number' ? schema.minContains : 1
    if (number < least || (isModern && typeof schema.maxContains === 'number' && number > schema.maxContains))
      fail(at, 'contains', contains)
  }
  if (isModern && isSchema(schema.unevaluatedItems)) {
    const seen = evaluatedItems(at.placed, value, judge(at))
    value.forEach((item, index) => {
      if (!seen.has(index)) inside(at, schema.unevaluatedItems, item, index)
    })
  }
}

function checkObject(at: Case, value: SchemaNode): void {
  const {
    schema,
    place,
    placed: { isModern },
  } = at
  const { properties, patternProperties, additionalProperties, propertyNames, required, minProperties, maxProperties } = schema
  const all = Object.keys(value)
  const names = all.some((name) => value[name] === undefined) ? all.filter((name) => value[name] !== undefined) : all
  const has = (name: string): boolean => Object.hasOwn(value, name) && value[name] !== undefined
  const need = (name: unknown): void => {
    if (typeof name === 'string' && !has(name)) fail(at, 'required', undefined, { above: place, key: name })
  }
  if (Array.isArray(required)) required.forEach(need)
  if (typeof minProperties === 'number' && names.length < minProperties) fail(at, 'minProperties', minProperties)
  if (typeof maxProperties === 'number' && names.length > maxProperties) fail(at, 'maxProperties', maxProperties)
  const known = isRecord(properties) ? properties : {}
  const patterns = isRecord(patternProperties) ? Object.entries(patternProperties) : []
  for (const name of names) {
    if (Object.hasOwn(known, name)) inside(at, known[name], value[name], name)
    // A skipped pattern might match any name.
    let isTaken = false
    for (const [pattern, part] of patterns) {
      const takes = testPattern(pattern, name)
      isTaken ||= takes !== false
      if (takes) inside(at, part, value[name], name)
    }
    if (!isTaken && !Object.hasOwn(known, name)) inside(at, additionalProperties, value[name], name)
    if (isSchema(propertyNames) && !holds(at, propertyNames, name, false))
      fail(at, 'propertyNames', propertyNames, { above: place, key: name })
  }
  for (const dependencies of [schema.dependencies, ...(isModern ? [schema.dependentRequired, schema.dependentSchemas] : [])]) {
    for (const [name, needed] of isRecord(dependencies) ? Object.entries(dependencies) : []) {
      if (!has(name)) continue
      if (Array.isArray(needed)) needed.forEach(need)
      else also(at, needed, value)
    }
  }
  if (isModern && isSchema(schema.unevaluatedProperties)) {
    const seen = evaluatedNames(at.placed, value, judge(at))
    for (const name of names) if (!seen.has(name)) inside(at, schema.unevaluatedProperties, value[name], name)
  }
  checkFormat(at, value)
}

const judge = (at: Case): Judge => ({ index: at.run.index, fits: (placed, value) => holds({ ...at, placed }, placed.schema, value, true) })

function checkCombinations(at: Case, value: unknown): void {
  const { schema } = at
  const fits = (part: Schema): boolean => holds(at, part, value, true)
  if (Array.isArray(schema.allOf)) for (const part of schema.allOf) also(at, part, value)
  if (isSchema(schema.not) && fits(schema.not)) fail(at, 'not', schema.not)
  if (isSchema(schema.if)) also(at, fits(schema.if) ? schema.then : schema.else, value)
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const list = schema[keyword]
    if (!Array.isArray(list)) continue
    const branches = list.filter(isSchema)
    const most = keyword === 'anyOf' ? 1 : 2
    let fitting = 0
    for (const branch of branches) if (fitting < most && fits(branch)) fitting++
    if (fitting === 1) continue
    const nearest = at.errors && fitting === 0 ? nearestErrors(at, branches, value) : undefined
    if (!nearest) fail(at, fitting === 0 && branches.every(isConstant) ? 'enum' : keyword, list)
    else {
      at.fits = false
      at.errors!.push(...nearest)
    }
  }
}

const isConstant = (branch: Schema): boolean => isRecord(branch) && ('const' in branch || Array.isArray(branch.enum))

/** Errors of the branch that was most likely meant; undefined if none stands out. */
function nearestErrors(at: Case, branches: Schema[], value: unknown): SchemaError[] | undefined {
  const here = pointerTo(at.place)
  // A branch of another type, or with another constant than the data, was not meant.
  const cost = (list: SchemaError[]): number =>
    list.length +
    list.filter(
      (error) =>
        (error.pointer === here && (error.keyword === 'type' || error.keyword === 'enum')) ||
        error.keyword === 'const' ||
        error.keyword === 'false',
    ).length *
      100
  const candidates = branches
    .map((branch) => {
      const list: SchemaError[] = []
      holds(at, branch, value, true, at.place, list)
      return list
    })
    .sort((left, right) => cost(left) - cost(right))
  const [best, next] = candidates
  return best && cost(best) < 100 && (!next || cost(best) < cost(next)) ? best : undefined
}

/** The target of a reference in a part of a schema; undefined if there is none. */
export function resolveRef(root: object, reference: string, part?: SchemaNode): Schema | undefined {
  const index = indexSchema(root as SchemaNode)
  return index.resolve(reference, part ? index.place(part) : index.root)?.schema
}
