import { format as formats, Validator, type OutputUnit, type Schema } from '@cfworker/json-schema'
import { isDecimal } from './decimal.ts'
import { isSafePattern } from './pattern-safety.ts'

formats.decimal = (value: string) => isDecimal(value)

/** One thing that a schema refuses: where, which keyword, and that keyword's value in the schema. */
export interface SchemaError {
  /** JSON pointer into the data; of a missing property, its own. */
  pointer: string
  /** Keyword of JSON Schema; `depth` for data nested too deeply, `schema` for a schema that cannot be run. */
  keyword: string
  value?: unknown
}

type Node = Record<string, unknown>

const maxDepth = 64
const prepared = new WeakMap<object, { validator: Validator; schema: Node } | 'broken'>()

/**
 * Checks data against a draft-07 schema without compiling anything, so it runs under a CSP without eval. Knows
 * `format: decimal`; never runs a pattern that backtracks; a failed `anyOf` or `oneOf` reports its nearest branch. A
 * schema that cannot be run refuses everything.
 */
export function validateSchema(schema: object | boolean, data: unknown): SchemaError[] {
  if (typeof schema === 'boolean') return schema ? [] : [{ pointer: '', keyword: 'false' }]
  if (isTooDeep(data, 0)) return [{ pointer: '', keyword: 'depth' }]
  const ready = prepare(schema)
  if (ready === 'broken') return [{ pointer: '', keyword: 'schema' }]
  try {
    const { errors } = ready.validator.validate(withoutUndefined(data))
    return collect(errors, ready.schema)
  } catch {
    return [{ pointer: '', keyword: 'schema' }]
  }
}

export const isValid = (schema: object | boolean, data: unknown): boolean => validateSchema(schema, data).length === 0

function prepare(schema: object): { validator: Validator; schema: Node } | 'broken' {
  let ready = prepared.get(schema)
  if (!ready) {
    try {
      const copy = runnable(schema, 0) as Node
      ready = { validator: new Validator(copy as Schema, '7', false), schema: copy }
    } catch {
      ready = 'broken'
    }
    prepared.set(schema, ready)
  }
  return ready
}

const named = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies'])
const literal = new Set(['const', 'enum', 'default', 'examples'])

/** A copy without patterns that must not be run, and without `$id`s, so that references stay inside the schema. */
function runnable(node: unknown, depth: number, isMap = false): unknown {
  if (depth > maxDepth * 4) throw new RangeError('schema is nested too deeply')
  if (Array.isArray(node)) return node.map(item => runnable(item, depth + 1))
  if (node === null || typeof node !== 'object') return node
  const copy: Node = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === '__proto__') continue
    if (!isMap && (key === '$schema' || key === '$id' || (key === 'pattern' && typeof value === 'string' && !isSafePattern(value)))) continue
    if (!isMap && key === 'patternProperties') copy[key] = runnable(Object.fromEntries(Object.entries(value as Node).filter(([pattern]) => isSafePattern(pattern))), depth + 1, true)
    else copy[key] = !isMap && literal.has(key) ? value : runnable(value, depth + 1, !isMap && named.has(key))
  }
  return copy
}

function isTooDeep(data: unknown, depth: number): boolean {
  if (data === null || typeof data !== 'object') return false
  return depth >= maxDepth || Object.values(data).some(item => isTooDeep(item, depth + 1))
}

/** What JSON would make of the data: no undefined properties, dates as text. */
function withoutUndefined(data: unknown): unknown {
  if (data === undefined || typeof data === 'function' || typeof data === 'symbol') return null
  if (typeof data === 'bigint') return Number(data)
  if (data instanceof Date) return Number.isNaN(data.getTime()) ? null : data.toISOString()
  if (Array.isArray(data)) return data.map(withoutUndefined)
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined).map(([key, value]) => [key, withoutUndefined(value)]))
}

const wrappers = new Set(['properties', 'patternProperties', 'additionalProperties', 'items', 'additionalItems', '$ref', 'allOf', 'then', 'else', 'if', 'dependencies'])

/** The errors that say something; the library also reports each container on the way. */
function collect(units: readonly OutputUnit[], schema: Node): SchemaError[] {
  const choice = units.findIndex(unit => unit.keyword === 'anyOf' || unit.keyword === 'oneOf')
  if (choice >= 0) {
    const unit = units[choice]!
    const inside = (other: OutputUnit) => other.keywordLocation.startsWith(`${unit.keywordLocation}/`)
    const branches = units.filter(inside)
    const rest = units.filter(other => other !== unit && !inside(other) && !isUnder(other, branches))
    return [...collect(rest, schema), ...nearest(unit, branches, schema)]
  }
  return units.filter(unit => !wrappers.has(unit.keyword)).map(unit => toError(unit, schema))
}

/** A `false` schema reports no place in the schema, so the place in the data tells whose it is. */
const isUnder = (unit: OutputUnit, branches: OutputUnit[]): boolean =>
  unit.keyword === 'false' && branches.some(branch => branch.keyword === 'additionalProperties' && unit.instanceLocation.startsWith(`${branch.instanceLocation}/`))

function nearest(unit: OutputUnit, units: OutputUnit[], schema: Node): SchemaError[] {
  const branches = new Map<string, OutputUnit[]>()
  for (const inner of units) {
    const branch = inner.keywordLocation.slice(unit.keywordLocation.length + 1).split('/')[0]!
    branches.set(branch, [...(branches.get(branch) ?? []), inner])
  }
  const candidates = [...branches.values()].map(list => collect(list, schema)).filter(list => list.length > 0)
  const here = toPointer(unit.instanceLocation)
  // A branch of another type, or with another constant beside the data, was not the one that was meant.
  const cost = (list: SchemaError[]) => list.length + list.filter(error => (error.pointer === here && error.keyword === 'type') || error.keyword === 'const' || error.keyword === 'false').length * 100
  candidates.sort((left, right) => cost(left) - cost(right))
  const best = candidates[0]
  return best && cost(best) < 100 && (candidates.length === 1 || cost(best) < cost(candidates[1]!)) ? best : [toError(unit, schema)]
}

const toPointer = (location: string): string => { try { return decodeURI(location.slice(1)) } catch { return location.slice(1) } }

function toError(unit: OutputUnit, schema: Node): SchemaError {
  const pointer = toPointer(unit.instanceLocation)
  if (unit.keyword === 'false') return { pointer, keyword: 'additionalProperties' }
  const value = keywordValue(unit.keywordLocation, schema)
  if (unit.keyword === 'required') {
    const name = /required property "(.*)"\.$/s.exec(unit.error)?.[1] ?? ''
    return { pointer: `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`, keyword: 'required' }
  }
  return value === undefined ? { pointer, keyword: unit.keyword } : { pointer, keyword: unit.keyword, value }
}

/** Value of a keyword at the end of a location such as `#/properties/a/$ref/maxLength`. */
function keywordValue(location: string, schema: Node): unknown {
  let node: unknown = schema
  for (const step of location.slice(2).split('/').map(unescapeStep)) {
    if (node === null || typeof node !== 'object' || !Object.hasOwn(node, step)) return undefined
    node = (node as Node)[step]
    if (step === '$ref' && typeof node === 'string') node = resolveRef(schema, node)
  }
  return node
}

const unescapeStep = (step: string): string => { try { step = decodeURIComponent(step) } catch { /* as written */ } return step.replace(/~1/g, '/').replace(/~0/g, '~') }

/** The part of a schema that a local reference (`#`, `#/definitions/row`) names. */
export function resolveRef(schema: Node, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  let node: unknown = schema
  for (const step of reference.slice(1).split('/').filter((_, index) => index > 0).map(unescapeStep)) {
    if (node === null || typeof node !== 'object' || !Object.hasOwn(node, step)) return undefined
    node = (node as Node)[step]
  }
  return node
}
